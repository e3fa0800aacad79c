package import SimperiumWire

/// Who watches which match.
package struct Watchers: Hashable, Sendable {
    private var watchers: [ObjectKey: Watcher] = [:]
    private var counts: [ObjectKey: Int] = [:]

    package init() {}

    package var count: Int { watchers.count }

    /// Their keys, in no order that means anything.
    package var keys: some Collection<ObjectKey> { watchers.keys }

    package subscript(key: ObjectKey) -> Watcher? { watchers[key] }

    package func count(watching match: ObjectKey) -> Int { counts[match] ?? 0 }

    /// The names of those who watch a match, in the order of the alphabet. Some have none.
    package func names(watching match: ObjectKey) -> [String] {
        watchers.values.filter { $0.match == match }.compactMap { $0.name?.text }.sorted()
    }

    mutating func set(_ key: ObjectKey, to watcher: Watcher?) {
        if let old = watchers[key] {
            counts[old.match, default: 0] -= old.count
            if counts[old.match] == 0 { counts[old.match] = nil }
        }
        watchers[key] = watcher
        if let watcher { counts[watcher.match, default: 0] += watcher.count }
    }
}
