/// A hub's refusal to let a client use a channel: the reason and a message.
package struct AuthorizationFailure: Error, Hashable, Codable, Sendable {
    package let reason: AuthorizationFailureReason
    package let message: String

    package static let malformedToken = AuthorizationFailure(.malformedToken, "Token malformed")
    package static let invalidToken = AuthorizationFailure(.invalidToken, "Token invalid")

    package static let takenOver = AuthorizationFailure(.takenOver, "Taken over")

    package init(_ reason: AuthorizationFailureReason, _ message: String) {
        self.reason = reason
        self.message = message.byteLimitedPrefix(upTo: Limits.remark)
    }

    /// True if the user must sign in again. Other failures may be temporary.
    package var needsSignIn: Bool {
        switch reason {
        case .malformedToken, .invalidToken: true
        case .takenOver, .elsewhere, .other: false
        }
    }
}

/// The reason that a client may not use a channel, with its code.
package enum AuthorizationFailureReason: Hashable, Codable, Sendable {
    /// 400: the token has a form that no hub issues.
    case malformedToken
    /// 401: the token was never valid, or no longer is.
    case invalidToken
    /// 4001: another connection has taken over the client's session.
    case takenOver
    /// 4002: the client must dial again, because its hall is on another server. The message is the
    /// hall's name; it is empty if this server does not know the hall.
    case elsewhere
    /// 500 or any other code: a bad bucket name, a missing permission, a limit.
    case other(Int)

    package init(code: Int) {
        let known: [Self] = [.malformedToken, .invalidToken, .takenOver, .elsewhere]
        self = known.first { $0.code == code } ?? .other(code)
    }

    package var code: Int {
        switch self {
        case .malformedToken: 400
        case .invalidToken: 401
        case .takenOver: 4001
        case .elsewhere: 4002
        case .other(let code): code
        }
    }
}

extension AuthorizationFailure {
    func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "msg", text: message)
            bytes.append(member: "code", number: reason.code)
        }
    }
}

/// The name of a user, such as an e-mail address, as `auth` contains it. A name can't be mistaken
/// for another answer to `init`.
package struct UserName: FreeTextName {
    package let text: String

    package init?(_ text: String) {
        guard let first = text.utf8.first, first > 0x20, first != UInt8(ascii: "{"),
            text.utf8.count <= Limits.remark, text != "expired",
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        self.text = text
    }
}

/// The reason that a server refuses a name, a password or an invitation. The raw values are the
/// words in the answer's field.
package enum AccountFlaw: String, Hashable, Codable, Sendable, CaseIterable {
    /// The name of the HTTP header field that contains the flaw.
    package static let field = "X-Simperium-Flaw"

    case reserved
    /// The name looks like another account's.
    case lookAlike = "look-alike"
    /// The name has characters that are not allowed, or is too long.
    case unfitName = "unfit-name"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The password is the name, in the same or in a similar spelling.
    case knownFromName = "known"
    /// The password has control characters, such as a tab, which most input fields don't accept.
    case controls
    /// The invited player has not answered earlier invitations from the inviting user, who is not a
    /// friend.
    case openInvitations = "open-invitations"
}
