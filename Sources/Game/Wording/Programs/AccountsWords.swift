/// What `accounts` says to the operator.
package enum AccountsWords {
    package static let nobody = "nobody has an account"

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
        "\(name) is locked out, and signed in nowhere any more"
    }

    package static func isUnlocked(_ name: String) -> String { "\(name) may sign in again" }

    package static func isDeleted(_ name: String) -> String {
        "\(name) is gone with everything; nobody can have the name for 90 days"
    }

    package static func code(_ code: String, for name: String) -> String {
        "\(name) may choose another password with the code \(code), within an hour"
    }
}

/// Why nothing came of it.
extension AccountsWords {
    package static func noKeys(_ path: String) -> String {
        "there are no keys in \(path); name the file by --store or --keys"
    }

    package static let badKeys = "the server of this machine has other keys"

    package static func noSuchAccount(_ name: String) -> String {
        "there is no account called \(name)"
    }

    package static func refused(_ status: Int) -> String { "the server answered \(status)" }
}
