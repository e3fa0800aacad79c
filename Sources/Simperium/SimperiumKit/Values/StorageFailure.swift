internal import SimperiumLoop
internal import SimperiumStore

/// Why a client's file can't be used. None of these is answered by emptying it.
@nonexhaustive
public enum StorageFailure: Error, Hashable, Sendable {
    /// Another client has the file open, in this program or another one.
    case inUse
    /// There is no room for more.
    case full
    /// The file, or the folder around it, may not be written to.
    case readOnly
    /// The file is not what was written.
    case damaged(reason: String)
    /// The file is of another program.
    case foreign
    /// A newer version of the library has written it.
    case newer
    case other(String)

    init(_ error: StorageError) {
        switch error {
        case .locked: self = .inUse
        case .full: self = .full
        case .readOnly: self = .readOnly
        case .damaged(let reason): self = .damaged(reason: reason)
        case .damagedRow(let table): self = .damaged(reason: table)
        case .foreign: self = .foreign
        case .newer: self = .newer
        case .moved: self = .other("moved")
        case .disk(let error), .library(let error): self = .other(error.reason)
        }
    }
}
