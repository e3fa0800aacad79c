/// The texts of the account page.
package enum AccountPageWords {
    package static let heading = "ACCOUNT"
    package static let section = "account"
    package static let friendsSection = "friends"
    package static let statisticsSection = "statistics"
    package static let devicesSection = "devices"

    package static let isGuest = "You are playing as a guest."
    package static let promise = "An account syncs your name, friends and results"
    package static let promiseToo = "across all your devices, in the terminal and over ssh."

    package static func isSignedIn(_ name: String, at server: String) -> String {
        server.isEmpty ? "\(name), on this machine only" : "\(name) at \(server)"
    }

    package static func code(_ code: String, left: String) -> String {
        "Code \(code): enter it on the other device (\(left) left)."
    }

    package static let offering = "Waiting for approval on the device showing the code."
    package static let asking = "Contacting the server …"
    package static let otherName = "That isn't your account name."

    package static func letIn(_ device: String) -> String { "Allow \(device) to sign in?" }

    /// A warning about a new device, so that the owner notices one that they did not link.
    package static func newDevice(_ name: String, since span: String) -> String {
        "New device: \(name), linked \(span) ago. Not yours? Remove it under Devices."
    }

    package static func signOut(unsent count: Int) -> String {
        "Sign out? \(AccountWords.unsent(count))"
    }
}

/// The name of an item on the account page, and the action of Enter on it.
package struct AccountItemWords: Sendable {
    package let name: String
    package let promise: String

    private init(_ name: String, _ promise: String) {
        self.name = name
        self.promise = promise
    }

    package static let signIn = AccountItemWords(
        "Sign in", "Enter asks for your name and password.")
    package static let signUp = AccountItemWords("Sign up", "Enter creates an account.")
    package static let enterCode = AccountItemWords(
        "Enter a code", "Enter asks for the code shown on your other device.")
    package static let statistics = AccountItemWords("Statistics", "Enter shows your results.")
    package static let friends = AccountItemWords("Friends", "Enter shows your friends.")
    package static let showCode = AccountItemWords(
        "Link a device", "Enter creates a code to link a device or an ssh key.")
    package static let devices = AccountItemWords(
        "Devices", "Enter lists your linked devices and keys.")
    package static let settings = AccountItemWords("Settings", "Enter shows your settings.")
    package static let changePassword = AccountItemWords(
        "Change password", "Enter asks for your old password and a new one.")
    package static let signOut = AccountItemWords(
        "Sign out", "Enter signs you out and removes your data from this machine.")
    package static let delete = AccountItemWords(
        "Delete account", "Enter asks you to confirm, then deletes your account.")
}

/// The texts of the statistics page.
package enum StatisticsWords {
    package static let heading = "STATISTICS"
    package static let none = "No rounds yet. Finish one to see your statistics."
    package static let leadsToAccount = "Esc: back to your account."

    package static func total(played: Int, _ figures: (won: Int, lost: Int, drawn: Int)) -> String {
        "\(played) round\(played == 1 ? "" : "s"): \(figures.won) won, \(figures.lost) lost, "
            + "\(figures.drawn) drawn"
    }

    package static func streak(_ streak: Int, longest: Int) -> String {
        "Winning streak: \(streak) (best: \(longest))"
    }

    package static let won = "won"
    package static let lost = "lost"
    package static let drawn = "drawn"
    /// The titles of the list's columns.
    package static let rival = "opponent"
    package static let figures = "won–lost–drawn"
    /// The heading above the results of all rounds.
    package static let allRounds = "ALL ROUNDS"
    package static let rounds = "rounds"

    package static func bot(_ name: String) -> String { "\(name) bot" }
    package static func guest(_ name: String) -> String { "\(name) (guest)" }
}

/// The texts of the page that lists linked devices and keys.
package enum DeviceWords {
    package static let heading = "DEVICES"
    package static let none = "No devices linked with a code."
    /// The titles of the list's columns.
    package static let device = "device or key"
    package static let since = "linked"
    package static let new = "new"
    package static let removes = "Enter removes the selected device or key and signs it out."
    package static let fewWords = "Enter removes the selected one."
    package static func linked(_ span: String) -> String { "\(span) ago" }
    package static func removed(_ name: String) -> String { "\(name) was removed." }
    package static func remove(_ name: String) -> String {
        "Remove \(name)? It will be signed out."
    }
}
