package import SimperiumWire

/// The rules for user names of an app.
package protocol UserNameRules: Sendable {
    /// Returns the text that is the same for all spellings of a name.
    func folded(_ name: String) -> String

    /// Returns the name if it is valid for a user, and refuses it otherwise.
    func validatedName(_ name: String) throws(CallRefusal) -> UserName

    /// Refuses a password that is not valid for a user of this name.
    func validatePassword(_ password: String?, of name: String) throws(CallRefusal)
}

/// Names that are e-mail addresses.
package struct EmailNameRules: UserNameRules {
    package init() {}

    package func folded(_ name: String) -> String { name.folded }

    package func validatedName(_ name: String) throws(CallRefusal) -> UserName {
        try AccountForm.validatedName(name)
    }

    package func validatePassword(_ password: String?, of name: String) throws(CallRefusal) {
        try AccountForm.validatePassword(password, of: name)
    }
}
