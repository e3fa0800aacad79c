/// How many there are of something. Whatever has a plural has it here.
package enum Count {
    static func people(_ number: Int) -> String {
        number == 1 ? "1 person" : "\(number) people"
    }

    static func matches(_ number: Int) -> String { "\(number) \(nounOfMatches(number))" }

    /// Without the figure, which stands before it in another style.
    static func nounOfMatches(_ number: Int) -> String { number == 1 ? "match" : "matches" }

    static func guests(_ number: Int) -> String {
        number == 1 ? "1 guest" : "\(number) guests"
    }

    static func accounts(_ number: Int) -> String {
        number == 1 ? "1 account" : "\(number) accounts"
    }

    static func buckets(_ number: Int) -> String {
        number == 1 ? "1 bucket" : "\(number) buckets"
    }

    static func objects(_ number: Int) -> String {
        number == 1 ? "1 object" : "\(number) objects"
    }

    /// How many look on, where there is little room.
    package static func watchers(_ number: Int) -> String {
        number == 1 ? "1 watches" : "\(number) watch"
    }

    static func minutes(in duration: Duration) -> String {
        let minutes = max(1, duration.components.seconds / 60)
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }
}
