/// A limit that whoever runs a server meets, and what comes beyond it.
package struct LimitWord: Hashable, Sendable {
    package let what: String
    package let limit: String

    package init(_ what: String, _ limit: String) {
        self.what = what
        self.limit = limit
    }
}

/// What limits are called. Numbers come from where they hold.
package enum LimitWords {
    package static let object = "One object as compact JSON"
    package static let message = "A message, and what is sent over HTTP"
    package static let bulk = "Changes in one message or request"
    package static let key = "The key of an object"
    package static let channels = "Channels of a connection"
    package static let commands = "What a connection, or an address over HTTP, may ask"
    package static let waiting = "Commands of a connection that wait"
    package static let missed = "Changes that a bucket remembers for those who return"
    package static let failures = "Wrong passwords from one address"
    package static let successes = "Right passwords from one address"
    package static let name = "Wrong passwords for one name"
    package static let tokens = "Tokens of a user"
    package static let waits = "Waiting for changes over HTTP"

    package static func size(_ bytes: Int, beyond: String) -> String {
        let text = bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
        return "\(text); beyond: \(beyond)"
    }

    package static func bytes(_ count: Int, beyond: String) -> String {
        "\(count) bytes; beyond: \(beyond)"
    }

    package static func count(_ count: Int, beyond: String) -> String {
        "\(count); beyond: \(beyond)"
    }

    package static func seconds(_ count: Int, then: String) -> String {
        "\(count) seconds; then: \(then)"
    }

    package static func rate(_ count: Int, aSecondAfter saved: Int, beyond: String) -> String {
        "\(count) a second, and \(saved) saved up; beyond: \(beyond)"
    }

    package static func attempts(_ count: Int, thenEach milliseconds: Int) -> String {
        "\(count) at once, then one each \(milliseconds) ms; beyond: 429"
    }

    package static let closesOrRefuses = "the connection is closed, or 413"
    package static let delayed = "later, or 429"
    package static let startsOver = "the client loads the bucket anew"
    package static func tokensGo(upTo count: Int) -> String {
        "those unused for longest end, but none that is open or was used within a day; "
            + "with \(count) of those: 429"
    }
    package static let empty = "an empty list"
}
