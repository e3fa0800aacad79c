/// How many days each move of a game may take.
package enum DayLimit: Int, Hashable, Codable, Sendable, CaseIterable {
    case day = 1
    case threeDays = 3
    case week = 7

    package static let usual = DayLimit.threeDays

    package var duration: Duration { .seconds(rawValue * 86_400) }
}
