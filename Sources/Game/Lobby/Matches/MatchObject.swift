package import Game
package import SimperiumJSON

/// Two people who play: an object of the bucket Match, as some program wrote it.
///
/// The two ids alone say who is seated. The rest may be against the rules: then the two sit there,
/// and have no board to play on.
package struct MatchObject: Hashable, Sendable {
    /// Who started the match.
    package let circle: PlayerID
    package let cross: PlayerID
    package let sheet: Result<MatchSheet, ObjectFlaw>
    /// The code of the cross player, which says that somebody was meant to join by it.
    package let code: JoinCode?
    /// Whether the program that wrote it knows the tutorial's four members only.
    package let isPlain: Bool

    package init(_ object: JSONObject) throws(ObjectFlaw) {
        try self.init(object, circle: nil, cross: nil)
    }

    /// With the ids that it had before.
    init(
        _ object: JSONObject, circle oldCircle: PlayerID?, cross oldCross: PlayerID?
    ) throws(ObjectFlaw) {
        circle = PlayerID(rawValue: try object.id(.circlePlayerID, known: oldCircle?.rawValue))
        cross = PlayerID(rawValue: try object.id(.crossPlayerID, known: oldCross?.rawValue))
        guard circle != cross else { throw .onePlayerTwice }
        code = object.value(.code)?.string.flatMap(JoinCode.init)
        isPlain = object.value(.round) == nil
        do throws(ObjectFlaw) {
            sheet = .success(try MatchSheet(object, circle: circle, cross: cross))
        } catch {
            sheet = .failure(error)
        }
    }

    /// Those of the standard game for a match that makes no sense.
    var terms: MatchTerms {
        if case .success(let sheet) = sheet { sheet.terms } else { MatchTerms() }
    }

    package var players: [PlayerID] { [circle, cross] }
}
