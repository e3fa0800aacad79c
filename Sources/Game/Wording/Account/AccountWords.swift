package import Drawing
package import Records
internal import SimperiumWire

/// Texts about the user's account: on the screen, in plain text and after a command.
package enum AccountWords {
    package static var notSignedIn: String {
        "You are not signed in. Run tictactoe account signin or tictactoe account signup."
    }
    /// The text of `notSignedIn` in plain text for an ssh guest. The guest has no program to run.
    package static var guestNotSignedIn: String {
        "You are not signed in. Connect with ssh -t and press A to sign up or enter a code."
    }
    /// Returns the text of `notSignedIn` in the form of a command's error. The error names the
    /// server, because the user may be signed in at another one.
    package static func notSignedInError(at server: String) -> String {
        "you are not signed in at \(server); "
            + "run tictactoe account signin or tictactoe account signup"
    }

    /// Returns the error for an unreachable server. `isOwn` is true for the server of this machine,
    /// which the program uses without `--server`.
    package static func serverNotReached(
        _ server: String, because reason: String?, isOwn: Bool
    ) -> String {
        let advice =
            isOwn
            ? "Start one with tictactoe serve, or use --server to name another one."
            : "Check the address, or try again later."
        return "Can't reach the server \(server)\(reason.map { ": \($0)" } ?? ""). \(advice)"
    }

    package static func noRounds(with name: ForeignText) -> String {
        "You have no finished rounds against \(name)."
    }

    package static func signedIn(_ name: ForeignText) -> String { "You are signed in as \(name)." }

    package static func alreadySignedIn(_ name: ForeignText) -> String {
        "You are signed in as \(name). Run tictactoe account signout first."
    }

    package static func signedUp(_ name: ForeignText) -> String {
        "Account \(name) created. You are signed in."
    }

    package static func signedOut(_ name: ForeignText) -> String {
        "Signed out. \(name)'s data was removed from this machine."
    }

    package static func accountAndServer(_ name: ForeignText, at server: String) -> String {
        "\(name) at \(server)"
    }

    package static var passwordChanged: String { "Your password was changed." }
    package static var accountDeleted: String {
        "Account deleted. Your name stays in old results and is reserved for 90 days."
    }

    package static func unsentChanges(_ count: Int) -> String {
        count == 1
            ? "1 change has not reached the server yet."
            : "\(count) changes have not reached the server yet."
    }

    package static var signOutAnyway: String {
        "Use --force to sign out anyway and lose unsent changes."
    }
}

/// Texts about sessions.
extension AccountWords {
    /// Returns a line of the list of sessions: number, device, address, dates.
    package static func sessionLine(_ number: Int, _ facts: [String], isCurrent: Bool) -> String {
        let shown = facts.filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(number)  \(shown)\(isCurrent ? " (this session)" : "")"
    }

    package static func deviceNameOrPlaceholder(_ name: ForeignText) -> String {
        name.isEmpty ? "device without a name" : name.shown
    }
    package static var sessionOfEarlierVersion: String { "from an earlier version" }
    package static func sessionSince(_ day: String) -> String { "since \(day)" }
    package static func sessionLastUsed(_ day: String) -> String { "last used \(day)" }
    package static func sessionEnded(_ device: String) -> String {
        "The session on \(device) was ended."
    }

    package static var otherSessionsEnded: String { "All other sessions were ended." }
    package static func noSession(_ number: Int) -> String {
        "There is no session \(number). Run tictactoe account sessions."
    }
}

/// Texts about links between devices.
extension AccountWords {
    package static func enterCodeOnOtherDevice(_ code: ForeignText, seconds: Int) -> String {
        "Enter the code \(code) on the other device within "
            + "\(CountWords.minutes(in: .seconds(seconds)))."
    }

    /// `server` is the value of `--server` for the other device; nil for the default server.
    package static func howToEnterCode(_ code: ForeignText, at server: String?) -> String {
        "On the other device: \(linkCommand(code, at: server)) "
            + "(or: ssh -t -p PORT HOST link \(code))."
    }

    /// Returns the command that enters a code on another device. `server` is nil for the default
    /// server.
    package static func linkCommand(_ code: ForeignText, at server: String?) -> String {
        "tictactoe account link \(code)" + (server.map { " --server \($0)" } ?? "")
    }

