/// The flow control between the two ends of a relayed connection.
///
/// The node reads bytes from one end only while the other end accepts them. When one direction
/// finishes, the other direction continues.
///
/// Order of calls:
/// - `recordPassedBytes` after each block that was sent on to an end
/// - `recordDrain` when no more bytes wait for an end
/// - `recordFinish` once for each direction that finishes in order
/// - `recordClose` when the connection to an end is over
///
/// The caller performs the returned effect at once.
package struct RelayFlowControl: Sendable {
    package enum RelayEndpoint: Hashable, Sendable {
        case client, writer

        package var other: RelayEndpoint { self == .client ? .writer : .client }
    }

    package enum Effect: Hashable, Sendable {
        case stopReading(RelayEndpoint)
        case read(RelayEndpoint)
        /// Ends the stream to this endpoint after the waiting bytes have been sent.
        case finish(RelayEndpoint)
        /// Both directions have finished. Closes both connections once all bytes are sent.
        case complete
        /// Closes the connection to this end at once.
        case drop(RelayEndpoint)
    }

    /// The number of bytes that may wait for one end before reading from the other end stops.
    package static let waitingLimit = 256 << 10

    private var stopped: Set<RelayEndpoint> = []
    private var finished: Set<RelayEndpoint> = []
    private var isOver = false

    package init() {}

    /// Records that bytes were passed to an end. `waiting` is the number of bytes that now wait for
    /// that end. Returns the effect that stops reading from the other end, if too many bytes wait
    /// and reading has not been stopped before; otherwise nil.
    package mutating func recordPassedBytes(to end: RelayEndpoint, waiting: Int) -> Effect? {
        guard waiting > Self.waitingLimit, stopped.insert(end.other).inserted else { return nil }
        return .stopReading(end.other)
    }

    /// Records that all bytes for an end have been sent. Returns the effect that resumes reading
    /// from the other end, if reading was stopped; otherwise nil.
    package mutating func recordDrain(_ end: RelayEndpoint) -> Effect? {
        guard stopped.remove(end.other) != nil else { return nil }
        return .read(end.other)
    }

    /// Records that an end sends no more bytes. Returns the effect on the other end, or `complete`
    /// if both ends have finished; nil if this end had already finished.
    package mutating func recordFinish(_ end: RelayEndpoint) -> Effect? {
        guard finished.insert(end).inserted else { return nil }
        return finished.count == 2 ? .complete : .finish(end.other)
    }

    /// Records that the connection to an end is over. Returns the effect that drops the other
    /// connection; nil if one of the two connections was already over.
    package mutating func recordClose(_ end: RelayEndpoint) -> Effect? {
        guard !isOver else { return nil }
        isOver = true
        return .drop(end.other)
    }
}

/// The destination of a client's connection, as determined by the client's first request.
package enum FirstRequestRoute: Hashable, Sendable {
    case undecided
    /// A page about the node itself.
    case ownPage
    /// A request with `hall=NAME` in its query, as WebSocket clients in a hall send it.
    case hall(String)
    /// Any other request. The owner of the first shard answers it.
    case home

    /// The number of bytes of a request line that are examined.
    private static let longestLine = 256
    private static let query = Array("hall=".utf8)

    package init(_ bytes: [UInt8]) {
        let line = bytes.prefix(Self.longestLine).prefix { $0 >= 0x20 }
        guard line.count < bytes.count || line.count == Self.longestLine else {
            let mayBeGet = ["GET ", "HEAD "].contains { zip($0.utf8, line).allSatisfy { $0 == $1 } }
            self = mayBeGet ? .undecided : .home
            return
        }
        self = Self.read(line)
    }

    private static func read(_ line: ArraySlice<UInt8>) -> FirstRequestRoute {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count > 1, ["GET", "HEAD"].contains(String(decoding: words[0], as: UTF8.self))
        else { return .home }
        let target = words[1].split(separator: UInt8(ascii: "?"), maxSplits: 1)
        let path = String(decoding: target.first ?? [], as: UTF8.self)
        if path == "/healthz" || path == "/metrics" { return .ownPage }
        let members = target.count > 1 ? target[1].split(separator: UInt8(ascii: "&")) : []
        for member in members where member.starts(with: query) {
            return .hall(String(decoding: member.dropFirst(query.count), as: UTF8.self))
        }
        return .home
    }
}
