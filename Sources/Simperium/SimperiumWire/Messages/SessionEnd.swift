package import SimperiumJSON

/// The end of a session: the presence objects that a client owned through all its channels.
package struct SessionEnd: Hashable, Codable, Sendable {
    package enum Reason: String, Hashable, Codable, CaseIterable, Sendable {
        /// The client was away for longer than the session is kept.
        case grace
        /// The client closed with a goodbye.
        case goodbye
        /// Another run of the program took the session over.
        case taken
    }

    package let why: Reason
    /// The result by the bucket's rules, for example of a match.
    package let outcome: JSONObject?

    package init(_ why: Reason, outcome: JSONObject? = nil) {
        self.why = why
        self.outcome = outcome
    }
}

extension SessionEnd {
    /// Reads an end. An unknown reason counts as `grace`, which needs no reaction.
    init(_ members: JSONObject) {
        why = members["why"]?.string.flatMap(Reason.init) ?? .grace
        outcome = members["outcome"]?.object
    }

    func write(into bytes: inout [UInt8]) {
        bytes.append(member: "why", text: why.rawValue)
        bytes.append(member: "outcome", object: outcome)
    }
}
