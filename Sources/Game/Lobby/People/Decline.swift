package import Game
internal import SimperiumJSON

/// That a player does not want the match that another asked for: the member `declines` of the
/// Player.
package struct Decline: Hashable, Sendable {
    /// What was asked, by the number that the asker gave it.
    package let number: Int
    package let of: PlayerID
    /// Whether it is a no; else it is for later.
    package let isFinal: Bool

    package init(number: Int, of: PlayerID, isFinal: Bool) {
        self.number = number
        self.of = of
        self.isFinal = isFinal
    }

    /// A number below zero stands for a no, as it does for draws and rematches.
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

    /// The names of all members that it may have.
    static let memberNames: Set<JSONString> = [.number, .of]
}

extension JSONString {
    fileprivate static let of: JSONString = "of"
}
