import SimperiumWire

/// An action on a user of an app. The raw values are the names in URL paths.
enum AccountAction: String, CaseIterable {
    case create
    case authorize
    case update
    case resetPassword = "reset_password"
    case delete
    /// The deletion of a user's own account. Only the plug-in's app has the actions `leave` and
    /// `link`.
    case leave
    /// The sign-in of a device that the user has approved.
    case link
    case lock
    case unlock
    /// The operator's request for a reset code, which lets the user set a new password.
    case reset

    /// The actions of every app, at `/1/APP/ACTION/`.
    static let common: [AccountAction] = [.create, .authorize, .update, .resetPassword, .delete]
    /// The operator's actions, at `/1/APP/accounts/NAME/ACTION/`.
    static let operators: [AccountAction] = [.lock, .unlock, .reset, .delete]

    var isForAdministrators: Bool {
        switch self {
        case .resetPassword, .delete, .lock, .unlock, .reset: true
        case .create, .authorize, .update, .leave, .link: false
        }
    }

    /// True if the action deletes the account and all its data.
    var deletesAccount: Bool { self == .delete || self == .leave }
}

/// A step of an action on an account.
enum AccountStep {
    /// Finds the user. If the answer must not show which users exist, a missing user is refused in
    /// `checkPassword` or `checkCode`; otherwise here.
    case find
    /// Requires that the key is not linked to a user.
    case checkKey
    /// Requires that no other user has the new name, if the action sets one.
    case checkName
    /// Charges the attempt to the name. Refuses the attempt if the name must wait.
    case admit
    /// Requires the password, unless the user has no password and the caller has presented a token.
    case checkPassword
    /// Requires the reset code.
    case checkCode
    /// Requires that the account is not locked.
    case checkStanding
    /// Hashes the new password, if the action sets one.
    case hash
    /// Chooses the tokens to revoke: expired tokens, and others if a new token needs room.
    case makeRoom
    /// Stores the change. If the user has changed since `find`, the host repeats all steps, but
    /// only once.
    case store
    /// Drops the user's buckets. Then removes the account, or anonymises it to reserve the name.
    case dropBuckets
    /// Opens a reset code, and answers the operator with it.
    case openCode
}

extension AccountCall {
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

/// A call that acts on an account, with the results of its steps so far.
///
/// `Host.performNextStep` performs `remainingSteps` in their order. A step that needs an answer
/// stores the remaining steps as the call's continuation, and the answer resumes the call. After
/// the last step the caller gets the reply. A step that fails throws the `CallRefusal`, and the
/// remaining steps are dropped.
struct AccountCall {
    let action: AccountAction
    let app: AppID
    let form: AccountForm
    /// The query that finds the user.
    let query: AccountQuery
    let nameRules: any UserNameRules
    /// The prefix of the caller's address; nil if no attempt is charged. A sign-in adds this prefix
    /// to the user's known addresses.
    var callerPrefix: SignInAddressPrefix?
    /// The token that the caller has presented; nil if the action does not use one.
    var token: SecretDigest?
    /// The approval of the device that receives the token of a `link`; nil for other actions.
    var approval: OpenLinkCodes.LinkApproval?

    var remainingSteps: ArraySlice<AccountStep> = []
    var hasBegunAgain = false
    /// The user that a step has found or created; nil before that step, or if there is no such
    /// user.
    var user: StoredUser?
    /// The stored hash that the caller's password has matched; nil before the first match. Repeated
    /// steps do not check the password against this hash again.
    var matchedHash: PasswordHash?
    var newHash: PasswordHash?
    /// The digests of the tokens to revoke: expired tokens, and others to make room for the new
    /// token.
    var tokensToEnd: [SecretDigest] = []
    var issuedToken: Token?

    /// Creates a call that acts on the user that `query` finds; without a query, on the user with
    /// the form's name or key.
    init(
        _ action: AccountAction, of app: AppID, _ form: AccountForm,
        _ query: AccountQuery? = nil, nameRules: any UserNameRules
    ) {
        self.action = action
        self.app = app
        self.form = form
        self.query =
            query ?? form.fingerprint.map { AccountQuery.keyHolder($0, app: app) }
            ?? .user(folded: nameRules.folded(form.userName), of: app)
        self.nameRules = nameRules
        remainingSteps = allSteps[...]
    }

    /// Starts over at the first step, and drops the user that was found. Results of hashing are
    /// kept.
    mutating func restartSteps() {
        hasBegunAgain = true
        user = nil
        remainingSteps = allSteps[...]
    }

    /// The name that the action sets; nil if it sets none.
    var newName: String? {
        switch action {
        case .create: form.userName
        case .update: form.newUserName
        default: nil
        }
    }

    /// The password that the action sets; nil if it sets none.
    var newPassword: String? { action == .create ? form.password : form.newPassword }

    /// True if the user is identified by a key instead of a name and a password.
    var isByKey: Bool { form.fingerprint != nil }

    /// Throws if the new name or password is not valid, or if a required password is missing.
    func validateNameAndPassword() throws(CallRefusal) {
        if let newName { _ = try nameRules.validatedName(newName) }
        let needsPassword = action == .create && !isByKey || action == .resetPassword
        guard newPassword != nil || needsPassword || form.code != nil else { return }
        try nameRules.validatePassword(newPassword, of: newName ?? form.userName)
    }
}
