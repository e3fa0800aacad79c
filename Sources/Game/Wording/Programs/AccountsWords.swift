/// The output of `tictactoe accounts`.
package enum AccountsWords {
    package static let none = "there are no accounts"

    /// A line for each account.
    package static func account(
        _ name: String, id: String, since: String, isLocked: Bool, hasPassword: Bool
    ) -> String {
        let remarks = [isLocked ? locked : nil, hasPassword ? nil : keyOnly].compactMap(\.self)
        return ([name, id, since] + remarks).joined(separator: "  ")
    }

    private static let locked = "locked"
    private static let keyOnly = "no password"

    package static func isLocked(_ name: String) -> String {
        "\(name) is locked and signed out everywhere"
    }

    package static func isUnlocked(_ name: String) -> String { "\(name) can sign in again" }

    package static func isDeleted(_ name: String) -> String {
        "\(name) has been deleted; the name is reserved for 90 days"
    }

    package static func code(_ code: String, for name: String) -> String {
        "\(name) can set a new password with the code \(code) within an hour"
    }
}

/// Errors.
extension AccountsWords {
    package static func noKeys(_ path: String) -> String {
        "there is no administrator token in \(path): check --store or --keys"
    }

    package static let badKeys = "the server on this machine uses different keys"

    package static func noSuchAccount(_ name: String) -> String {
        "there is no account named \(name)"
    }

    package static func refused(_ status: Int) -> String {
        "the server answered with HTTP status \(status)"
    }
}
