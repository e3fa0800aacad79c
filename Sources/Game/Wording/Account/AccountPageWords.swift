/// The page of the account, and that of the statistics.
package enum AccountPageWords {
    package static let heading = "ACCOUNT"
    package static let section = "account"
    package static let friendsSection = "friends"
    package static let statisticsSection = "statistics"
    package static let devicesSection = "devices"

    package static let isGuest = "You play as a guest."
    package static let promise = "An account keeps your name, your friends and your results,"
    package static let promiseToo = "on every device, by terminal and by ssh."

    package static func isSignedIn(_ name: String, at server: String) -> String {
        server.isEmpty ? "\(name), only on this machine" : "\(name) at \(server)"
    }

    package static func code(_ code: String, left: String) -> String {
        "Code \(code): type it on the other device, \(left)"
    }

    package static let offering = "Waiting for a yes on the device that showed the code."
    package static let asking = "Asking the server …"
    package static let otherName = "That is not the name of this account."

    package static func letIn(_ device: String) -> String { "Let in \(device)?" }

    /// Of a device that came in lately, so that one that nobody let in is seen.
    package static func newDevice(_ name: String, since span: String) -> String {
        "New: \(name), let in \(span) ago. Is it yours? Devices removes it."
    }

    package static func signOut(unsent count: Int) -> String {
        "Sign out? \(AccountWords.unsent(count))"
    }
}

/// What can be done there, and what Enter does.
package struct AccountItemWords: Sendable {
    package let name: String
    package let promise: String

    private init(_ name: String, _ promise: String) {
        self.name = name
        self.promise = promise
    }

    package static let signIn = AccountItemWords(
        "Sign in", "Enter asks for your name and password.")
    package static let signUp = AccountItemWords("Sign up", "Enter makes a name yours.")
    package static let enterCode = AccountItemWords(
        "Enter a code", "Enter asks for the code that another device of yours shows.")
    package static let statistics = AccountItemWords("Statistics", "Enter shows how you play.")
    package static let friends = AccountItemWords("Friends", "Enter shows your friends.")
    package static let showCode = AccountItemWords(
        "Link a device", "Enter makes a code for another device, or for a key by ssh.")
    package static let devices = AccountItemWords(
        "Devices", "Enter shows which devices and keys are linked, to remove one.")
    package static let settings = AccountItemWords(
        "Settings", "Enter shows what you can choose.")
    package static let changePassword = AccountItemWords(
        "Change password", "Enter asks for the old one and a new one.")
    package static let signOut = AccountItemWords(
        "Sign out", "Enter signs out and removes what is kept here.")
    package static let delete = AccountItemWords(
        "Delete the account", "Enter asks for the name once more before it is gone.")
}

/// The statistics.
package enum StatisticsWords {
    package static let heading = "STATISTICS"
    package static let none = "No rounds yet: those you finish are counted here."
    package static let leadsToAccount = "Esc: back to the account."

    package static func total(played: Int, _ figures: (won: Int, lost: Int, drawn: Int)) -> String {
        "\(played) round\(played == 1 ? "" : "s"): \(figures.won) won, \(figures.lost) lost, "
            + "\(figures.drawn) drawn"
    }

    package static func streak(_ streak: Int, longest: Int) -> String {
        "Won in a row: \(streak) now, \(longest) at most"
    }

    package static let won = "won"
    package static let lost = "lost"
    package static let drawn = "drawn"
    /// What the columns of the list are.
    package static let rival = "against"
    package static let figures = "won–lost–drawn"
    /// Above how all of them went.
    package static let allRounds = "ALL ROUNDS"
    package static let rounds = "rounds"

    package static func bot(_ name: String) -> String { "\(name) bot" }
    package static func guest(_ name: String) -> String { "\(name) (guest)" }
}

/// The devices and keys that an account is linked with.
package enum DeviceWords {
    package static let heading = "DEVICES"
    package static let none = "No device was linked by a code."
    /// What the columns of the list are.
    package static let device = "device or key"
    package static let since = "let in"
    package static let new = "new"
    package static let removes = "Enter removes what is chosen: it is signed out there."
    package static let fewWords = "Enter removes what is chosen."
    package static func linked(_ span: String) -> String { "\(span) ago" }
    package static func removed(_ name: String) -> String { "\(name) is removed." }
    package static func remove(_ name: String) -> String {
        "Remove \(name)? It will be signed out."
    }
}
