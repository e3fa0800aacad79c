internal import SimperiumJSON
internal import SimperiumWire

/// The Watchers of a door's guests: one for each as long as they are few, and one with a count for
/// all others, so that a thousand who watch a match are not a thousand objects in the lobby.
package struct WatcherCrowds: Hashable, Sendable {
    private struct Guest: Hashable {
        let key: ObjectKey
        let name: PlayerName?
    }

    /// Those of a match, in the order in which they came.
    private var guests: [ObjectKey: [Guest]] = [:]
    private var matches: [ObjectKey: ObjectKey] = [:]
    private var written: [ObjectKey: [ObjectKey: Watcher]] = [:]

    package init() {}

    /// What is to be written because a guest wants something written.
    package mutating func edits(for edit: LobbyEdit) -> [LobbyEdit] {
        switch edit {
        case .insert(.watcher, let key, let object):
            guard let watcher = try? Watcher(object) else { return [] }
            return put(Guest(key: key, name: watcher.name), on: watcher.match)
        case .update(.watcher, let key, let setting, _):
            guard let guest = guest(key),
                let match = setting["matchID"]?.string.flatMap(ObjectKey.init)
            else { return [] }
            return put(guest, on: match)
        case .delete(.watcher, let key):
            guard let guest = guest(key) else { return [] }
            return put(guest, on: nil)
        case .insert, .update, .delete: return [edit]
        }
    }

    private func guest(_ key: ObjectKey) -> Guest? {
        matches[key].flatMap { guests[$0]?.first { $0.key == key } }
    }

    private mutating func put(_ guest: Guest, on match: ObjectKey?) -> [LobbyEdit] {
        let before = matches[guest.key]
        guard before != match else { return [] }
        if let before { guests[before]?.removeAll { $0.key == guest.key } }
        matches[guest.key] = match
        if let match { guests[match, default: []].append(guest) }
        // What goes first makes room for a key that comes again in another match.
        return [before, match].compactMap(\.self).flatMap { follow($0) }
    }

    private mutating func follow(_ match: ObjectKey) -> [LobbyEdit] {
        let all = guests[match] ?? []
        var wanted: [ObjectKey: Watcher] = [:]
        for guest in all.prefix(Watcher.mostSingle - 1) {
            wanted[guest.key] = Watcher(of: match, name: guest.name)
        }
        let others = all.dropFirst(Watcher.mostSingle - 1)
        if let first = others.first {
            wanted[first.key] = Watcher(
                of: match, name: others.count > 1 ? nil : first.name, count: others.count)
        }
        let had = written[match] ?? [:]
        written[match] = wanted.isEmpty ? nil : wanted
        if all.isEmpty { guests[match] = nil }
        return Self.edits(from: had, to: wanted)
    }

    private static func edits(
        from had: [ObjectKey: Watcher], to wanted: [ObjectKey: Watcher]
    ) -> [LobbyEdit] {
        let keys = Set(had.keys).union(wanted.keys).sorted { $0.text < $1.text }
        let gone = keys.filter { wanted[$0] == nil }.map { LobbyEdit.delete(.watcher, $0) }
        return gone
            + keys.compactMap { key in
                guard let watcher = wanted[key], had[key] != watcher else { return nil }
                guard let old = had[key] else {
                    return .insert(.watcher, key, watcher.members)
                }
                let left = old.members.map(\.name).filter { watcher.members[$0] == nil }
                return .update(.watcher, key, setting: watcher.members, removing: left)
            }
    }
}
