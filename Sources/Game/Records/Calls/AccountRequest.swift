package import Drawing
package import SimperiumWire

/// The opponent in a new correspondence game.
package enum GamePartner: Hashable, Codable, Sendable {
    case name(String)
    /// An account, by its user id.
    case user(String)
}

/// A program's request to a server about accounts.
package enum AccountRequest: Hashable, Codable, Sendable {
    case signUp(String, Password)
    case signIn(String, Password)
    /// The same for the fingerprint of a key in place of a password. Servers believe only a door.
    case signUpByKey(String, key: String)
    case signInByKey(String)
    /// Ends all sessions of the account but the one with this token.
    case changePassword(of: ForeignText, Password, to: Password, by: Token)
    /// Sets a password with a code from the operator.
    case reset(String, code: Password, to: Password)
    /// Ends this session, and no other.
    case signOut(Token)
    /// Deletes the account; without a password if it has none.
    case leave(Token, Password?)
    case findName(String, Token)
    case findUser(String, Token)
    /// Asks for a code for another device.
    case openLink(Token)
    case showLinks(Token)
    /// Lets the device with the code sign in, or refuses it.
    case answerLink(Bool, Token)
    case removeLink(String, Token)
    case showSessions(Token)
    /// Ends a session, by its id.
    case endSession(String, Token)
    /// Ends all sessions but that of the token.
    case endOtherSessions(Token)
    /// Asks to be linked with a code; at a door, for a key.
    case offer(code: String, device: String, key: String? = nil)
    case collect(code: String, ticket: Token)
    /// Asks for a page of the objects of a bucket, the first one or the one after a mark.
    case showRecords(RecordBucket, after: String?, Token)
    /// Invites a player to a correspondence game.
    case beginGame(with: GamePartner, DaysPerMove, Token)
    /// Invites the owner of an account to be friends.
    case inviteFriend(user: String, Token)
    /// Writes a game over days, by its key, after one act of the user.
    case changeGame(String, CorrespondenceGame, Token)
    /// Ends a game or an invitation, and removes it from the user's list.
    case leaveGame(String, Token)
}

/// The reason why a server did not do a request about an account.
package enum AccountRefusal: Error, Hashable, Codable, Sendable {
    /// The name or the password is wrong. The server does not say which.
    case wrong
    /// An account has the name, or one that looks the same.
    case taken
    /// The name or the password is not allowed. This server does not say why.
    case unfit
    /// The same, with the reason.
    case flawed(AccountFlaw)
    /// The operator has locked the account.
    case locked
    /// Too many tries, with the seconds to wait.
    case tooMany(seconds: Int)
    case nobodyCalledSo
    /// A correspondence game with oneself.
    case yourself
    /// The other player wants no game with this one, or can't have another. The server does not say
    /// which.
    case noGame
    /// The account has as many running games as it may have.
    case tooManyGames
    /// The game over days is no longer as the user saw it.
    case gameChanged
    case linkOver
    case linkRefused
    /// The token has expired.
    case tokenEnded
    case unavailable
    /// No server answers; the reason, in words of the system.
    case offline(reason: String?)
    /// The connection is not encrypted.
    case notEncrypted
    /// The server knows no accounts: it is an older one, or another program.
    case unknownServer
}

/// A password, as typed.
package struct Password: Secret {
    /// The limits of the length: shorter ones are guessed, longer ones are refused.
    package static let shortest = 8
    package static let longest = 256

    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }

    /// Returns the reason why a person of that name needs another password; nil for a good one.
    package func flaw(of name: String) -> PasswordFlaw? {
        if text.unicodeScalars.count < Self.shortest { return .tooShort }
        if text.utf8.contains(where: { $0 < 0x20 }) { return .controls }
        return text.lowercased() == name.lowercased() ? .knownFromName : nil
    }
}

/// The reason why a password is not allowed.
package enum PasswordFlaw: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    case knownFromName
    /// It has control characters, such as a tab, which most input fields can't take.
    case controls
}

/// A link's code as typed. The server compares it in small letters, without blanks, dashes and
/// other characters.
package enum TypedCode {
    /// Returns the letters and digits; nil if there are none.
    package static func cleaned(_ typed: String) -> String? {
        let code = typed.uppercased().filter { $0.isLetter || $0.isNumber }
        return code.isEmpty ? nil : code
    }
}
