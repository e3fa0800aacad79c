internal import Drawing
package import Records

/// What people read of their account: on the screen, in lines and after a command.
package enum AccountWords {
    package static let nobody = "Nobody is signed in: tictactoe account signin, or signup."

    package static func noRounds(with name: String) -> String {
        "No rounds with \(name.asForeignText) are counted here."
    }

    package static func signedIn(_ name: String) -> String { "You are signed in as \(name)." }

    package static func signedUp(_ name: String) -> String {
        "The name \(name) is yours now, and you are signed in."
    }

    package static func signedOut(_ name: String) -> String {
        "Signed out. Nothing of \(name) is left on this machine."
    }

    package static func shown(_ name: String, at server: String) -> String {
        "\(name.asForeignText) at \(server)"
    }

    package static let passwordChanged = "Your password is changed."
    package static let deleted =
        "The account is deleted. In others' results your name stays; nobody gets it for 90 days."

    package static func unsent(_ count: Int) -> String {
        "\(count) change\(count == 1 ? "" : "s") of yours did not reach the server yet."
    }

    package static let signOutAnyway = "--force signs out all the same, and they are lost."
}

/// Links between devices.
extension AccountWords {
    package static func code(_ code: String, seconds: Int) -> String {
        "Type \(code) on the other device within \(seconds / 60) minutes."
    }

    package static let codeOnOtherDevice =
        "There it is: tictactoe account link CODE, or ssh HOST link."

    package static func asksIn(_ device: String) -> String {
        "Let in \(device.asForeignText)? yes or no: "
    }

    package static let letIn = "It is let in."
    package static let keptOut = "It is kept out."
    package static let waitsForYes = "Now say yes on the device that showed the code."
}

/// What is asked for. The password is not shown.
extension AccountWords {
    package static let askName = "Name: "
    package static let askPassword = "Password: "
    package static let askNewPassword = "New password: "
    package static let askAgain = "The same again: "
    package static let notTheSame = "The two are not the same."
    package static let nothingTyped = "Nothing was typed."

    package static func askToDelete(_ name: String) -> String {
        "Delete the account \(name) with all its friends and results? Type the name: "
    }

    package static let notDeleted = "The account stays as it is."
}

extension PasswordFlaw {
    package var sentence: String {
        switch self {
        case .tooShort: "A password has \(Password.shortest) characters or more."
        case .tooLong: "A password has \(Password.longest) bytes at most."
        case .knownFromName: "Your name is known to all: choose another password."
        case .controls: "A password has no tabs, and nothing else that can't be seen."
        }
    }
}

extension AccountRefusal {
    package var sentence: String {
        switch self {
        case .wrong: "There is no such name with that password."
        case .taken: "Somebody has this name."
        case .unfit: "The server does not take that name or that password."
        case .flawed(let flaw): flaw.sentence
        case .locked: "The operator of this server has locked the account."
        case .tooMany(let seconds): "Too many tries: wait \(Self.words(seconds))."
        case .nobodyCalledSo: "No account has this name."
        case .noGame: "They take no game over days from you at present."
        case .tooManyGames: "You have as many games over days as one may have at once."
        case .linkOver: "This code is not good: it may be mistyped, used or old."
        case .linkRefused: "The other device said no."
        case .tokenEnded: "You are signed in no longer: sign in again."
        case .unavailable: "The server can't do that now: try again in a moment."
        case .offline(let reason?): "The server can't be reached: \(reason)."
        case .offline(nil): "The server can't be reached."
        case .notEncrypted:
            "The way to this server is not encrypted, and your password stays here: "
                + "name it by wss://, or add --insecure-account."
        case .unknownServer: "This server knows no accounts: it may be older than this program."
        }
    }

    private static func words(_ seconds: Int) -> String {
        seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes"
    }
}

extension AccountFlaw {
    /// Why nobody can have that name, or that password.
    fileprivate var sentence: String {
        switch self {
        case .reserved: "Nobody can have this name: it is reserved."
        case .lookAlike: "This name looks like somebody's: choose one that can't be mistaken."
        case .unfitName: "A name has letters, digits, - _ . ' and single spaces, 16 at most."
        case .tooShort: PasswordFlaw.tooShort.sentence
        case .tooLong: PasswordFlaw.tooLong.sentence
        case .knownFromName: PasswordFlaw.knownFromName.sentence
        case .controls: PasswordFlaw.controls.sentence
        }
    }
}
