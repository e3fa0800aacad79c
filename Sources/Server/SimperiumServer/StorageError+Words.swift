import Host
internal import SimperiumWire

extension WriteRefusal {
    var words: String {
        switch self {
        case .staleHead: LogWords.otherWriter
        case .store(let error): "\(error)"
        }
    }
}

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
        case .moved: StoreWords.moved
        case .disk(let reason): StoreWords.diskFailed(reason)
        case .library(let reason): reason
        case .fenced: StoreWords.fenced
        case .lost: StoreWords.lost
        case .outOfMemory: SharedRedisWords.noRoom
        case .redis(let reason): StoreWords.redisRefused(reason)
        }
    }
}

/// Messages about errors of a database file.
private enum StoreWords {
    static let locked = """
        another program is using the file, such as a game's background server, which stops \
        two minutes after the last player quits
        """
    static let full = "the disk is full"
    static let moved = "the file was moved or removed: move it back, or restart the server"

    static func diskFailed(_ reason: String) -> String { "the disk failed (\(reason))" }

    static let readOnly = "the file or its directory is not writable"

    static func damaged(_ reason: String) -> String {
        "the file is damaged (\(reason)) and was not changed"
    }

    static func damagedRow(of table: String) -> String {
        """
        a row of table "\(table)" is damaged and is not served. Run \
        `tictactoe doctor --store FILE`, and restore a backup
        """
    }

    static let fenced = "another server writes to Redis now"
    static let lost = "the connection to Redis broke"

    static func redisRefused(_ reason: String) -> String { "Redis refused a write (\(reason))" }

    static let foreign = "the file belongs to another program and was not changed"

    static func newer(found: Int, known: Int) -> String {
        "the file was written by a newer version (format \(found); this program reads \(known))"
    }
}
