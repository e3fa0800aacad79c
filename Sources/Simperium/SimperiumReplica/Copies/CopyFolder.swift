internal import SimperiumLoop
package import SimperiumStore
package import SimperiumWire

/// The folder with the copies of one account: each program of one person has one of its own, so
/// that no two wait for each other, nor take each other's changes for their own.
///
/// Everything here waits for the disk.
package struct CopyFolder: Sendable {
    /// What came of looking for a copy that no other program has.
    package enum Finding: Sendable {
        /// With what it holds, and the paths of those that were damaged and set aside on the way.
        case copy(CopyFile, [BucketName: StoredReplica], damaged: [String])
        /// Other programs have all that there may be.
        case allTaken
        case lockless
        /// No file can be made or opened here.
        case unusable(StorageError)
    }

    private let path: String
    private let names: [String]
    private let buckets: [BucketName]

    package init(_ path: String, names: [String], of buckets: [BucketName]) {
        self.path = path
        self.names = names
        self.buckets = buckets
    }

    /// Takes hold of the first copy that is free, and makes it if there is none.
    package func takeFirst() -> Finding {
        do throws(LibraryError) {
            try Folder.make(path)
        } catch {
            return .unusable(.library(error))
        }
        var damaged: [String] = []
        for name in names {
            let copy = "\(path)/\(name)"
            switch try? HeldFile.hold(copy + Self.lock) {
            case .held(let hold):
                do throws(StorageError) {
                    let (file, stored) = try open(copy, hold, noting: &damaged)
                    return .copy(file, stored, damaged: damaged)
                } catch {
                    switch error {
                    case .locked, .newer, .foreign: continue
                    case .full, .readOnly, .damaged, .damagedRow, .moved, .disk, .library:
                        return .unusable(error)
                    }
                }
            case .lockless: return .lockless
            case .taken: continue
            case .nothing, .unsafe, nil: return .unusable(.readOnly)
            }
        }
        return .allTaken
    }

    /// The first copy with edits that the hub may not know, if no other program has it.
    package func takeUnsent() -> UnsentCopy? {
        for name in names {
            let copy = "\(path)/\(name)"
            guard Folder.holds(copy), case .held(let hold)? = try? HeldFile.hold(copy + Self.lock),
                let (file, stored) = try? open(copy, hold)
            else { continue }
            if stored.values.contains(where: \.isUnsent) { return UnsentCopy(file, stored) }
        }
        return nil
    }

    /// Returns the copies that there are, in their order, without creating or changing one. A copy
    /// that another program has open is read from that program.
    package func look() -> [FoundCopy] {
        names.compactMap { name in
            let copy = "\(path)/\(name)"
            guard Folder.holds(copy) else { return nil }
            let time = [copy, copy + "-wal"].compactMap { Folder.writingTime(of: $0) }.max()
            if case .held(let hold)? = try? HeldFile.hold(copy + Self.lock) {
                guard let (file, stored) = try? open(copy, hold) else { return nil }
                file.close()
                return .free(stored, writtenAt: time ?? 0)
            }
            return LocalSocket.read(from: CopyListener.path(of: copy), limit: FoundCopy.longest)
                .map { .open($0, writtenAt: time ?? 0) }
        }
    }

    /// Removes all copies that no other program has.
    package func removeFree() {
        for name in names {
            let copy = "\(path)/\(name)"
            guard Folder.holds(copy) || Folder.holds(copy + Self.lock),
                case .held(let hold)? = try? HeldFile.hold(copy + Self.lock)
            else { continue }
            CopyFile.remove(copy)
            try? WholeFile.remove(CopyListener.path(of: copy))
            try? hold.remove()
        }
    }

    private static let lock = ".lock"

    /// A damaged copy makes way for a new one: what the hub has comes again.
    private func open(
        _ copy: String, _ hold: HeldFile, noting damaged: inout [String]
    ) throws(StorageError) -> (CopyFile, [BucketName: StoredReplica]) {
        do throws(StorageError) {
            return try open(copy, hold)
        } catch {
            guard case .damaged = error else { throw error }
            CopyFile.setAside(copy)
            damaged.append(copy)
            return try open(copy, hold)
        }
    }

    private func open(
        _ copy: String, _ hold: HeldFile
    ) throws(StorageError) -> (CopyFile, [BucketName: StoredReplica]) {
        let file = try CopyFile(copy, hold)
        var stored: [BucketName: StoredReplica] = [:]
        for bucket in buckets { stored[bucket] = try file.load(bucket) }
        return (file, stored)
    }
}

extension StoredReplica {
    /// Whether something was edited that the hub has not confirmed, and has not refused.
    fileprivate var isUnsent: Bool {
        objects.values.contains { $0.inFlight != nil || $0.draft != nil && !$0.isRefused }
    }
}
