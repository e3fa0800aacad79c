internal import SimperiumJSON

/// The members of a Match. As constants, for they are looked up in every move of every match.
extension JSONString {
    static let circlePlayerID: JSONString = "circlePlayerID"
    static let crossPlayerID: JSONString = "crossPlayerID"
    static let matrix: JSONString = "matrix"
    static let nextPieceKind: JSONString = "nextPieceKind"
    static let round: JSONString = "round"
    static let circleWins: JSONString = "circleWins"
    static let crossWins: JSONString = "crossWins"
    static let draws: JSONString = "draws"
    static let resigned: JSONString = "resigned"
    static let ending: JSONString = "ending"
    static let limit: JSONString = "limit"
    static let code: JSONString = "code"
    static let circleReady: JSONString = "circleReady"
    static let crossReady: JSONString = "crossReady"
    static let circleOffers: JSONString = "circleOffers"
    static let crossOffers: JSONString = "crossOffers"
    static let target: JSONString = "target"
    static let circleWants: JSONString = "circleWants"
    static let crossWants: JSONString = "crossWants"
    static let circleSays: JSONString = "circleSays"
    static let crossSays: JSONString = "crossSays"
}
