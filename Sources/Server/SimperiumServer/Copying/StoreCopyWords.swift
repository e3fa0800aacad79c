/// The reasons why a store can't be copied.
enum StoreCopyWords {
    static func missing(_ path: String) -> String { "there is no file \(path)" }
    static func nothing(at place: String) -> String { "there is no data in \(place)" }

    static func notEmptyAndUnchanged(_ place: String) -> String {
        "\(place) is not empty and was not changed"
    }

    static func foreign(_ place: String) -> String {
        "the data in \(place) is not from this program"
    }

    static func inUse(_ place: String) -> String {
        "a server is using \(place): stop every server that uses it, and try again"
    }

    static func inUseByReader(_ path: String) -> String {
        "another program is reading \(path): stop it, and try again"
    }

    static func unfinished(_ place: String) -> String {
        "\(place) contains an incomplete copy"
    }

    /// A server records the results when it starts.
    static let debts =
        "some results have not been recorded yet: start and stop the server, then try again"
    static let underWay =
        "some shared objects have not been delivered yet: start and stop a server, then try again"
    static func redisAnswered(_ reason: String) -> String { "Redis answered \(reason)" }
    static let lost = "the connection to Redis was lost"
    static let contradicted = "the data is inconsistent"
}
