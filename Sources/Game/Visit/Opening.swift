package import Game
package import Lobby

/// What the program opens with.
package enum Opening: Hashable, Codable, Sendable {
    /// The lobby, looking for an opponent at once.
    case lobby
    case join(InvitationCode)
    case challenge(PlayerName)
    /// The match of the person whose name this is, or the list of matches.
    case watch(String?)
    case table(Table.Opponent)
    /// A round that was played, to be seen again.
    indirect case replay(PlayedRound)

    /// The visit that a program begins with, of a fresh one and of one of a match that waits; and
    /// which waits until the person has said whether to go back to it. With nothing else to do the
    /// program goes on at once with the match.
    package func choose(
        _ fresh: LobbyClient.Beginning?, or kept: LobbyClient.Beginning?
    ) -> (begun: LobbyClient.Beginning?, waiting: LobbyClient.Beginning?) {
        self == .lobby ? (kept ?? fresh, nil) : (fresh, kept)
    }

    /// As what the person comes into the lobby: whoever looks for a certain match or person is not
    /// paired with another.
    package var mode: PlayerMode {
        switch self {
        case .lobby: .auto
        case .join, .challenge: .open
        case .watch, .table, .replay: .busy
        }
    }
}

/// What a program was started for, and what of it is still to be done.
package struct Purpose: Hashable, Sendable {
    package let opening: Opening
    /// What the opening asks for, until the lobby is there to ask it of.
    private var wish: Opening?
    /// The person to challenge as soon as they are here.
    package private(set) var awaited: PlayerName?

    package init(_ opening: Opening) {
        self.opening = opening
        wish = opening
    }

    /// What is to be asked for now that everybody can be seen; nil if that was done. A person to be
    /// challenged is awaited from here on.
    package mutating func takeWish() -> Opening? {
        defer { wish = nil }
        if case .challenge(let name)? = wish { awaited = name }
        return wish
    }

    /// The awaited person, once: as soon as they are here and free for us. A match with anybody
    /// else ends the waiting.
    package mutating func takeAwaited(in session: LobbySession) -> PlayerID? {
        guard let name = awaited else { return nil }
        guard session.own == nil else {
            awaited = nil
            return nil
        }
        guard let person = session.other(called: name.text), session.isWilling(person) else {
            return nil
        }
        awaited = nil
        return person
    }

    package mutating func stopWaiting() {
        awaited = nil
    }
}
