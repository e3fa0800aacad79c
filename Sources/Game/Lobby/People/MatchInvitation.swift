package import Game
internal import SimperiumJSON

/// A player's invitation to another player: the member `asks` of the Player.
package struct MatchInvitation: Hashable, Sendable {
    /// The time for a player to answer an invitation.
    package static let patience = Duration.seconds(20)
    /// The additional time for the transmission of an answer.
    static let delay = Duration.seconds(1)
    /// The minimum time between two invitations that one player sends.
    package static let pause = Duration.seconds(3)
    /// The time until a player who answered "later" can be invited by the same player again.
    private static let pauseAfterLater = Duration.seconds(30)
    /// The time until a player who answered "no" can be invited by the same player again. Pairing
    /// also keeps the two apart for this time.
    package static let pauseAfterNo = Duration.seconds(600)

    package static func pauseAfterRefusal(isFinal: Bool) -> Duration {
        isFinal ? pauseAfterNo : pauseAfterLater
    }

    /// The number of the invitation. It differs from the numbers of the player's other invitations.
    package let number: Int
    package let to: PlayerID
    package let terms: MatchTerms

    package init(number: Int, to: PlayerID, _ terms: MatchTerms = MatchTerms()) {
        self.number = number
        self.to = to
        self.terms = terms
    }

    init(_ object: JSONObject) throws(ObjectFlaw) {
        guard let number = try object.wholeNumber(.number), number > 0 else {
            throw .wrongType(member: "asks")
        }
        self.init(
            number: number, to: PlayerID(rawValue: try object.id(.to)), try MatchTerms(object))
    }

    var members: JSONObject {
        var object: JSONObject = [.number: JSON(number), .to: JSON(to.rawValue)]
        terms.write(to: &object)
        return object
    }

    static let memberNames: Set<JSONString> = [.number, .to, .limit, .target]
}

extension JSONString {
    static let number: JSONString = "n"
    fileprivate static let to: JSONString = "to"
}

/// A player's "no" or "later" to an invitation: the member `declines` of the Player.
package struct InvitationDecline: Hashable, Sendable {
    package let number: Int
    package let of: PlayerID
    /// True for "no"; false for "later".
    package let isFinal: Bool

    package init(number: Int, of: PlayerID, isFinal: Bool) {
        self.number = number
        self.of = of
        self.isFinal = isFinal
    }

    /// Reads a refusal. A negative number means "no", as for draws and rematches.
    init(_ object: JSONObject) throws(ObjectFlaw) {
        guard let number = try object.wholeNumber(.number), number != 0, number > .min else {
            throw .wrongType(member: "declines")
        }
        self.init(
            number: abs(number), of: PlayerID(rawValue: try object.id(.of)), isFinal: number < 0)
    }

    var members: JSONObject {
        [.number: JSON(isFinal ? -number : number), .of: JSON(of.rawValue)]
    }

    static let memberNames: Set<JSONString> = [.number, .of]
}

extension JSONString {
    fileprivate static let of: JSONString = "of"
}
