/// The elements that wait for a reader. Their number is bounded, so a slow reader does no harm.
package protocol UnreadUpdateBacklog: Sendable {
    associatedtype Element: Sendable

    /// Removes and returns the next element; nil if there is none.
    mutating func next() -> Element?
}

/// A backlog of only the newest value.
struct NewestValueBacklog<Element: Sendable>: UnreadUpdateBacklog {
    var value: Element?

    mutating func next() -> Element? { value.take() }
}

/// A backlog of the newest refusals, with the number of refusals that were dropped.
struct RefusalBacklog: UnreadUpdateBacklog {
    let limit: Int
    private var waiting: [Refusal] = []
    private var missed = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ key: ObjectKey, code: Int, _ object: JSONObject?) {
        if waiting.count >= limit, !waiting.isEmpty {
            waiting.removeFirst()
            missed += 1
        }
        waiting.append(Refusal(key: key, code: code, object: object, missed: 0))
    }

    mutating func next() -> Refusal? {
        guard !waiting.isEmpty else { return nil }
        let first = waiting.removeFirst()
        defer { missed = 0 }
        return Refusal(key: first.key, code: first.code, object: first.object, missed: missed)
    }
}
