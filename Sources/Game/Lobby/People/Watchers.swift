package import SimperiumJSON
package import SimperiumWire

/// The Watchers in the lobby, and the number of each match's spectators.
package struct Watchers: Hashable, Sendable {
    private var watchers: [ObjectKey: Watcher] = [:]
    private var counts: [ObjectKey: Int] = [:]

    package init() {}

    /// The number of all spectators. A door's Watcher may stand for several.
    package var count: Int { counts.values.reduce(0, +) }

    /// Returns the number of spectators whose Watchers have matching keys.
    package func count(where isIncluded: (ObjectKey) -> Bool) -> Int {
        watchers.reduce(0) { $0 + (isIncluded($1.key) ? $1.value.count : 0) }
    }

    package var keys: some Collection<ObjectKey> { watchers.keys }

    package subscript(key: ObjectKey) -> Watcher? { watchers[key] }

    package func count(watching match: ObjectKey) -> Int { counts[match] ?? 0 }

    /// Returns the names of a match's spectators in alphabetical order. Spectators without a name
    /// are left out.
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

/// A spectator of a match: an object of the bucket Watcher.
package struct Watcher: Hashable, Sendable {
    /// The maximum number of Watchers that a door writes for a match; the last of them counts all
    /// further guests. Other programs can add a Watcher only to a match with fewer spectators.
    package static let mostSingle = 50
    static let most = 1_000_000

    package let match: ObjectKey
    package let name: PlayerName?
    /// The number of spectators that the object stands for. If there are several, they are guests
    /// of one door.
    package let count: Int

    package init(of match: ObjectKey, name: PlayerName?, count: Int = 1) {
        self.match = match
        self.name = name
        self.count = count
    }

    package init(_ object: JSONObject) throws(ObjectFlaw) {
        guard let match = ObjectKey(try object.id("matchID")) else {
            throw .noID(member: "matchID")
        }
        self.match = match
        name = try object.text("name").flatMap { text in try? PlayerName(text) }
        let count = try object.wholeNumber("count") ?? 1
        guard (1...Self.most).contains(count) else { throw .wrongType(member: "count") }
        self.count = count
    }

    static let memberNames: Set<JSONString> = ["matchID", "name", "count"]

    package var members: JSONObject {
        var object: JSONObject = ["matchID": JSON(match.text)]
        object["name"] = name.map { JSON($0.text) }
        if count > 1 { object["count"] = JSON(count) }
        return object
    }
}

/// The Watchers of a door's guests: at each match, one for each of the first guests, and one with a
/// count for all other guests. So a thousand spectators are not a thousand objects in the lobby.
package struct MergedDoorWatchers: Hashable, Sendable {
    private struct Guest: Hashable {
        let key: ObjectKey
        let name: PlayerName?
    }

    /// The guests at each match, in the order of their arrival.
    private var guests: [ObjectKey: [Guest]] = [:]
    private var matches: [ObjectKey: ObjectKey] = [:]
    private var written: [ObjectKey: [ObjectKey: Watcher]] = [:]

    package init() {}

    /// Returns the edits to send for a guest's edit: merged edits of Watchers, and other edits
    /// unchanged. Edits of an invalid or unknown Watcher are dropped.
    package mutating func mergedEdits(for edit: LobbyObjectEdit) -> [LobbyObjectEdit] {
        switch edit {
        case .insert(.watcher, let key, let object):
            guard let watcher = try? Watcher(object) else { return [] }
            return moveGuest(Guest(key: key, name: watcher.name), to: watcher.match)
        case .update(.watcher, let key, let setting, _):
            guard let guest = guest(key),
                let match = setting["matchID"]?.string.flatMap(ObjectKey.init)
            else { return [] }
            return moveGuest(guest, to: match)
        case .delete(.watcher, let key):
            guard let guest = guest(key) else { return [] }
            return moveGuest(guest, to: nil)
        case .insert, .update, .delete: return [edit]
        }
    }

    private func guest(_ key: ObjectKey) -> Guest? {
        matches[key].flatMap { guests[$0]?.first { $0.key == key } }
    }

    private mutating func moveGuest(_ guest: Guest, to match: ObjectKey?) -> [LobbyObjectEdit] {
        let before = matches[guest.key]
        guard before != match else { return [] }
        if let before { guests[before]?.removeAll { $0.key == guest.key } }
        matches[guest.key] = match
        if let match { guests[match, default: []].append(guest) }
        // The removal comes first, so that the Watcher's key is free for the other match.
        return [before, match].compactMap(\.self).flatMap { updateWatchers($0) }
    }

    private mutating func updateWatchers(_ match: ObjectKey) -> [LobbyObjectEdit] {
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
    ) -> [LobbyObjectEdit] {
        let keys = Set(had.keys).union(wanted.keys).sorted { $0.text < $1.text }
        let gone = keys.filter { wanted[$0] == nil }.map { LobbyObjectEdit.delete(.watcher, $0) }
        return gone
            + keys.compactMap { key in
                guard let watcher = wanted[key], had[key] != watcher else { return nil }
                guard let old = had[key] else { return .insert(.watcher, key, watcher.members) }
                return .updating(key, in: .watcher, from: old.members, to: watcher.members)
            }
    }
}
