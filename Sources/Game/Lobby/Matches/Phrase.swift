internal import SimperiumJSON

/// A phrase from a player to the opponent. Spectators also see it. Raw values are the codes in a
/// Match.
package enum Phrase: Int, Hashable, Codable, Sendable, CaseIterable {
    case goodGame = 1
    case again
    case thanks
    case oneMoment
    case wellPlayed
    case oops

    /// The time that a phrase is shown.
    package static let stay = Duration.seconds(5)
    /// The minimum time between two phrases of a side.
    static let pause = Duration.seconds(3)
    static let mostInAMinute = 7

    /// Returns true if a side may send a phrase at `now`. `times` are the times of its earlier
    /// phrases, in ascending order. `span` adds a duration to a time.
    static func maySpeak<Time: Comparable>(
        after times: [Time], at now: Time, plus span: (Time, Duration) -> Time
    ) -> Bool {
        guard let last = times.last else { return true }
        let recent = times.filter { span($0, .seconds(60)) > now }
        return span(last, pause) <= now && recent.count < mostInAMinute
    }
}

package struct NumberedPhrase: Hashable, Sendable {
    /// The number of the phrase: 1 for the first phrase of a side, and then one more each time.
    package let number: Int
    /// The phrase's code. A later version may have more codes.
    package let code: Int

    package var phrase: Phrase? { Phrase(rawValue: code) }

    init(_ phrase: Phrase, after last: NumberedPhrase?) {
        (number, code) = ((last?.number ?? 0) + 1, phrase.rawValue)
    }

    init(_ value: JSON, _ member: JSONString) throws(ObjectFlaw) {
        guard let numbers = value.array?.ints, numbers.count == 2, numbers[0] > 0 else {
            throw .wrongType(member: member.string)
        }
        (number, code) = (numbers[0], numbers[1])
    }

    var value: JSON { [JSON(number), JSON(code)] }

    /// Returns true if the phrase is known, and its number is the next one after `last`.
    func canBeSaidAfter(_ last: NumberedPhrase?) -> Bool {
        phrase != nil && number == (last?.number ?? 0) + 1
    }

    func isNews(since last: NumberedPhrase?) -> Bool { number > last?.number ?? 0 }
}