    package static func allowSignInQuestion(_ device: ForeignText) -> String {
        "Allow \(device) to sign in? yes or no: "
    }

    /// The text after a failed device link, if the user typed the code on this device.
    package static var linkFailed: String {
        """
        Not linked: the other device refused, shows a new code, or waited 5 minutes. Get a new \
        code there.
        """
    }

    /// The text if a link code expires before another device uses it.
    package static var linkCodeExpired: String {
        "The code expired after 5 minutes. Run tictactoe account link for a new one."
    }

    package static var linkAllowed: String { "Allowed." }
    package static var linkRefused: String { "Refused." }
    package static var approveOnOtherDevice: String {
        "Now approve the link on the device showing the code."
    }
}

/// Prompts, and the errors about their answers. The terminal does not show a typed password.
extension AccountWords {
    /// Returns the prompt for a name, with the name that an empty answer stands for.
    package static func namePrompt(default name: String?) -> String {
        name.map { "Name [\($0)]: " } ?? "Name: "
    }
    package static var passwordPrompt: String { "Password: " }
    package static var newPasswordPrompt: String { "New password: " }
    package static var repeatPasswordPrompt: String { "Repeat the password: " }
    package static var resetCodePrompt: String { "Code from the operator: " }
    package static var badResetCode: String {
        "Wrong or expired code. Ask the server's operator for a new one."
    }
    package static var passwordsDiffer: String { "The passwords don't match." }
    package static var noInput: String {
        "No input: this needs a terminal, or --password-file."
    }

    package static func deletionConfirmationPrompt(_ name: ForeignText) -> String {
        "Delete account \(name), including friends and results? Type its name to confirm: "
    }

    package static var notDeleted: String { "The account was not deleted." }
}

extension PasswordFlaw {
    package var sentence: String {
        switch self {
        case .tooShort: "A password needs at least \(Password.shortest) characters."
        case .tooLong: "A password can have at most \(Password.longest) bytes."
        case .knownFromName: "Your password can't be your name. Choose another one."
        case .controls: "A password can't contain tabs or other invisible characters."
        }
    }
}

extension AccountRefusal {
    package var sentence: String {
        switch self {
        case .wrong: "Wrong name or password."
        case .wrongPassword: "The current password is wrong."
        case .taken: "This name is already taken. Choose another one."
        case .unfit: "The server does not accept that name or password."
        case .flawed(let flaw): flaw.sentence
        case .locked: "The server's operator has locked this account."
        case .tooMany(let seconds):
            "Too many attempts. Try again in \(Self.secondsOrMinutes(seconds))."
        case .nobodyCalledSo: "No account has this name."
        case .yourself: "You can't invite yourself."
        case .noGame: "This player isn't accepting invitations from you."
        case .gameChanged: "The game has changed, or no longer exists. Run tictactoe games."
        case .tooManyGames: "You have too many correspondence games or invitations. End one first."
        case .linkOver: "Wrong or expired code. Create a new one."
        case .linkRefused: "The other device refused the link."
        case .tokenEnded: "You have been signed out. Sign in again."
        case .unavailable: "The server can't do that right now. Try again in a moment."
        case .offline(let reason?): "Can't reach the server: \(reason)."
        case .offline(nil): "Can't reach the server."
        case .notEncrypted:
            "The connection to this server is not encrypted, so your password was not sent. "
                + "Use a wss:// address, or add --insecure-account."
        case .unknownServer:
            "This server doesn't support accounts. It may be older than this program."
        }
    }

    private static func secondsOrMinutes(_ seconds: Int) -> String {
        seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes"
    }
}

extension AccountFlaw {
    /// The reason why an account can't have that name or that password, or can't invite that
    /// player.
    fileprivate var sentence: String {
        switch self {
        case .openInvitations: "This player has not answered your other invitations yet."
        case .reserved: "This name is reserved. Choose another one."
        case .lookAlike: "This name is too similar to another player's. Choose a different one."
        case .unfitName:
            "A name can have up to 16 letters, digits, - _ . ' and single spaces."
        case .tooShort: PasswordFlaw.tooShort.sentence
        case .tooLong: PasswordFlaw.tooLong.sentence
        case .knownFromName: PasswordFlaw.knownFromName.sentence
        case .controls: PasswordFlaw.controls.sentence
        }
    }
}
