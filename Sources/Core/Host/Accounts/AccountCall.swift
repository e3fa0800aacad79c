import SimperiumWire

/// A call that concerns a user: what is known by now, and what it waits for.
struct AccountCall {
    /// In this order, each where it is needed.
    enum Stage {
        case findingUser
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

    init(_ action: AccountAction, of app: AppID, _ form: AccountForm) {
        self.action = action
        self.app = app
        self.form = form
    }

    /// The name that the user is to have, if it is another one than so far.
    var newName: String? { action == .create ? form.userName : form.newUserName }

    /// The password that the user is to have, if it is another one than so far.
    var newPassword: String? { action == .create ? form.password : form.newPassword }
}
