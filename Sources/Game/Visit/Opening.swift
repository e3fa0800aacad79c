package import Game
package import Lobby

/// The first screen of the program.
package enum StartAction: Hashable, Codable, Sendable {
    /// The lobby, looking for an opponent at once.
    case lobby
    case join(InvitationCode)
    case challenge(PlayerName)
    /// The match of the person whose name this is, or the list of matches.
    case watch(String?)
    case table(LocalGame.Mode)
    /// A round that was played, to be seen again.
    indirect case replay(PlayedRound)

    /// The mode of the person's Player: a person who looks for a certain match or opponent is not
    /// paired with another one.
    package var mode: PlayerMode {
        switch self {
        case .lobby: .auto
        case .join, .challenge: .open
        case .watch, .table, .replay: .busy
        }
    }
}

/// The purpose that a program was started for.
package struct Purpose: Hashable, Sendable {
    package let opening: StartAction
    /// The opening's request, until the lobby is there.
    private var wish: StartAction?
    /// The person to challenge as soon as they are here.
    package private(set) var awaited: PlayerName?

    package init(_ opening: StartAction) {
        self.opening = opening
        wish = opening
    }

    /// Takes the request, once all people are known; nil if it was taken. A person to challenge is
    /// awaited from here on.
    package mutating func nextAction() -> StartAction? {
        defer { wish = nil }
        if case .challenge(let name)? = wish { awaited = name }
        return wish
    }

    /// Takes the awaited person, as soon as they are here and free. A match with another person
    /// ends the wait.
    package mutating func nextChallenge(in lobby: LobbyClient) -> PlayerID? {
        guard let name = awaited else { return nil }
        guard lobby.own == nil else {
            awaited = nil
            return nil
        }
        guard let person = lobby.other(called: name.text), lobby.isWilling(person) else {
            return nil
        }
        awaited = nil
        return person
    }

    /// Challenges a person as soon as they are here and free.
    package mutating func wait(for name: PlayerName) {
        awaited = name
    }

    package mutating func stopWaiting() {
        awaited = nil
    }
}
