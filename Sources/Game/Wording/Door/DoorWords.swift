internal import Drawing

/// What guests are told who come by ssh, before and beside the game.
package enum DoorWords {
    package static let noShell =
        "This server has no shell: commands are not executed. It knows only: play,"
        + " watch [NAME], join CODE, link [CODE], players [--json],"
        + " games [--json], status [--short]."
    /// To a guest without a terminal whose input is at its end before it began.
    package static let noTerminal =
        "Nothing was typed: ssh -t brings a screen, and without it the game is played in lines."
    package static let noScreen =
        "This game can't draw on your terminal. Set TERM to what it is, such as"
        + " xterm-256color, and come again."
    package static let noLobby =
        "The lobby can't be reached at present. Please try again in a minute."

    package static let full = "This server is full. Please try again in a few minutes."
    package static let addressFull =
        "Too many connections from your address. Please close one first."
    package static let tooOften =
        "Too many connections in a minute. Please try again in a minute."

    package static let closing = "The server restarts. Please come back in a minute."
    /// To somebody in a match whose key will be known again.
    package static let closingOnPlayer =
        "The server restarts. Come back within a minute: your game waits for you."
    /// To somebody in a match who will be nobody in particular.
    package static let closingOnGuest =
        "The server restarts, and your game ends with it. Please come back in a minute; who has an"
        + " ssh key goes on where they were."

    /// To a guest who comes while the door closes.
    package static let closed = "The server restarts. Please come back."

    /// What a guest's terminal is called on the other devices of their account.
    package static let device = "ssh"

    /// To a guest who wants a key linked to an account.
    package static let askCode = "The code that the other device shows: "
    package static let noKey =
        "This needs a key of yours: make one with ssh-keygen, and come with it."
    package static let keyIsNobodys =
        "No account has this key: sign up with it in the game, or link it to the one you have."
    package static let noAccounts =
        "The way from here to the server is not encrypted, so nobody can be signed in."

    package static func linked(to name: String) -> String {
        "Done. Whoever comes with this key is \(name.asForeignText)."
    }

    /// To somebody who comes with the key of somebody who plays.
    package static let rival =
        "You play in another window. g: go on here, Enter: play as somebody else"

    package static func key(_ fingerprint: String) -> String { "Your key is \(fingerprint)." }

    /// What a guest is told in time who presses no key.
    package static func idleWarning(after idle: Duration, leavingIn rest: Duration) -> String {
        "No key for \(Count.minutes(in: idle)): you leave in \(Count.minutes(in: rest)) unless you"
            + " press one."
    }

    package static func goodbye(afterIdle idle: Duration) -> String {
        "You pressed no key for \(Count.minutes(in: idle)), so your place went to others."
            + " Come back any time."
    }

    /// What a guest is told whom the host keeps out; for ever, if no last day is given.
    package static func keptOut(until lastDay: String?, because reason: String) -> String {
        "You are kept out" + (lastDay.map { " until \($0) has passed" } ?? "")
            + (reason.isEmpty ? "." : ": \(reason)")
    }
}
