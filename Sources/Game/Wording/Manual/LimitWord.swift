/// A limit that clients can reach, and the consequence.
package struct LimitWord: Hashable, Sendable {
    package let what: String
    package let limit: String

    package init(_ what: String, _ limit: String) {
        self.what = what
        self.limit = limit
    }
}

/// The names of the limits. Their values are passed in from the code that enforces them.
package enum LimitWords {
    package static let object = "Size of an object, as compact JSON"
    package static let message = "Size of a message, or of an HTTP body"
    package static let bulk = "Changes in a message or a request"
    package static let key = "Length of an object's key"
    package static let channels = "Channels of a connection"
    package static let commands = "Commands of a connection, and requests of an address over HTTP"
    package static let waiting = "Pending commands of a connection"
    package static let missed = "Changes that a returning client can have missed in a bucket"
    package static let failures = "Failed sign-ins from an address"
    package static let successes = "Sign-ins from an address"
    package static let name = "Failed sign-ins to an account"
    package static let tokens = "Tokens of a user"
    package static let waits = "Time that a request for changes waits"

    package static func size(_ bytes: Int, beyond: String) -> String {
        let text = bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
        return "\(text), otherwise \(beyond)"
    }

    package static func bytes(_ count: Int, beyond: String) -> String {
        "\(count) bytes, otherwise \(beyond)"
    }

    package static func count(_ count: Int, beyond: String) -> String {
        "\(count), otherwise \(beyond)"
    }

    package static func seconds(_ count: Int, then: String) -> String {
        "\(count) seconds, then \(then)"
    }

    package static func rate(_ count: Int, aSecondAfter saved: Int, beyond: String) -> String {
        "\(count) a second after a burst of \(saved), otherwise \(beyond)"
    }

    package static func attempts(_ count: Int, thenEach milliseconds: Int) -> String {
        "\(count) at once, then one every \(milliseconds) ms, otherwise 429"
    }

    package static let closesOrRefuses = "413, and above 16 MiB the connection is closed"
    package static let delayed = "a delay, or 429 over HTTP"
    package static let startsOver = "the client loads the bucket again"
    package static func tokensGo(upTo count: Int) -> String {
        "the least recently used token expires, or 429 if \(count) tokens are open or were used"
            + " within a day"
    }
    package static let empty = "the answer is an empty list"
}
