/// What waits for a reader, and is bounded however slow the reader is.
package protocol Backlog: Sendable {
    associatedtype Element: Sendable

    /// What the reader gets next; nil if there is nothing.
    mutating func next() -> Element?
}

/// The newest value only.
struct NewestBacklog<Element: Sendable>: Backlog {
    var value: Element?

    mutating func next() -> Element? { value.take() }
}

/// Refusals: the newest ones, and how many are lost.
struct RefusalBacklog: Backlog {
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
