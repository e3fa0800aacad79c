/// Log lines that have not been written yet. There is a limit, because the reader of the log may
/// have stopped.
///
/// Lines leave in their order. When lines were lost, the queue takes no more until it is empty; the
/// log then records their number.
package struct LogQueue: Sendable {
    /// The usual limit of the queue, in bytes: the capacity of a pipe.
    package static let usualLimit = 65_536

    private let limit: Int
    private var waiting: [UInt8] = []
    private var lost = 0

    package init(limit: Int = usualLimit) {
        self.limit = limit
    }

    /// Adds a line. Counts it as lost if the queue is full, or if lines were lost and others still
    /// wait.
    package mutating func add(_ line: String) {
        guard lost == 0, waiting.count + line.utf8.count < limit else { return lost += 1 }
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    /// Returns the next `count` bytes to write; nil if nothing is left.
    package func next(_ count: Int) -> [UInt8]? {
        waiting.isEmpty ? nil : Array(waiting.prefix(count))
    }

    /// Removes the first bytes, which were written.
    package mutating func drop(_ count: Int) {
        waiting.removeFirst(count)
    }

    /// Returns the number of lost lines once the queue is empty, and resets it; nil if there are
    /// none.
    package mutating func takeLost() -> Int? {
        guard lost > 0, waiting.isEmpty else { return nil }
        defer { lost = 0 }
        return lost
    }
}
