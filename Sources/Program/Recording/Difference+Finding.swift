internal import SimperiumJSON

extension Difference {
    /// So much of a text is told on each side of where two texts part.
    private static let before = 20
    private static let after = 60

    /// The first difference of two values; nil if they mean the same.
    init?(line: Int, path: String, recorded: JSON?, now: JSON?) {
        guard recorded != now else { return nil }
        switch (recorded, now) {
        case (.object(let left)?, .object(let right)?):
            for name in left.map(\.name) + right.map(\.name) where left[name] != right[name] {
                self.init(
                    line: line, path: "\(path).\(name)", recorded: left[name], now: right[name])
                return
            }
            return nil
        case (.array(let left)?, .array(let right)?):
            let index = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
            let position = index ?? min(left.count, right.count)
            self.init(
                line: line, path: "\(path).\(position)",
                recorded: position < left.count ? left[position] : nil,
                now: position < right.count ? right[position] : nil)
        case (.string(let left)?, .string(let right)?):
            let start = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
            self.init(
                line: line, path: path, text: Self.excerpt(left.utf8, around: start),
                textNow: Self.excerpt(right.utf8, around: start))
        default:
            self.init(
                line: line, path: path, text: recorded.map { Self.excerpt($0.utf8, around: 0) },
                textNow: now.map { Self.excerpt($0.utf8, around: 0) })
        }
    }

    private static func excerpt(_ bytes: [UInt8], around start: Int) -> String {
        let from = max(0, start - before)
        let to = min(bytes.count, start + after)
        let text = String(decoding: bytes[from..<to], as: UTF8.self)
        let shown = String(text.map { $0.isNewline || $0 < " " ? "·" : $0 })
        return (from > 0 ? "…" : "") + shown + (to < bytes.count ? "…" : "")
    }
}
