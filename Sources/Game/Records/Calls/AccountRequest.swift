package import Drawing
package import SimperiumWire

package enum CorrespondenceInvitee: Hashable, Codable, Sendable {
    case name(String)
    /// An account, by its user id.
    case user(String)
}

/// A program's request to a server about accounts.
package enum AccountRequest: Hashable, Codable, Sendable {
    case signUp(String, Password)
    case signIn(String, Password)
    /// Signs up with the fingerprint of a key instead of a password. Servers accept this request,
    /// and the sign-in by key, only from a door.
    case signUpByKey(String, key: String)
    case signInByKey(String)
    /// Changes the password, and ends all sessions of the account except the one with this token.
    case changePassword(of: ForeignText, Password, to: Password, by: Token)
    /// Sets a password with a code from the operator.
    case reset(String, code: Password, to: Password)
    case signOut(Token)
    /// Deletes the account. The password is nil if the account has none.
    case leave(Token, Password?)
    case findName(String, Token)
    case findUser(String, Token)
    /// Requests a code for another device.
    case openLink(Token)
    case showLinks(Token)
    /// Lets the device that entered the code sign in, or refuses the device.
    case answerLink(Bool, Token)
    case removeLink(String, Token)
    case showSessions(Token)
    case endSession(String, Token)
    case endOtherSessions(Token)
    /// Requests to link this device to the account that shows the code. A door requests to link a
    /// guest's key.
    case offer(code: String, device: String, key: String? = nil)
    case collect(code: String, ticket: Token)
    /// Requests a page of the objects of a bucket: the first page, or the page after a mark.
    case showRecords(RecordBucket, after: String?, Token)
    case beginGame(with: CorrespondenceInvitee, DaysPerMove, Token)
    case inviteFriend(user: String, Token)
    /// Stores a correspondence game under its key, after an action of the user.
    case changeGame(String, CorrespondenceGame, Token)
    /// Ends a game or an invitation that is not over, and removes the object from the user's list.
    case leaveGame(String, Token)
}

/// The reason why an `AccountRequest` failed, at the server or before it was sent.
package enum AccountRefusal: Error, Hashable, Codable, Sendable {
    /// The name, the password or the operator's code is wrong. The server does not reveal which.
    case wrong
    /// The current password is wrong, in a change of the password.
    case wrongPassword
    /// An account has the name, or a name that looks the same.
    case taken
    /// The name or the password is not allowed. The server gives no reason.
    case unfit
    /// The name or the password is not allowed, for this reason.
    case flawed(AccountFlaw)
    case locked
    /// There were too many attempts. `seconds` is the time to wait.
    case tooMany(seconds: Int)
    case nobodyCalledSo
    /// The user tried to invite their own account to a game or to be friends.
    case yourself
    /// The other player accepts no invitation from the user, or can't have another game. The server
    /// does not reveal which.
    case noGame
    /// The account has too many unfinished games, or too many games and invitations.
    case tooManyGames
    /// The correspondence game is no longer in the state that the user saw, or no longer exists.
    case gameChanged
    case linkOver
    case linkRefused
    case tokenEnded
    case unavailable
    /// No server answers. `reason` is the operating system's message.
    case offline(reason: String?)
    case notEncrypted
    /// The server does not support accounts, because it is an older version or another program.
    case unknownServer
}

extension AccountRefusal {
    /// Returns the pause before the same request may succeed: `usual`, or the server's time to wait
    /// if that is longer. Returns nil for a final refusal.
    package func pauseBeforeRetry(usual: Duration) -> Duration? {
        switch self {
        case .offline, .unavailable: usual
        case .tooMany(let seconds): max(usual, .seconds(seconds))
        default: nil
        }
    }

    /// True if the same request may succeed soon.
    package var isTemporary: Bool { pauseBeforeRetry(usual: .zero) != nil }
}

package struct Password: Secret {
    /// The smallest number of characters. Shorter passwords can be guessed.
    package static let shortest = 8
    /// The largest size in bytes. Longer passwords are refused.
    package static let longest = 256

    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }

    package func flaw(forName name: String) -> PasswordFlaw? {
        if text.unicodeScalars.count < Self.shortest { return .tooShort }
        if text.hasControlCharacters { return .controls }
        return text.lowercased() == name.lowercased() ? .knownFromName : nil
    }
}

package enum PasswordFlaw: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    case knownFromName
    /// The password has a control character.
    case controls
}

/// A link code as the user types it. Case, blanks and dashes do not matter.
package enum TypedLinkCode {
    package static func cleaned(_ typed: String) -> String? {
        let code = typed.uppercased().filter { $0.isLetter || $0.isNumber }
        return code.isEmpty ? nil : code
    }
}
