package import SimperiumWire

/// With whom somebody would like to begin a game over days.
package enum GamePartner: Hashable, Codable, Sendable {
    case name(String)
    /// By the user id.
    case user(String)
}

/// What a person's program asks a server about accounts.
package enum AccountRequest: Hashable, Codable, Sendable {
    case signUp(String, Password)
    case signIn(String, Password)
    /// The same for the fingerprint of a key in place of a password. Only a door is believed.
    case signUpByKey(String, key: String)
    case signInByKey(String)
    case changePassword(of: String, Password, to: Password)
    /// With the code that the operator gave to somebody who has lost the password.
    case reset(String, code: Password, to: Password)
    /// Ends this token, and no other.
    case signOut(Token)
    /// Deletes the account. Without a password, if it has none.
    case leave(Token, Password?)
    case findName(String, Token)
    case findUser(String, Token)
    /// Asks for a code that another device is to be given.
    case openLink(Token)
    case showLinks(Token)
    /// Whether the device that was given the code may come in.
    case answerLink(Bool, Token)
    case removeLink(String, Token)
    /// As a device that was given a code; or, at a door, for a key.
    case offer(code: String, device: String, key: String? = nil)
    case collect(code: String, ticket: Token)
    /// Which games over days there are.
    case showGames(Token)
    /// Begins one.
    case beginGame(with: GamePartner, DayLimit, Token)
}
