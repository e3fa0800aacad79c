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
    package static let channels = "Channels on a connection"
    package static let commands = "Commands on a connection, and HTTP requests from an address"
    package static let waiting = "Pending commands on a connection"
    package static let missed = "Changes that a returning client can have missed in a bucket"
    package static let failures = "Failed sign-ins from an address"
    package static let successes = "Sign-ins from an address"
    package static let name = "Failed sign-ins to an account"
    package static let tokens = "Tokens per user"
    package static let waits = "Time that a request waits for changes"

    package static func size(_ bytes: Int, beyond: String) -> String {
        let text = bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
        return "\(text); beyond that, \(beyond)"
    }

    package static func bytes(_ count: Int, beyond: String) -> String {
        "\(count) bytes; beyond that, \(beyond)"
    }

    package static func count(_ count: Int, beyond: String) -> String {
        "\(count); beyond that, \(beyond)"
    }

    package static func seconds(_ count: Int, then: String) -> String {
        "\(count) seconds, then \(then)"
    }

    package static func rate(_ count: Int, aSecondAfter saved: Int, beyond: String) -> String {
        "\(count) a second after a burst of \(saved); beyond that, \(beyond)"
    }

    package static func attempts(_ count: Int, thenEach milliseconds: Int) -> String {
        let isWhole = milliseconds.isMultiple(of: 1_000)
        let pause = isWhole ? "\(milliseconds / 1_000) seconds" : "\(milliseconds) ms"
        return "\(count) at once, then one every \(pause); beyond that, 429"
    }

    package static let closesOrRefuses = "413, or a closed connection if it is above 16 MiB"
    package static let delayed = "a delay, or 429 over HTTP"
    package static let startsOver = "the client loads the bucket again"
    package static func tokensGo(upTo count: Int) -> String {
        "a sign-in ends the least recently used one; tokens in use, or used within a day,"
            + " are kept, up to \(count); then 429"
    }
    package static let empty = "the answer is an empty list"
}
