/// Counts with their nouns, in the singular and the plural.
package enum Count {
    static func people(_ number: Int) -> String {
        number == 1 ? "1 person" : "\(number) people"
    }

    static func matches(_ number: Int) -> String { "\(number) \(nounOfMatches(number))" }

    /// The noun alone, where the figure has another style.
    static func nounOfMatches(_ number: Int) -> String { number == 1 ? "match" : "matches" }

    package static func guests(_ number: Int) -> String {
        number == 1 ? "1 guest" : "\(number) guests"
    }

    package static func accounts(_ number: Int) -> String {
        number == 1 ? "1 account" : "\(number) accounts"
    }

    package static func buckets(_ number: Int) -> String {
        number == 1 ? "1 bucket" : "\(number) buckets"
    }

    package static func objects(_ number: Int) -> String {
        number == 1 ? "1 object" : "\(number) objects"
    }

    /// The number of spectators, as short as possible.
    package static func watchers(_ number: Int) -> String {
        number == 1 ? "1 watches" : "\(number) watch"
    }

    package static func minutes(in duration: Duration) -> String {
        let minutes = max(1, duration.components.seconds / 60)
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }
}
