import SimperiumWire

/// An action on a user of an app. Raw values are the names in an address.
enum AccountAction: String, CaseIterable {
    case create
    case authorize
    case update
    case resetPassword = "reset_password"
    case delete
    /// The user leaves. This action and the next are of the plug-in's app only.
    case leave
    /// A device that the user has approved gets its token.
    case link
    case lock
    case unlock
    /// The operator makes a code that lets the user set a new password.
    case reset

    /// The actions of every app, at `/1/APP/ACTION/`.
    static let common: [AccountAction] = [.create, .authorize, .update, .resetPassword, .delete]
    /// The operator's actions, at `/1/APP/accounts/NAME/ACTION/`.
    static let operators: [AccountAction] = [.lock, .unlock, .reset, .delete]

    var isForAdministrators: Bool {
        [.resetPassword, .delete, .lock, .unlock, .reset].contains(self)
    }

    /// True if the user is gone after the action, with all their data.
    var isFarewell: Bool { self == .delete || self == .leave }
}

/// A step of an action on an account.
enum AccountStep {
    /// Finds the user. A missing user is refused at once; or in `checkPassword`, where the answer
    /// must not show which users exist.
    case find
    /// Requires that no user has the key.
    case checkKey
    /// Requires that no other user has the new name, if there is one.
    case checkName
    /// Charges the attempt to the name, unless the name has to wait.
    case admit
    /// Requires the password, if the user has one or has shown no token.
    case checkPassword
    /// Requires the operator's code.
    case checkCode
    /// Requires that the account is not locked.
    case checkStanding
    /// Hashes the new password, if there is one.
    case hash
    /// Chooses the tokens that end to make room for the new one.
    case makeRoom
    /// Stores the change. If the user has changed since `find`, all steps begin again, once.
    case store
    /// Drops the user's buckets, and ends the account.
    case dropBuckets
    /// Opens an operator's code.
    case openCode
}

extension AccountCall {
    /// The steps of the action, in their order.
    var allSteps: [AccountStep] {
        switch action {
        case .create where isByKey: [.checkKey, .checkName, .store]
        case .create: [.checkName, .hash, .store]
        case .authorize where isByKey: [.find, .checkStanding, .makeRoom, .store]
        case .authorize where form.code != nil:
            [.find, .checkCode, .checkStanding, .hash, .store]
        case .authorize: [.find, .admit, .checkPassword, .checkStanding, .makeRoom, .store]
        case .update: [.find, .admit, .checkPassword, .checkStanding, .checkName, .hash, .store]
        case .link: [.find, .makeRoom, .store]
        case .leave: [.find, .admit, .checkPassword, .checkStanding, .store, .dropBuckets]
        case .delete: [.find, .store, .dropBuckets]
        case .resetPassword: [.find, .hash, .store]
        case .lock, .unlock: [.find, .store]
        case .reset: [.find, .openCode]
        }
    }
}

/// A call that acts on an account, and its results so far.
///
/// `Host.performNextStep` performs `steps` in their order. A step that needs an answer stores the
/// rest as the call's continuation, and the answer resumes it. After the last step the caller gets
/// the reply. A step that fails throws the `CallRefusal`, and the remaining steps are dropped.
struct AccountCall {
    let action: AccountAction
    let app: AppID
    let form: AccountForm
    /// The query that finds the user.
    let query: AccountQuery
    /// The rules for the names of the app's users.
    let names: any UserNameRules
    /// The address that a sign-in makes a known one of the user.
    var place: SignInAddressPrefix?
    /// The token that the caller has shown.
    var token: SecretDigest?
    /// The offer of the device that gets a token.
    var offer: OpenCodes.LinkOffer?
    /// The generation of the user who allowed the offer.
    var allowedGeneration: Int?

    /// The steps that are left.
    var steps: ArraySlice<AccountStep> = []
    var hasBegunAgain = false
    /// The user as found, or as created.
    var user: StoredUser?
    /// The hash that the caller's password matched. It need not be checked again.
    var matched: PasswordHash?
    var newHash: PasswordHash?
    /// The tokens that end to make room for the new one.
    var ending: [SecretDigest] = []
    var issued: Token?

    /// Creates a call that acts on the user with the form's name or key.
    init(
        _ action: AccountAction, of app: AppID, _ form: AccountForm, names: any UserNameRules
    ) {
        let query: AccountQuery =
            if let key = form.fingerprint {
                .keyHolder(key, app: app)
            } else {
                .user(folded: names.folded(form.userName), of: app)
            }
        self.init(action, of: app, form, query, names: names)
    }

    init(
        _ action: AccountAction, of app: AppID, _ form: AccountForm, _ query: AccountQuery,
        names: any UserNameRules
    ) {
        self.action = action
        self.app = app
        self.form = form
        self.query = query
        self.names = names
        steps = allSteps[...]
    }

    /// Returns to the first step, without the user that was found. Results of hashing are kept.
    mutating func beginAgain() {
        hasBegunAgain = true
        user = nil
        steps = allSteps[...]
    }

    /// The name that the user gets, if it is a new one.
    var newName: String? {
        switch action {
        case .create: form.userName
        case .update: form.newUserName
        default: nil
        }
    }

    /// The password that the user gets, if it is a new one.
    var newPassword: String? { action == .create ? form.password : form.newPassword }

    /// True if a key takes the place of the name and the password.
    var isByKey: Bool { form.fingerprint != nil }

    /// Refuses a new name or a new password that no user can have.
    func validateNameAndPassword() throws(CallRefusal) {
        if let newName { _ = try names.validatedName(newName) }
        let needsPassword = action == .create && !isByKey || action == .resetPassword
        guard newPassword != nil || needsPassword || form.code != nil else { return }
        try names.validatePassword(newPassword, of: newName ?? form.userName)
    }
}
