internal import Game
internal import SimperiumClock

/// Decides whom a person who waits should challenge, and when.
///
/// Whoever comes first in a pair starts the match at once. Nobody waits longer than a second for
/// them to start it: then those who are left pair among themselves, and the last of them, if one is
/// left over, starts with somebody who let them wait. Nobody waits a random time.
struct Matchmaker: Hashable, Sendable {
    /// How long others wait for whoever should start.
    static let patience = Duration.seconds(1)

    private struct Wait: Hashable {
        let starter: Pool.Place?
        let until: Instant
    }

    private struct Shun: Hashable {
        let until: Instant
        let wait: Duration
    }

    private static let longestShun = Duration.seconds(60)

    private let me: PlayerID
    /// Those who did not do what was theirs to do, for as long as they keep their places.
    private var slow: Set<Pool.Place> = []
    /// Those with whom a match has come to nothing, and how long they are left alone.
    private var shunned: [PlayerID: Shun] = [:]
    private var wait: Wait?
    private(set) var nextDeadline: Instant?

    init(for me: PlayerID) {
        self.me = me
    }

    /// Leaves somebody alone for a second; if that happens again soon, for twice as long each time.
    mutating func shun(_ opponent: PlayerID, at now: Instant) {
        let last = shunned[opponent].flatMap { now - $0.until < Self.longestShun ? $0 : nil }
        let wait = min(last.map { $0.wait * 2 } ?? Self.patience, Self.longestShun)
        shunned[opponent] = Shun(until: now + wait, wait: wait)
    }

    /// Notes that a match with somebody was played.
    mutating func trust(_ opponent: PlayerID) {
        shunned[opponent] = nil
    }

    mutating func rest() {
        wait = nil
        nextDeadline = nil
    }

    /// Whom to challenge now, if anybody. If not, to be asked again at `nextDeadline`.
    mutating func choose(in lobbyState: LobbyState, at now: Instant) -> PlayerID? {
        nextDeadline = nil
        if !shunned.isEmpty { shunned = shunned.filter { lobbyState.roster.contains($0.key) } }
        slow.formIntersection(slow.isEmpty ? [] : lobbyState.pool.places)
        while true {
            switch role(in: lobbyState) {
            case .none:
                rest()
                return nil
            case .starter(let partner):
                wait = nil
                guard let until = shunned[partner]?.until, until > now else { return partner }
                nextDeadline = until
                return nil
            case .waiting(let starter):
                if wait?.starter != starter || wait == nil {
                    wait = Wait(starter: starter, until: now + Self.patience)
                }
                guard let until = wait?.until, until <= now else {
                    nextDeadline = wait?.until
                    return nil
                }
                wait = nil
                markSlow(starter, in: lobbyState, at: now)
            }
        }
    }
}

extension Matchmaker {
    /// What a person does to come to a match.
    private enum Role {
        case none
        case starter(with: PlayerID)
        /// Until somebody else has started: the partner, or others if nobody is left to pair with.
        case waiting(for: Pool.Place?)
    }

    private func role(in lobbyState: LobbyState) -> Role {
        let places = lobbyState.pool.places
        guard let index = lobbyState.pool.index(of: me), places.count > 1 else { return .none }
        guard slow.isEmpty else { return role(among: places, in: lobbyState) }
        return role(of: index, in: places, lobbyState) ?? .waiting(for: nil)
    }

    /// The role if some are slow: they come last, and start nothing.
    private func role(among places: [Pool.Place], in lobbyState: LobbyState) -> Role {
        let quick = places.filter { $0.id == me || !slow.contains($0) }
        guard let index = quick.firstIndex(where: { $0.id == me }) else { return .none }
        if let role = role(of: index, in: quick, lobbyState) { return role }
        let others = places.filter { $0.id != me && slow.contains($0) }
        return others.first.map { .starter(with: $0.id) } ?? .waiting(for: nil)
    }

    private func role(of index: Int, in places: [Pool.Place], _ lobbyState: LobbyState) -> Role? {
        let line = places.lazy.map(\.id)
        guard let other = lobbyState.pairing.partner(of: index, in: line) else { return nil }
        let partner = places[other]
        let isPartnersTurn = lobbyState.roster[partner.id]?.isPassive == true || other < index
        return isPartnersTurn ? .waiting(for: partner) : .starter(with: partner.id)
    }

    /// Notes who has not started for a second: the partner, or whoever has been there for that long
    /// and comes first in another pair. A passive program starts at once or never.
    private mutating func markSlow(
        _ starter: Pool.Place?, in lobbyState: LobbyState, at now: Instant
    ) {
        if let starter { slow.insert(starter) }
        let places = lobbyState.pool.places.filter { !slow.contains($0) }
        let line = places.map(\.id)
        for (index, place) in places.enumerated()
        where place.id != me && place.since + Self.patience <= now {
            let isPassive = lobbyState.roster[place.id]?.isPassive == true
            let partner = lobbyState.pairing.partner(of: index, in: line)
            let isLate = partner.map { $0 > index && places[$0].since + Self.patience <= now }
            if isPassive || isLate == true { slow.insert(place) }
        }
    }
}
