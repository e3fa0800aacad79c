package import SimperiumJSON

/// How a seat ended: what one connection owned by presence, on all its channels.
package struct SeatEnd: Hashable, Codable, Sendable {
    package enum Why: String, Hashable, Codable, CaseIterable, Sendable {
        /// Its owner was away for longer than it waits.
        case grace
        /// Its owner left.
        case goodbye
        /// Another run of the program has it.
        case taken
    }

    package let why: Why
    /// What came of it by the bucket's rules, for what the objects were about.
    package let outcome: JSONObject?

    package init(_ why: Why, outcome: JSONObject? = nil) {
        self.why = why
        self.outcome = outcome
    }
}

extension SeatEnd {
    /// A reason that is not known here is taken for the one that asks nothing of anybody.
    init(_ members: JSONObject) {
        why = members["why"]?.string.flatMap(Why.init) ?? .grace
        outcome = members["outcome"]?.object
    }

    func write(into bytes: inout [UInt8]) {
        bytes.append(member: "why", text: why.rawValue)
        bytes.append(member: "outcome", object: outcome)
    }
}
