/// The output of `tictactoe copy`.
package enum StoreCopyWords {
    package static func copied(
        _ original: String, to copy: String, users: Int, buckets: Int, objects: Int
    ) -> String {
        let figures = [
            Count.accounts(users), Count.buckets(buckets), Count.objects(objects),
        ]
        return "copied \(original) to \(copy): \(figures.joined(separator: ", "))"
    }

    package static func failed(_ original: String, to copy: String, reason: String) -> String {
        "can't copy \(original) to \(copy): \(reason)"
    }

    package static let memory = "data in a server's memory can't be copied"
    package static func missing(_ path: String) -> String { "there is no file \(path)" }
    package static func nothing(at place: String) -> String { "there is no data in \(place)" }

    package static func taken(_ place: String) -> String {
        "\(place) is not empty and was not changed"
    }

    package static func foreign(_ place: String) -> String {
        "the data in \(place) is not from this program"
    }

    package static func inUse(_ place: String) -> String {
        "a server is using \(place): stop every server that uses it, and try again"
    }

    package static func unfinished(_ place: String) -> String {
        "\(place) contains an incomplete copy"
    }

    /// A server records these results when it starts.
    package static let debts =
        "some results have not been recorded yet: start and stop the server, then try again"
    package static let underWay =
        "some shared objects have not been delivered yet: start and stop a server, then try again"
    package static let lost = "the connection to Redis was lost"
    package static let contradicted = "the data is inconsistent"
}
