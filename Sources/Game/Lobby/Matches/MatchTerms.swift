package import Game
internal import SimperiumJSON

/// The terms that two players agree on before they play.
package struct MatchTerms: Hashable, Codable, Sendable {
    package var limit: MoveTimeLimit?
    /// The number of wins that ends the series; nil for an unlimited series.
    package var target: SeriesTarget?

    package init(limit: MoveTimeLimit? = nil, target: SeriesTarget? = nil) {
        self.limit = limit
        self.target = target
    }

    /// Returns the terms that suit two players: the slower of their clocks, and the shorter of
    /// their series. There is no clock or series unless both players want one.
    func combined(with other: MatchTerms) -> MatchTerms {
        func pickIfBothPresent<Value>(
            _ one: Value?, _ other: Value?, _ pick: (Value, Value) -> Value
        ) -> Value? {
            guard let one, let other else { return nil }
            return pick(one, other)
        }
        return MatchTerms(
            limit: pickIfBothPresent(limit, other.limit) { $0.rawValue < $1.rawValue ? $1 : $0 },
            target: pickIfBothPresent(target, other.target) { $0.rawValue < $1.rawValue ? $0 : $1 })
    }

    var flaw: Foul? {
        if let limit, !MoveTimeLimit.offered.contains(limit) { return .otherLimit }
        if let target, !SeriesTarget.offered.contains(target) { return .otherTarget }
        return nil
    }

    func foul(insteadOf agreed: MatchTerms) -> Foul? {
        guard limit == agreed.limit else { return .otherLimit }
        return target == agreed.target ? nil : .otherTarget
    }
}

extension MatchTerms {
    /// Reads the members `limit` and `target` of a Match, an invitation, or a proposal.
    init(_ object: JSONObject) throws(ObjectFlaw) {
        if let seconds = try object.wholeNumber(.limit) {
            guard let limit = MoveTimeLimit(rawValue: seconds) else { throw .noLimit }
            self.limit = limit
        }
        if let rounds = try object.wholeNumber(.target) {
            guard let target = SeriesTarget(rawValue: rounds) else { throw .noTarget }
            self.target = target
        }
    }

    func write(to object: inout JSONObject) {
        object[.limit] = limit.map { JSON($0.rawValue) }
        object[.target] = target.map { JSON($0.rawValue) }
    }
}

/// The terms that a side wants for the next round.
package struct NextRoundProposal: Hashable, Sendable {
    package let terms: MatchTerms
    /// The number of the round that the terms are for. The proposal lapses when that round begins.
    package let round: Int

    init(_ terms: MatchTerms, inRound round: Int) {
        self.terms = terms
        self.round = round
    }

    init(_ value: JSON, _ member: JSONString) throws(ObjectFlaw) {
        guard let object = value.object, let round = try object.wholeNumber(.number), round > 0,
            object.allSatisfy({ Self.memberNames.contains($0.name) })
        else { throw .wrongType(member: member.string) }
        self.init(try MatchTerms(object), inRound: round)
    }

    var members: JSONObject {
        var object: JSONObject = [.number: JSON(round)]
        terms.write(to: &object)
        return object
    }

    private static let memberNames: Set<JSONString> = [.number, .limit, .target]
}
