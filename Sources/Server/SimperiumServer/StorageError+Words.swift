internal import SimperiumWire

extension WriteRefusal {
    var words: String {
        switch self {
        case .staleHead: "another program is writing to it"
        case .store(let error): "\(error)"
        }
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .locked:
            "another program is using the file. If it is a game's background server, run "
                + "`tictactoe serve --stop`"
        case .full: "the disk is full"
        case .readOnly: "the file or its directory is not writable"
        case .damaged(let reason): "the file is damaged (\(reason)) and was not changed"
        case .damagedRow(let table):
            "a row of table \"\(table)\" is damaged and is not served. Run "
                + "`tictactoe doctor --store FILE`, and restore a backup"
        case .foreign: "the file belongs to another program and was not changed"
        case .newer(let found, let known):
            "the file was written by a newer version (format \(found); this program reads "
                + "\(known))"
        case .moved: "the file was moved or removed: move it back, or restart the server"
        case .disk(let reason): "the disk failed (\(reason))"
        case .library(let reason): reason
        case .fenced: "another server writes to Redis now"
        case .lost: "the connection to Redis broke"
        case .outOfMemory: "Redis is out of memory: raise maxmemory"
        case .redis(let reason): "Redis refused a write (\(reason))"
        }
    }
}

/// Damage that the check at the start of a server finds, for the log and `/healthz`.
enum StoreDamageWords {
    /// `finding` is SQLite's description of the damage.
    static func damagedPage(_ finding: String) -> String {
        "a page or an index is damaged (\(finding)). Run `tictactoe doctor --store FILE`, and "
            + "restore a backup"
    }
}
