package import SimperiumStore
internal import Wording

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .locked: StoreWords.locked
        case .full: StoreWords.full
        case .readOnly: StoreWords.readOnly
        case .damaged(let reason): StoreWords.damaged(reason)
        case .damagedRow(let table): StoreWords.damagedRow(of: table)
        case .foreign: StoreWords.foreign
        case .newer(let found, let known): StoreWords.newer(found: found, known: known)
        case .library(let error): "\(error)"
        }
    }
}
