package import Game
package import SimperiumClock
package import SimperiumWire

/// The players in the lobby, ordered by the last changes of their Player objects.
///
/// An index shows that order, too, so a program that arrives later has the same order as all other
/// programs. An id may have several Player objects. The object that was changed least recently then
/// represents the id.
///
/// The order may differ between two programs for a while, for three reasons. An index does not show
/// a change that altered nothing. A broken connection may cut an index in two. The program's own
/// Player moves to the end even after an edit that is undone before it is sent. Seats do not depend
/// on this order. So a difference costs at most a failed challenge, or a second of waiting for
/// another player to start.
package struct Roster: Hashable, Sendable {
    private struct OrderedPlayer: Hashable {
        let player: Player
        let order: Int
        /// The value of `order` when the player took this name.
        let arrival: Int

        var namesakeRank: NameDisambiguator.NamesakeRank {
            .init(isGuest: player.user == nil, arrival: arrival)
        }
    }

    private var entries = DenseDictionary<ObjectKey, OrderedPlayer>()
    /// The keys of each id's Players, in order. There is no entry for an id with a single Player if
    /// the Player's key is the id.
    private var unusualKeys: [PlayerID: [ObjectKey]] = [:]
    package private(set) var count = 0
    private var away: [ObjectKey: Absence] = [:]
    private var idle: [ObjectKey: Instant] = [:]
    private var names = NameDisambiguator()
    /// The ids of the players who are signed in to each account.
    private var users: [String: [PlayerID]] = [:]
    private var lastOrder = 0
    /// True if names that players hide are not shown, as in a spectator's roster.
    package var hidesNames = false

    package init() {}

    /// The keys of all Players, in no particular order.
    var keys: some Collection<ObjectKey> { entries.keys }

    package func contains(_ id: PlayerID) -> Bool { entry(of: id) != nil }

    package func contains(_ key: ObjectKey) -> Bool { entries[key] != nil }

    package subscript(id: PlayerID) -> Player? { entry(of: id)?.player }

    package subscript(key: ObjectKey) -> Player? { entries[key]?.player }

    /// All players, one Player for each id, in the order of the roster.
    package var players: [Player] {
        entries.values.filter(representsID).sorted { $0.order < $1.order }.map(\.player)
    }

    /// Returns a player's name, with a number if another name looks the same. The name of an
    /// account is unique and has no number. If `hidesNames` is set, a player with a hidden name is
    /// called guest.
    package func shownName(of id: PlayerID) -> String {
        guard let entry = entry(of: id) else { return names.shownName(nil, as: .unknown) }
        let (player, rank) = (entry.player, entry.namesakeRank)
        guard !hidesNames || !player.isHidden else { return names.shownName(nil, as: rank) }
        if player.user != nil, let name = player.name { return name.text }
        return names.shownName(player.name, as: rank)
    }

    /// Returns the ids that are signed in to the same account as this id, in the order of the
    /// roster. The id itself is included.
    func sameAccountPlayersIncludingSelf(of id: PlayerID) -> [PlayerID] {
        guard let user = self[id]?.user, let selves = users[user], selves.count > 1 else {
            return [id]
        }
        return selves.sorted { (order(of: $0) ?? 0) < (order(of: $1) ?? 0) }
    }

    /// Returns true if another Player is signed in to the same account as this id.
    package func isOnSeveralDevices(_ id: PlayerID) -> Bool {
        sameAccountPlayersIncludingSelf(of: id).count > 1
    }

    var hasNoUsers: Bool { users.isEmpty }

    /// Returns true if a player's name, without a shown number, has this skeleton.
    package func isNameInUse(_ skeleton: NameSkeleton) -> Bool { names.isInUse(skeleton) }

    /// Returns a player whose name has this skeleton; nil if there is none. Hidden names are not
    /// found.
    package func findUnhiddenPlayer(named skeleton: NameSkeleton) -> PlayerID? {
        guard names.isInUse(skeleton) else { return nil }
        return entries.values.first { entry in
            guard let name = entry.player.name, !entry.player.isHidden else { return false }
            return NameSkeleton(name) == skeleton
        }?.player.id
    }

    /// Returns the first player who is signed in to an account and does not hide their name; nil if
    /// there is none.
    package func findUnhiddenPlayer(of user: String) -> PlayerID? {
        users[user]?.filter { self[$0]?.isHidden == false }
            .min { (order(of: $0) ?? 0) < (order(of: $1) ?? 0) }
    }

    package func areSamePerson(_ one: PlayerID, _ other: PlayerID) -> Bool {
        guard let user = self[one]?.user else { return one == other }
        return self[other]?.user == user
    }

    /// Returns a player's absence; nil unless the connections of all their Player objects ended
    /// without a goodbye. Of several absences, returns the one that ends last.
    package func absence(of id: PlayerID) -> Absence? {
        let keys = keys(of: id)
        let absences = keys.compactMap { away[$0] }
        return absences.count == keys.count ? absences.max { $0.until < $1.until } : nil
    }

    /// Returns the time of a player's last key press; nil if the player is not idle.
    package func idleSince(_ id: PlayerID) -> Instant? { key(of: id).flatMap { idle[$0] } }

    /// The idle players, one Player for each id, in the order of the roster.
    package var idlePlayers: [Player] {
        guard !idle.isEmpty else { return [] }
        return idle.keys.compactMap { entries[$0] }.filter(representsID)
            .sorted { $0.order < $1.order }.map(\.player)
    }

    func hasAbsence(where isMeant: (Absence) -> Bool) -> Bool {
        away.values.contains(where: isMeant)
    }

    func order(of id: PlayerID) -> Int? { entry(of: id)?.order }

    private func representsID(_ entry: OrderedPlayer) -> Bool {
        unusualKeys.isEmpty || self.entry(of: entry.player.id) == entry
    }

    private func entry(of id: PlayerID) -> OrderedPlayer? {
        let key = unusualKeys.isEmpty ? id.key : keys(of: id).first
        return key.flatMap { entries[$0] }.flatMap { $0.player.id == id ? $0 : nil }
    }

    package func key(of id: PlayerID) -> ObjectKey? { keys(of: id).first }

    /// Returns the keys of an id's Players, in order.
    private func keys(of id: PlayerID) -> [ObjectKey] {
        if let keys = unusualKeys[id] { return keys }
        guard let key = id.key, entries[key]?.player.id == id else { return [] }
        return [key]
    }
}

