import SimperiumWire

/// A call that concerns a user: what is known by now, and what it waits for.
struct AccountCall {
    /// In this order, each where it is needed.
    enum Stage {
        case findingUser
        /// Who has a key.
        case findingKey
        case checkingPassword
        case hashingNewPassword
        /// Whether another user has the name that the user is to have.
        case findingNewName
        /// Which tokens the user has, of whom one is to get another.
        case makingRoom
        case listingTokens
        case listingBuckets
    }

    let action: AccountAction
    let app: AppID
    let form: AccountForm
    var stage = Stage.findingUser
    /// The user as kept, and later as wanted.
    var user: StoredUser?
    /// What the new password is hashed with.
    var salt: [UInt8] = []
    /// Whether the caller has shown the user's own token.
    var hasToken = false
    /// What of a device is kept with the token that it gets.
    var offer: LinkDesk.Offer?

    init(_ action: AccountAction, of app: AppID, _ form: AccountForm) {
        self.action = action
        self.app = app
        self.form = form
    }

    var names: NameRule { NameRule(of: app) }

    /// The name that the user is to have, if it is another one than so far.
    var newName: String? {
        switch action {
        case .create: form.userName
        case .update: form.newUserName
        case .authorize, .resetPassword, .delete, .leave, .link, .lock, .unlock, .reset: nil
        }
    }

    /// The password that the user is to have, if it is another one than so far.
    var newPassword: String? { action == .create ? form.password : form.newPassword }

    /// Whether a user is found by a key, or made for one, and needs no password.
    var isByKey: Bool { form.fingerprint != nil }

    /// The name that no other call may take meanwhile.
    var claim: NameClaim? {
        guard case .findingNewName = stage, let newName else { return nil }
        return NameClaim(app: app, folded: names.folded(newName))
    }
}

/// A name that a call is about to give a user.
struct NameClaim: Hashable {
    let app: AppID
    let folded: String
}
