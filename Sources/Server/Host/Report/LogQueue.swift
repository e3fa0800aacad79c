/// The lines of a log that could not be written so far: a few, as the program that reads them may
/// have stopped for ever.
///
/// Lines leave in their order, and where some were lost there is room for a line that says so.
package struct LogQueue: Sendable {
    /// What a pipe holds, once more.
    package static let usualLimit = 65_536

    private let limit: Int
    private var waiting: [UInt8] = []
    private var lost = 0

    package init(limit: Int = usualLimit) {
        self.limit = limit
    }

    /// Keeps a line. Once one was lost all are, until those before it have left.
    package mutating func add(_ line: String) {
        guard lost == 0, waiting.count + line.utf8.count < limit else { return lost += 1 }
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    /// What is to be written next, as far as it fits into `count` bytes; nil if nothing is left.
    package func next(_ count: Int) -> [UInt8]? {
        waiting.isEmpty ? nil : Array(waiting.prefix(count))
    }

    /// Forgets the first bytes, which were written.
    package mutating func drop(_ count: Int) {
        waiting.removeFirst(count)
    }

    /// How many lines were lost, as soon as it is time to say so: then, and only once.
    package mutating func takeLost() -> Int? {
        guard lost > 0, waiting.isEmpty else { return nil }
        defer { lost = 0 }
        return lost
    }
}
