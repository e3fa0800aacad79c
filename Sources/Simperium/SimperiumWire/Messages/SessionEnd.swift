package import SimperiumJSON

/// The end of a session, and so of all presence objects that a client owns on its channels.
package struct SessionEnd: Hashable, Codable, Sendable {
    package let why: SessionEndReason
    /// The result that the bucket's rules determined, for example of a match; nil if there is none.
    package let outcome: JSONObject?

    package init(_ why: SessionEndReason, outcome: JSONObject? = nil) {
        self.why = why
        self.outcome = outcome
    }

    /// Reads an end. An unknown reason counts as `grace`, which needs no reaction.
    init(_ members: JSONObject) {
        why = members["why"]?.string.flatMap(SessionEndReason.init) ?? .grace
        outcome = members["outcome"]?.object
    }

    func write(into bytes: inout [UInt8]) {
        bytes.append(member: "why", text: why.rawValue)
        bytes.append(member: "outcome", object: outcome)
    }
}

/// The reason that a session ended. Stores and clients receive the raw values.
package enum SessionEndReason: String, Hashable, Codable, CaseIterable, Sendable {
    /// The client was away for longer than the session is kept.
    case grace
    /// The client closed with a goodbye.
    case goodbye
    /// Another run of the program took over the session.
    case taken
}

/// The run of a client program, and the number of one of its connections in this run. If several
/// connections of one run present the secret of a session, the connection dialled last gets the
/// session, even if its request arrives first.
package struct SessionConnectionNumber: Hashable, Sendable {
    private static let longestRun = 64

    package let run: String
    package let count: Int

    package init(_ run: String, count: Int) {
        self.run = run
        self.count = count
    }

    /// Reads the run and the count, separated by a hyphen; nil for any other text.
    init?(_ text: String) {
        guard let stroke = text.lastIndex(of: "-"),
            let count = Int(text[text.index(after: stroke)...]), count > 0
        else { return nil }
        let run = text[..<stroke]
        guard (1...Self.longestRun).contains(run.utf8.count) else { return nil }
        self.init(String(run), count: count)
    }

    var text: String { "\(run)-\(count)" }

    package func isEarlierInSameRun(than other: SessionConnectionNumber) -> Bool {
        run == other.run && count < other.count
    }
}

/// The hall that a client asks for. The server program decides which halls exist.
package struct RequestedHall: Hashable, Codable, Sendable {
    private static let longestName = 16

    package let name: String
    /// True if the client comes as a spectator.
    package let isToWatch: Bool

    /// Creates a request; returns nil if the name is empty or too long.
    package init?(_ name: String, isToWatch: Bool = false) {
        guard !name.isEmpty, name.utf8.count <= Self.longestName else { return nil }
        self.name = name
        self.isToWatch = isToWatch
    }

    /// Reads a request; returns nil if the name is missing or invalid.
    init?(_ members: JSONObject) {
        guard let name = members["hall"]?.string else { return nil }
        self.init(name, isToWatch: members["watch"]?.bool == true)
    }
}
