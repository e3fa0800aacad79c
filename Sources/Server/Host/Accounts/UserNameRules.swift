package import SimperiumWire

/// The rules for user names of an app.
package protocol UserNameRules: Sendable {
    /// Returns a text that is the same for all spellings of one name.
    func folded(_ name: String) -> String

    func validatedName(_ name: String) throws(CallRefusal) -> UserName

    /// Throws if the password is missing or not valid for a user of this name.
    func validatePassword(_ password: String?, of name: String) throws(CallRefusal)
}
