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
    /// Ends all sessions of the account but the one with this token.
    case changePassword(of: String, Password, to: Password, by: Token)
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
    case showSessions(Token)
    /// Ends a session, by its id.
    case endSession(String, Token)
    /// Ends all sessions but that of the token.
    case endOtherSessions(Token)
    /// As a device that was given a code; or, at a door, for a key.
    case offer(code: String, device: String, key: String? = nil)
    case collect(code: String, ticket: Token)
    /// Asks for a page of the objects of a bucket, the first one or the one after a mark.
    case showRecords(RecordBucket, after: String?, Token)
    /// Begins one.
    case beginGame(with: GamePartner, DayLimit, Token)
}

/// Why a server, or the way to it, did not do what it was asked about an account.
package enum AccountRefusal: Error, Hashable, Codable, Sendable {
    /// One of name and password, and nobody says which.
    case wrong
    /// Somebody has the name, or one that looks the same.
    case taken
    /// Nobody can have the name, or the password, and this server does not say why.
    case unfit
    /// The same, and why.
    case flawed(AccountFlaw)
    /// The operator lets nobody in by this account.
    case locked
    /// With how many seconds to wait.
    case tooMany(seconds: Int)
    case nobodyCalledSo
    /// They want no game over days with this one, or can't have another; nobody says which.
    case noGame
    /// As many games over days as one account may have are under way.
    case tooManyGames
    case linkOver
    case linkRefused
    /// The token is good no longer.
    case tokenEnded
    case unavailable
    /// Nothing answered; why, in words of the system.
    case offline(reason: String?)
    /// Anybody could listen on the way there.
    case notEncrypted
    /// What answered knows no accounts: an older server, or none of ours.
    case unknownServer
}

/// What is wrong with the name or the password that somebody wants to have, as a server tells it
/// in a word. Raw values are those words.
package enum AccountFlaw: String, Hashable, Codable, Sendable, CaseIterable {
    /// The field of an answer that has it.
    package static let field = "X-Simperium-Flaw"

    /// Nobody can be called so.
    case reserved
    /// It looks like somebody's name.
    case lookAlike = "look-alike"
    /// It is no name: of what may not be in one, or too long.
    case unfitName = "unfit-name"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The password is the name, or nearly.
    case knownFromName = "known"
    /// Such as a tab, which most fields to type in can't take.
    case controls
}

/// What a person types to prove who they are.
package struct Password: Secret {
    /// Shorter ones are guessed, longer ones are not looked at by a server.
    package static let shortest = 8
    package static let longest = 256

    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }

    /// Why somebody of that name had better have another one; nil for a good one.
    package func flaw(of name: String) -> PasswordFlaw? {
        if text.unicodeScalars.count < Self.shortest { return .tooShort }
        if text.utf8.contains(where: { $0 < 0x20 }) { return .controls }
        return text.lowercased() == name.lowercased() ? .knownFromName : nil
    }
}

/// Why a password is none to be had.
package enum PasswordFlaw: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    case knownFromName
    /// Such as a tab, which most fields to type in can't take.
    case controls
}

/// A link's code as people type it, which the server compares: in small letters, with blanks and
/// dashes, or with whatever stood around it.
package enum TypedCode {
    /// Letters and digits of it; nil if there are none.
    package static func cleaned(_ typed: String) -> String? {
        let code = typed.uppercased().filter { $0.isLetter || $0.isNumber }
        return code.isEmpty ? nil : code
    }
}
