/// A queue of log lines that have not been written yet. Its size is limited, because the reader of
/// the log may have stopped.
///
/// Lines leave in their order. After a loss, the queue accepts no line until it is empty and
/// `takeLostCount` has returned the number of lost lines.
package struct LogQueue: Sendable {
    /// The usual limit of the queue, in bytes: the capacity of a pipe.
    package static let usualLimit = 65_536

    private let limit: Int
    private var waiting: [UInt8] = []
    private var lost = 0

    package init(limit: Int = usualLimit) {
        self.limit = limit
    }

    /// Adds a line. Counts the line as lost if the queue is full, or if `takeLostCount` has not
    /// returned earlier losses yet.
    package mutating func add(_ line: String) {
        guard lost == 0, waiting.count + line.utf8.count < limit else { return lost += 1 }
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    /// Returns the next bytes to write, at most `count`; nil if the queue is empty.
    package func nextBytes(atMost count: Int) -> [UInt8]? {
        waiting.isEmpty ? nil : Array(waiting.prefix(count))
    }

    /// Removes the first `count` bytes, which were written.
    package mutating func dropWrittenBytes(_ count: Int) {
        waiting.removeFirst(count)
    }

    /// Returns and resets the number of lost lines; nil while the queue is not empty, or if none
    /// were lost.
    package mutating func takeLostCount() -> Int? {
        guard lost > 0, waiting.isEmpty else { return nil }
        defer { lost = 0 }
        return lost
    }
}
