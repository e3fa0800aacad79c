package import Game
package import Lobby
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// The match that the user watches, and the choice that led to it.
package struct Watching: Hashable, Sendable {
    package enum WatchChoice: Hashable, Sendable {
        case nothing
        /// A match, through all its rounds.
        case match(ObjectKey)
        /// All matches of this player.
        case person(PlayerID)
        /// Any match. After its end, another match is chosen.
        case anything
    }

    package private(set) var choice = WatchChoice.nothing
    package private(set) var match: ObjectKey?

    package init() {}

    /// True if the choice is any match, and none is shown.
    var isWaitingForRound: Bool { choice == .anything && match == nil }

    package mutating func choose(_ choice: WatchChoice, in lobbyState: LobbyState) {
        self.choice = choice
        match = nil
        replaceEndedMatch(lobbyState)
    }

    /// Chooses a match to show if none is shown, or if the shown one has ended.
    package mutating func replaceEndedMatch(_ lobbyState: LobbyState) {
        if let match, lobbyState.ledger.liveness(of: match) == .live { return }
        match = nil
        switch choice {
        case .nothing: break
        case .match(let key):
            guard lobbyState.ledger.liveness(of: key) == .live else { return choice = .nothing }
            match = key
        case .person(let id):
            guard lobbyState.roster.contains(id) else { return choice = .nothing }
            match = lobbyState.ledger.seatedMatch(of: id)
        case .anything: match = lobbyState.mostWatched
        }
    }
}

extension LobbyState {
    /// The match in play with the most spectators; of several, the newest.
    fileprivate var mostWatched: ObjectKey? {
        let playing = liveMatches.filter { $0.match != nil && $0.match?.outcome == nil }
        let most = playing.map { watchers.count(watching: $0.key) }.max()
        return playing.last { watchers.count(watching: $0.key) == most }?.key
    }
}
