package import Clockwork
package import Game

/// The people who are here, in the order in which their Players last changed.
///
/// An index has that order, too, so who comes late stands in the same line as everybody else. One
/// person may have several Players; then the one that changed longest ago speaks for them.
package struct Roster: Hashable, Sendable {
    private struct Entry: Hashable {
        let player: Player
        let order: Int
    }

    private var entries: [LobbyKey: Entry] = [:]
    /// Each person's Players, in order.
    private var keysOfPlayers: [PlayerID: [LobbyKey]] = [:]
    private var away: [LobbyKey: Instant] = [:]
    private var names = NameTags()
    private var lastOrder = 0

    package init() {}

    package var count: Int { keysOfPlayers.count }

    /// The keys of all Players, in no order that means anything.
    var keys: some Collection<LobbyKey> { entries.keys }

    package func contains(_ id: PlayerID) -> Bool { keysOfPlayers[id] != nil }

    package func contains(_ key: LobbyKey) -> Bool { entries[key] != nil }

    package subscript(id: PlayerID) -> Player? { entry(of: id)?.player }

    package subscript(key: LobbyKey) -> Player? { entries[key]?.player }

    /// Everybody, in order.
    package var players: [Player] {
        keysOfPlayers.values.compactMap { $0.first.flatMap { entries[$0] } }
            .sorted { $0.order < $1.order }.map(\.player)
    }

    /// What to call somebody: their name, with a tag behind it if somebody else looks the same.
    package func name(of id: PlayerID) -> String {
        names.shown(self[id]?.name, of: id)
    }

    /// Until when somebody may return whose line broke; nil if it did not.
    package func absence(of id: PlayerID) -> Instant? {
        let keys = keysOfPlayers[id] ?? []
        let absences = keys.compactMap { away[$0] }
        return absences.count == keys.count ? absences.max() : nil
    }

    func order(of id: PlayerID) -> Int? { entry(of: id)?.order }

    private func entry(of id: PlayerID) -> Entry? {
        keysOfPlayers[id]?.first.flatMap { entries[$0] }
    }
}

extension Roster {
    /// Enters a Player behind all others, or moves it there.
    mutating func put(_ player: Player, as key: LobbyKey) {
        remove(key, keepingAbsence: true)
        lastOrder += 1
        entries[key] = Entry(player: player, order: lastOrder)
        update(player.id) { $0.append(key) }
    }

    mutating func remove(_ key: LobbyKey) {
        remove(key, keepingAbsence: false)
    }

    mutating func set(_ key: LobbyKey, isAwayUntil instant: Instant?) {
        away[key] = entries[key] == nil ? nil : instant
    }

    private mutating func remove(_ key: LobbyKey, keepingAbsence: Bool) {
        if !keepingAbsence { away[key] = nil }
        guard let entry = entries[key] else { return }
        update(entry.player.id) { keys in keys.removeAll { $0 == key } }
        entries[key] = nil
    }

    /// Changes the list of somebody's Players, and lets their name follow.
    private mutating func update(_ id: PlayerID, _ change: (inout [LobbyKey]) -> Void) {
        names.remove(self[id]?.name, of: id)
        var list = keysOfPlayers[id] ?? []
        change(&list)
        keysOfPlayers[id] = list.isEmpty ? nil : list
        if let player = self[id] { names.insert(player.name, of: id) }
    }
}