extension Roster {
    /// Inserts or replaces a Player, at the end of the order. A player who keeps a name also keeps
    /// the number after the name.
    mutating func putLast(_ player: Player, as key: ObjectKey, at now: Instant) {
        let isKnown = player.idle != nil && player.idle == entries[key]?.player.idle
        let since = isKnown ? idle[key] : player.idle.map { now + .seconds(-60 * $0) }
        let former = self.entry(of: player.id)
        remove(key, keepingAbsence: true)
        if since != nil || !idle.isEmpty { idle[key] = since }
        lastOrder += 1
        let keys = keys(of: player.id) + [key]
        let arrival = former?.player.name == player.name ? former?.arrival : nil
        let entry = OrderedPlayer(player: player, order: lastOrder, arrival: arrival ?? lastOrder)
        replaceEntry(key, with: entry, of: player.id, having: keys)
    }

    mutating func setAbsence(of key: ObjectKey, to absence: Absence?) {
        away[key] = entries[key] == nil ? nil : absence
    }

    mutating func remove(_ key: ObjectKey, keepingAbsence: Bool = false) {
        if !keepingAbsence { (away[key], idle[key]) = (nil, nil) }
        guard let id = entries[key]?.player.id else { return }
        replaceEntry(key, with: nil, of: id, having: keys(of: id).filter { $0 != key })
    }

    /// Inserts or replaces the Player under `key`, or removes it if `entry` is nil. Updates the
    /// indexes of names and accounts. `keys` are all keys of `id` after the change.
    private mutating func replaceEntry(
        _ key: ObjectKey, with entry: OrderedPlayer?, of id: PlayerID, having keys: [ObjectKey]
    ) {
        if let old = self.entry(of: id) {
            names.remove(old.player.name, as: old.namesakeRank)
            if let user = old.player.user { removeFromAccount(id, of: user) }
        }
        count += (keys.isEmpty ? 0 : 1) - (contains(id) ? 1 : 0)
        entries[key] = entry
        unusualKeys[id] = keys.isEmpty || keys.count == 1 && keys[0] == id.key ? nil : keys
        if let new = self.entry(of: id) {
            names.insert(new.player.name, as: new.namesakeRank)
            if let user = new.player.user { users[user, default: []].append(id) }
        }
    }

    private mutating func removeFromAccount(_ id: PlayerID, of user: String) {
        users[user]?.removeAll { $0 == id }
        if users[user]?.isEmpty == true { users[user] = nil }
    }
}
