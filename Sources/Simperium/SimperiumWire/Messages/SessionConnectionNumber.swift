/// The identification of a connection that presents a session's secret: a run of the program, and a
/// count within the run. Of two connections of one run, the connection that was dialled later wins,
/// even if it arrives first.
package struct SessionConnectionNumber: Hashable, Sendable {
    private static let longestRun = 64

    package let run: String
    package let count: Int

    package init(_ run: String, count: Int) {
        self.run = run
        self.count = count
    }

    /// Reads the wire format: the run and the count, separated by a hyphen; returns nil for any
    /// other text.
    init?(_ text: String) {
        guard let stroke = text.lastIndex(of: "-"),
            let count = Int(text[text.index(after: stroke)...]), count > 0
        else { return nil }
        let run = text[..<stroke]
        guard (1...Self.longestRun).contains(run.utf8.count) else { return nil }
        self.init(String(run), count: count)
    }

    var text: String { "\(run)-\(count)" }

    package func isEarlierInSameRun(than other: SessionConnectionNumber) -> Bool {
        run == other.run && count < other.count
    }
}
