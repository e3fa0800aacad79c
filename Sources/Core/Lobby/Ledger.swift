package import Game

/// Who plays whom: a fold over the Matches and over who is here.
///
/// A Match is live if both its players are here and neither is seated in a live Match that was
/// inserted before it; else it is void or vacant. So what is seated follows from the objects that
/// are there and from the order of their insertion, and from nothing that one program may have
/// seen and another not: whoever has the same objects says the same.
///
/// An index does not tell the order of insertion. Two Matches that a program knows from one index
/// alone it can order only by their last change, which may be wrong. If they exclude each other it
/// takes neither for settled (`isDisputed`), and who made one of them without being able to tell
/// which came first gives way. So of Matches that exclude each other all but one are deleted by
/// programs that agree, and then the order no longer matters.
package struct Ledger: Hashable, Sendable {
    /// How a Match stands.
    package enum Standing: Hashable, Sendable {
        case live
        /// One of its players was seated in that one when it came.
        case void(by: LobbyKey)
        /// That player is not here.
        case vacant(PlayerID)
    }

    /// What became of a Match, or of somebody in it.
    enum Change: Hashable {
        case seated(LobbyKey)
        case unseated(LobbyKey, PlayerID, PlayerID)
    }

    private struct Entry: Hashable {
        let ticket: Ticket
        let circle: PlayerID
        let cross: PlayerID
        /// The index that told of it, if one did.
        let run: Int?
        var isLive = false

        var players: [PlayerID] { [circle, cross] }
    }

    /// A Match in the order of insertion.
    private struct Ticket: Hashable {
        let number: Int
        let key: LobbyKey
    }

    private var entries: [LobbyKey: Entry] = [:]
    /// Every Match in which somebody is named, in order.
    private var tickets: [PlayerID: [Ticket]] = [:]
    private var seats: [PlayerID: Ticket] = [:]
    private var present: Set<PlayerID> = []
    private var lastNumber = 0

    package init() {}

    package func seat(of player: PlayerID) -> LobbyKey? { seats[player]?.key }

    /// The Matches that name `player`, in the order of insertion.
    package func matches(naming player: PlayerID) -> [LobbyKey] {
        tickets[player]?.map(\.key) ?? []
    }

    package func standing(of key: LobbyKey) -> Standing? {
        guard let entry = entries[key] else { return nil }
        if entry.isLive { return .live }
        for player in entry.players where !present.contains(player) { return .vacant(player) }
        guard let obstacle = obstacle(to: entry) else {
            preconditionFailure("a match that nothing is in the way of is not live")
        }
        return .void(by: obstacle.key)
    }

    /// Whether a Match excludes another one, and nobody here can say which came first.
    package func isDisputed(_ key: LobbyKey) -> Bool {
        guard let entry = entries[key], let run = entry.run, isComplete(entry) else { return false }
        return entry.players.contains { player in
            (tickets[player] ?? []).contains { ticket in
                guard ticket.key != key, let other = entries[ticket.key] else { return false }
                return other.run == run && isComplete(other)
            }
        }
    }

    /// How many Matches are live. Each of them seats two.
    package var liveCount: Int { seats.count / 2 }

    /// All live Matches, in the order of insertion.
    package var live: [LobbyKey] {
        entries.values.filter(\.isLive).sorted { $0.ticket.number < $1.ticket.number }
            .map(\.ticket.key)
    }
}

extension Ledger {
    /// Enters a Match after all others. `run` numbers the index that told of it.
    mutating func insert(
        _ key: LobbyKey, circle: PlayerID, cross: PlayerID, run: Int? = nil
    ) -> [Change] {
        precondition(entries[key] == nil, "a match can't be entered twice")
        lastNumber += 1
        let ticket = Ticket(number: lastNumber, key: key)
        let entry = Entry(ticket: ticket, circle: circle, cross: cross, run: run)
        entries[key] = entry
        for player in entry.players { tickets[player, default: []].append(ticket) }
        return settle([ticket])
    }

    mutating func remove(_ key: LobbyKey) -> [Change] {
        guard let entry = entries.removeValue(forKey: key) else { return [] }
        var later: [Ticket] = []
        for player in entry.players {
            tickets[player]?.removeAll { $0 == entry.ticket }
            if tickets[player]?.isEmpty == true { tickets[player] = nil }
            later += vacate(entry, by: player)
        }
        let unseated = entry.isLive ? [Change.unseated(key, entry.circle, entry.cross)] : []
        return unseated + settle(later)
    }

    /// Notes that somebody came or left.
    mutating func set(_ player: PlayerID, isPresent: Bool) -> [Change] {
        guard present.contains(player) != isPresent else { return [] }
        if isPresent {
            present.insert(player)
        } else {
            present.remove(player)
        }
        return settle(tickets[player] ?? [])
    }

    /// Decides on some Matches anew, and on all that depend on them, the earliest first.
    private mutating func settle(_ tickets: [Ticket]) -> [Change] {
        var changes: [Change] = []
        var waiting = tickets.sorted { $0.number > $1.number }
        while let ticket = waiting.popLast() {
            guard var entry = entries[ticket.key] else { continue }
            let isLive = isComplete(entry) && obstacle(to: entry) == nil
            guard isLive != entry.isLive else { continue }
            entry.isLive = isLive
            entries[ticket.key] = entry
            let later = isLive ? seat(entry) : entry.players.flatMap { vacate(entry, by: $0) }
            changes.append(
                isLive ? .seated(ticket.key) : .unseated(ticket.key, entry.circle, entry.cross))
            guard !later.isEmpty else { continue }
            waiting = (waiting + later).sorted { $0.number > $1.number }
        }
        return changes
    }

    /// Seats the players, and says which later Matches that unseats.
    private mutating func seat(_ entry: Entry) -> [Ticket] {
        entry.players.compactMap { seats.updateValue(entry.ticket, forKey: $0) }
    }

    /// Frees a player's seat, if it is this one, and says which Matches may take it.
    private mutating func vacate(_ entry: Entry, by player: PlayerID) -> [Ticket] {
        guard seats[player] == entry.ticket else { return [] }
        seats[player] = nil
        return (tickets[player] ?? []).filter { $0.number > entry.ticket.number }
    }

    private func isComplete(_ entry: Entry) -> Bool {
        entry.players.allSatisfy(present.contains)
    }

    /// The earlier Match in which one of the players is seated.
    private func obstacle(to entry: Entry) -> Ticket? {
        entry.players.compactMap { seats[$0] }.filter { $0.number < entry.ticket.number }
            .min { $0.number < $1.number }
    }
}
