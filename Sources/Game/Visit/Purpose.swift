package import Game
package import Lobby

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
