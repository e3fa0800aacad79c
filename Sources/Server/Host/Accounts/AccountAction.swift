/// What is done to a user of an app. Raw values are their names in an address.
enum AccountAction: String, CaseIterable {
    case create
    case authorize
    case update
    case resetPassword = "reset_password"
    case delete
    /// Of the game's app only, from here on. The user goes, of their own accord.
    case leave
    /// A device that was let in is given its token.
    case link
    case lock
    case unlock
    /// The operator has a code made by which a user gets another password.
    case reset

    /// Those that every app has, at `/1/APP/ACTION/`.
    static let common: [AccountAction] = [.create, .authorize, .update, .resetPassword, .delete]
    /// What an operator does at `/1/APP/accounts/NAME/ACTION/`.
    static let operators: [AccountAction] = [.lock, .unlock, .reset, .delete]

    var isForAdministrators: Bool {
        switch self {
        case .resetPassword, .delete, .lock, .unlock, .reset: true
        case .create, .authorize, .update, .leave, .link: false
        }
    }

    /// Whether the user is gone then, with all that is theirs.
    var isFarewell: Bool { self == .delete || self == .leave }
}
