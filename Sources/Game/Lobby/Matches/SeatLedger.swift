package import Game
package import SimperiumWire

/// The seats of the players, computed from the Matches and the players in the lobby.
///
/// A Match is live if both its players are in the lobby, and neither is seated in a live Match that
/// was inserted earlier. Otherwise it is void or vacant. So the seats depend only on the objects
/// and the order of their insertion, and programs with the same objects agree.
///
/// An index does not contain the order of insertion. A program can order two Matches of one index
/// only by their last changes, and that order may be wrong. If the two Matches exclude each other,
/// both are disputed (`hasConflictOfUnknownOrder`). Each program deletes the live disputed Matches
/// that it has started, so that the order no longer matters.
package struct SeatLedger: Hashable, Sendable {
    /// A Match's validity: live, or the reason why it seats neither of its players.
    package enum MatchSeatValidity: Hashable, Sendable {
        case live
        /// One of the Match's players is seated in an earlier Match, which has this key.
        case void(by: ObjectKey)
        /// This player is not in the lobby.
        case vacant(PlayerID)
    }

    enum SeatChange: Hashable {
        case seated(ObjectKey)
        case unseated(ObjectKey, PlayerID, PlayerID)
    }

    private struct MatchEntry: Hashable {
        let match: NumberedMatch
        let circle: PlayerID
        let cross: PlayerID
        /// The number of the index that contained the Match; nil if the Match arrived by itself.
        let indexNumber: Int?
        var isLive = false

        var players: [PlayerID] { [circle, cross] }
    }

    /// A Match, and its position in the order of insertion.
    private struct NumberedMatch: Hashable {
        let number: Int
        let key: ObjectKey
    }

    private var entries = DenseDictionary<ObjectKey, MatchEntry>()
    /// The Matches that name each player, in the order of insertion.
    private var matchesByPlayer: [PlayerID: [NumberedMatch]] = [:]
    private var present: Set<PlayerID> = []
    private var lastNumber = 0
    /// The number of live Matches. Each of them seats two players.
    package private(set) var liveCount = 0

    package init() {}

    package func seatedMatch(of player: PlayerID) -> ObjectKey? { liveMatch(of: player)?.key }

    /// Returns the Matches that name a player, in the order of insertion.
    package func matches(naming player: PlayerID) -> [ObjectKey] {
        matchesByPlayer[player]?.map(\.key) ?? []
    }

    package func seatValidity(of key: ObjectKey) -> MatchSeatValidity? {
        guard let entry = entries[key] else { return nil }
        if entry.isLive { return .live }
        for player in entry.players where !present.contains(player) { return .vacant(player) }
        guard let obstacle = precedingLiveMatch(to: entry) else {
            preconditionFailure("a match that nothing is in the way of is not live")
        }
        return .void(by: obstacle.key)
    }

    /// Returns true if another Match of the same index excludes this one. The order of the two is
    /// unknown.
    package func hasConflictOfUnknownOrder(_ key: ObjectKey) -> Bool {
        guard let entry = entries[key], let indexNumber = entry.indexNumber, areBothPresent(entry)
        else {
            return false
        }
        return entry.players.contains { player in
            (matchesByPlayer[player] ?? []).contains { match in
                guard match.key != key, let other = entries[match.key] else { return false }
                return other.indexNumber == indexNumber && areBothPresent(other)
            }
        }
    }

    /// The live Matches in the order of insertion.
    package var live: [ObjectKey] {
        entries.values.filter(\.isLive).sorted { $0.match.number < $1.match.number }
            .map(\.match.key)
    }
}

extension SeatLedger {
    /// Inserts a Match after all other Matches, and returns the changes of the seats. `indexNumber`
    /// is the number of the index that contained the Match; nil if the Match arrived by itself.
    mutating func insert(
        _ key: ObjectKey, circle: PlayerID, cross: PlayerID, indexNumber: Int? = nil
    ) -> [SeatChange] {
        precondition(entries[key] == nil, "a match can't be entered twice")
        lastNumber += 1
        let match = NumberedMatch(number: lastNumber, key: key)
        let entry = MatchEntry(
            match: match, circle: circle, cross: cross, indexNumber: indexNumber)
        entries[key] = entry
        for player in entry.players { matchesByPlayer[player, default: []].append(match) }
        return updateLiveMatches([match])
    }

    mutating func remove(_ key: ObjectKey) -> [SeatChange] {
        guard let entry = entries.removeValue(forKey: key) else { return [] }
        for player in entry.players {
            matchesByPlayer[player]?.removeAll { $0 == entry.match }
            if matchesByPlayer[player]?.isEmpty == true { matchesByPlayer[player] = nil }
        }
        guard entry.isLive else { return [] }
        liveCount -= 1
        return [.unseated(key, entry.circle, entry.cross)]
            + updateLiveMatches(matchesFreed(by: entry))
    }

    /// Records that a player entered or left, and returns the changes of the seats.
    mutating func set(_ player: PlayerID, isPresent: Bool) -> [SeatChange] {
        guard present.contains(player) != isPresent else { return [] }
        if isPresent {
            present.insert(player)
        } else {
            present.remove(player)
        }
        return updateLiveMatches(matchesByPlayer[player] ?? [])
    }

    /// Updates the validity of these Matches, the earliest first, and of all Matches that depend on
    /// them. Returns the changes of the seats.
    private mutating func updateLiveMatches(_ matches: [NumberedMatch]) -> [SeatChange] {
        var changes: [SeatChange] = []
        var waiting = matches.sorted { $0.number > $1.number }
        while let match = waiting.popLast() {
            guard var entry = entries[match.key] else { continue }
            let isLive = areBothPresent(entry) && precedingLiveMatch(to: entry) == nil
            guard isLive != entry.isLive else { continue }
            entry.isLive = isLive
            entries[match.key] = entry
            liveCount += isLive ? 1 : -1
            let later = isLive ? matchesExcluded(by: entry) : matchesFreed(by: entry)
            changes.append(
                isLive ? .seated(match.key) : .unseated(match.key, entry.circle, entry.cross))
            guard !later.isEmpty else { continue }
            waiting = (waiting + later).sorted { $0.number > $1.number }
        }
        return changes
    }

    /// Returns the first live Match of a player after `number`; nil if there is none. During an
    /// update, a player may have two live Matches.
    private func liveMatch(of player: PlayerID, after number: Int = 0) -> NumberedMatch? {
        matchesByPlayer[player]?.first { $0.number > number && entries[$0.key]?.isLive == true }
    }

    /// Returns the later live Matches that a newly live Match excludes.
    private func matchesExcluded(by entry: MatchEntry) -> [NumberedMatch] {
        entry.players.compactMap { liveMatch(of: $0, after: entry.match.number) }
    }

    /// Returns the later Matches that may become live, because a Match is no longer live.
    private func matchesFreed(by entry: MatchEntry) -> [NumberedMatch] {
        let number = entry.match.number
        return entry.players.flatMap { player in
            let isSeatedBefore = liveMatch(of: player).map { $0.number < number } ?? false
            let all = matchesByPlayer[player] ?? []
            return isSeatedBefore ? [] : all.filter { $0.number > number }
        }
    }

    private func areBothPresent(_ entry: MatchEntry) -> Bool {
        entry.players.allSatisfy(present.contains)
    }

    /// Returns the earliest live Match of the two players, if it precedes `entry`; otherwise nil.
    private func precedingLiveMatch(to entry: MatchEntry) -> NumberedMatch? {
        entry.players.compactMap { liveMatch(of: $0) }.filter { $0.number < entry.match.number }
            .min { $0.number < $1.number }
    }
}
