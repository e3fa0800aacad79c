internal import SimperiumLoop
internal import SimperiumStore
internal import SimperiumWire

/// The reason that a client's file can't be used. The library never deletes the file's content
/// because of a failure.
@nonexhaustive
public enum StorageFailure: Error, Hashable, Sendable {
    /// Another client has the file open, in this program or in another program.
    case inUse
    /// The disk is full.
    case full
    /// The file or its folder is read-only, or there is no such folder.
    case readOnly
    /// The file's content is not the content that the library wrote.
    case damaged(reason: String)
    /// The file belongs to another program.
    case foreign
    /// The file was written by a newer version of the library.
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
        case .disk(let reason), .library(let reason): self = .other(reason)
        // Only for a server's store.
        case .fenced, .lost, .outOfMemory, .redis: self = .other("redis")
        }
    }
}
