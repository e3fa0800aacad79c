import Host
import Testing

@Suite("Queue of a log")
struct LogQueueTests {
    /// Reads the whole queue, in pieces of this many bytes.
    private func read(_ queue: inout LogQueue, by count: Int = 3) -> String {
        var bytes: [UInt8] = []
        while let piece = queue.nextBytes(atMost: count) {
            bytes += piece
            queue.dropWrittenBytes(piece.count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Lines leave in their order, in pieces of any size", arguments: [1, 2, 3, 5, 100])
    func order(size: Int) {
        var queue = LogQueue()
        queue.add("one")
        queue.add("zwölf")
        #expect(read(&queue, by: size) == "one\nzwölf\n")
        #expect(queue.takeLostCount() == nil)
    }

    @Test("The queue holds the lines that fit, newlines included, and counts the others")
    func bound() {
        var queue = LogQueue(limit: 8)
        for line in ["abc", "def", "", "ghi"] { queue.add(line) }
        #expect(read(&queue) == "abc\ndef\n")
        #expect(queue.takeLostCount() == 2)

        // No line passes a lost one, even where it would fit.
        queue = LogQueue(limit: 8)
        for line in ["abc", "too long", "d"] { queue.add(line) }
        #expect(queue.takeLostCount() == nil)
        #expect(read(&queue) == "abc\n")
        #expect(queue.takeLostCount() == 2)
        #expect(queue.takeLostCount() == nil)
        queue.add("e")
        #expect(read(&queue) == "e\n")
    }
}
