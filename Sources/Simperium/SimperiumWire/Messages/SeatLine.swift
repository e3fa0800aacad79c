/// Which of a program's connections it is that shows the secret of a seat. Of two that one run has
/// dialled the later one counts, whichever arrives first.
package struct SeatLine: Hashable, Sendable {
    private static let longestRun = 64

    package let run: String
    package let count: Int

    package init(_ run: String, count: Int) {
        self.run = run
        self.count = count
    }

    /// As a client says it: the run and the count with a stroke between them.
    init?(_ text: String) {
        guard let stroke = text.lastIndex(of: "-"),
            let count = Int(text[text.index(after: stroke)...]), count > 0
        else { return nil }
        let run = text[..<stroke]
        guard (1...Self.longestRun).contains(run.utf8.count) else { return nil }
        self.init(String(run), count: count)
    }

    var text: String { "\(run)-\(count)" }

    package func isEarlier(than other: SeatLine) -> Bool {
        run == other.run && count < other.count
    }
}
