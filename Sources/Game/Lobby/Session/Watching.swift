package import Game
package import SimperiumWire

/// What a person watches: what they want to see, and the match that shows it.
package struct Watching: Hashable, Sendable {
    /// What the person wants to see.
    package enum Choice: Hashable, Sendable {
        case nothing
        /// A match, through all its rounds.
        case match(ObjectKey)
        /// Whatever match that person plays.
        case person(PlayerID)
        /// Any match: another one once it has ended, and never before.
        case anything
    }

    package private(set) var choice = Choice.nothing
    /// The match on show; nil while there is none to see.
    package private(set) var match: ObjectKey?

    package init() {}

    /// Whether any match will do, as soon as its next round begins.
    var isWaitingForRound: Bool { choice == .anything && match == nil }

    package mutating func choose(_ choice: Choice, in lobbyState: LobbyState) {
        self.choice = choice
        match = nil
        follow(lobbyState)
    }

    /// Moves on if what is on show has ended.
    package mutating func follow(_ lobbyState: LobbyState) {
        if let match, lobbyState.ledger.standing(of: match) == .live { return }
        match = nil
        switch choice {
        case .nothing: break
        case .match(let key):
            guard lobbyState.ledger.standing(of: key) == .live else { return choice = .nothing }
            match = key
        case .person(let id):
            guard lobbyState.roster.contains(id) else { return choice = .nothing }
            match = lobbyState.ledger.seat(of: id)
        case .anything: match = lobbyState.mostWatched
        }
    }
}

extension LobbyState {
    /// The match that most people watch of those whose round goes on; of several the newest.
    fileprivate var mostWatched: ObjectKey? {
        let playing = liveMatches.filter { $0.match != nil && $0.match?.outcome == nil }
        let most = playing.map { watchers.count(watching: $0.key) }.max()
        return playing.last { watchers.count(watching: $0.key) == most }?.key
    }
}
