/// The reason why a store can't be used, or did not perform a write.
package enum StorageError: Error, Hashable, Sendable {
    /// Another process has locked the file.
    case locked
    /// The disk is full, or the file has reached its size limit.
    case full
    /// The file can't be opened or written, for example because its folder is missing or read-only.
    case readOnly
    /// The file's contents are corrupt, because of a broken disk or a truncated copy.
    case damaged(reason: String)
    /// A row of this table is corrupt. The rest of the file can be used.
    case damagedRow(table: String)
    /// The file is intact, but belongs to another program or to another part of this program. Also
    /// thrown for a file without tables.
    case foreign
    /// The file was written by a newer version of this program.
    case newer(found: Int, known: Int)
    /// The file that this process has open is no longer at its path.
    case moved
    /// The disk failed to read, write or sync. The open file can't be trusted any more.
    case disk(reason: String)
    case library(reason: String)
    /// Another node owns the data in Redis, or this node owns it under a different term.
    case fenced
    /// The connection to Redis broke. It is unknown whether the writes are kept.
    case lost
    /// Redis has no memory left for a write.
    case outOfMemory
    case redis(reason: String)

    /// True if the open file can't be trusted, because the disk has failed or the contents are
    /// corrupt.
    package var isDiskFailure: Bool {
        switch self {
        case .damaged, .disk: true
        case .locked, .full, .readOnly, .damagedRow, .foreign, .newer, .moved, .library, .fenced,
            .lost, .outOfMemory, .redis:
            false
        }
    }

    /// True if the store has no room for the write.
    package var isOutOfSpace: Bool { self == .full || self == .outOfMemory }
}

/// The reason why a store did not perform a write, or did not commit.
package enum WriteRefusal: Error, Hashable, Sendable {
    /// The bucket's head differs from the head that the write expects.
    case staleHead
    case store(StorageError)
}
