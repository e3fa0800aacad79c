package import SimperiumJSON

/// The end of a session. A session is the set of presence objects that a client owns on all its
/// channels.
package struct SessionEnd: Hashable, Codable, Sendable {
    package enum Reason: String, Hashable, Codable, CaseIterable, Sendable {
        /// The client was away for longer than the session is kept.
        case grace
        /// The client closed with a goodbye.
        case goodbye
        /// Another run of the program took over the session.
        case taken
    }

    package let why: Reason
    /// The result that the bucket's rules determined, for example of a match; nil if there is none.
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
