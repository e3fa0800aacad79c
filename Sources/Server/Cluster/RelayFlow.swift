/// The first bytes of a client's connection at a node that stands by.
package enum FirstRequest: Hashable, Sendable {
    case undecided
    /// A page about the node itself.
    case ownPage
    /// Anything else, which the writer answers.
    case relayed

    private static let pages = ["/healthz", "/metrics"].flatMap { page in
        ["GET ", "HEAD "].map { Array(($0 + page).utf8) }
    }

    package init(_ bytes: [UInt8]) {
        self = .relayed
        for page in Self.pages where zip(bytes, page).allSatisfy({ $0 == $1 }) {
            guard bytes.count > page.count else {
                self = .undecided
                return
            }
            guard [" ", "?"].contains(UnicodeScalar(bytes[page.count])) else { continue }
            self = .ownPage
            return
        }
    }
}

/// The flow between the two ends of a relayed connection.
///
/// Bytes of one end are read only while the other end takes them. The end of the bytes of one
/// direction does not end the other direction.
package struct RelayFlow: Sendable {
    package enum End: Hashable, Sendable {
        case client, writer

        package var other: End { self == .client ? .writer : .client }
    }

    package enum Effect: Hashable, Sendable {
        /// Stops or continues to read from this end.
        case stopReading(End)
        case read(End)
        /// Sends this end the end of the bytes, behind those that wait.
        case finish(End)
        /// Both directions have ended: both connections end when all bytes have left.
        case complete
        /// Ends this connection now.
        case drop(End)
    }

    /// The bytes that may wait for one end.
    package static let most = 256 << 10

    private var stopped: Set<End> = []
    private var finished: Set<End> = []
    private var isOver = false

    package init() {}

    /// Bytes were passed to an end, where so many wait now.
    package mutating func passed(to end: End, waiting: Int) -> Effect? {
        guard waiting > Self.most, stopped.insert(end.other).inserted else { return nil }
        return .stopReading(end.other)
    }

    /// All bytes for an end have left.
    package mutating func drained(_ end: End) -> Effect? {
        guard stopped.remove(end.other) != nil else { return nil }
        return .read(end.other)
    }

    /// An end sends no more bytes.
    package mutating func finish(_ end: End) -> Effect? {
        guard finished.insert(end).inserted else { return nil }
        return finished.count == 2 ? .complete : .finish(end.other)
    }

    /// The connection of an end is over.
    package mutating func end(_ end: End) -> Effect? {
        guard !isOver else { return nil }
        isOver = true
        return .drop(end.other)
    }
}

/// The address of an inner port, as the registry has it.
package struct InnerAddress: Hashable, Sendable {
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`, or `[ADDRESS]:PORT`.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
