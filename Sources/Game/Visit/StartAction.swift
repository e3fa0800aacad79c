package import Game
package import Lobby

/// The screen or the request that a program starts with.
package enum StartAction: Hashable, Codable, Sendable {
    /// The lobby, with a search for an opponent at once.
    case lobby
    case join(JoinCodeWithHall)
    case challenge(PlayerName)
    /// The match with this key, or of the player with this name; the list of matches if nil.
    case watch(String?)
    case table(LocalGame.LocalOpponent)
    indirect case replay(PlayedRound)

    /// The Player's mode. Only a user who starts in the lobby is paired with any opponent.
    package var mode: MatchmakingMode {
        switch self {
        case .lobby: .auto
        case .join, .challenge: .open
        case .watch, .table, .replay: .busy
        }
    }
}

/// A start action until the program performs it, and the player to challenge once that player is
/// free.
package struct PendingStartAction: Hashable, Sendable {
    package struct AwaitedPlayer: Hashable, Sendable {
        package let name: PlayerName
        /// The terms of the invitation; nil for the user's own terms.
        var terms: MatchTerms?
    }

    package let opening: StartAction
    /// The action that the program must still perform; nil once it was taken.
    private var pending: StartAction?
    /// The player to challenge once they are in the lobby and free; nil if there is none.
    package internal(set) var awaited: AwaitedPlayer?

    package init(_ opening: StartAction) {
        self.opening = opening
        pending = opening
    }

    /// Removes and returns the action to perform; nil if it was taken already. Call this once all
    /// players are known. A player to challenge becomes the awaited player.
    package mutating func takeAction() -> StartAction? {
        defer { pending = nil }
        if case .challenge(let name)? = pending { awaited = AwaitedPlayer(name: name) }
        return pending
    }

    /// Removes the awaited player, and returns the request that challenges the player, once the
    /// player is in the lobby and can be invited; otherwise returns nil. A match with another
    /// player ends the wait.
    package mutating func takeChallenge(in lobby: LobbyClient) -> LobbyRequest? {
        guard let player = awaited else { return nil }
        guard lobby.own == nil else {
            awaited = nil
            return nil
        }
        guard let id = lobby.otherPlayer(called: player.name.text), lobby.isInvitable(id) else {
            return nil
        }
        awaited = nil
        return .challenge(id, by: player.terms)
    }
}
