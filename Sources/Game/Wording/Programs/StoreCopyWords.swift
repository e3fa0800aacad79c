/// What `copy` says, and why it did not.
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

    package static let memory = "what is only in a server's memory can't be copied"
    package static func missing(_ path: String) -> String { "there is no \(path)" }
    package static func nothing(at place: String) -> String { "there is nothing at \(place)" }

    package static func taken(_ place: String) -> String {
        "there is something at \(place) already; it was left as it is"
    }

    package static func foreign(_ place: String) -> String {
        "what is at \(place) is not of this program's making"
    }

    package static func inUse(_ place: String) -> String {
        "a server uses \(place): stop all that do, and try again"
    }

    package static func unfinished(_ place: String) -> String {
        "what is at \(place) was to be a copy, and is not whole"
    }

    /// Of results that a server books when it starts.
    package static let debts =
        "some results are not booked yet: start the server once more, and stop it"
    package static let underWay =
        "what some accounts share is not with others yet: start a server once more, and stop it"
    package static let lost = "the line to Redis broke"
    package static let contradicted = "what is there does not fit together"
}
