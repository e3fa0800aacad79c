/// A message as its sender deflated it.
///
/// A few bytes may stand for very many, and for much work. So only a little of it is inflated at
/// once, and the rest where it holds nothing up.
package struct DeflatedMessage: Hashable, Sendable {
    /// What came of it.
    package enum Inflated: Hashable, Sendable {
        case whole([UInt8])
        /// More would come of it than is taken. How much did, and the beginning of that.
        case cut(head: [UInt8], count: Int)
        case faulty(WebSocketFault)
    }

    /// Bytes that are inflated at once, and that may come of it.
    private static let promptInput = 16 << 10
    private static let promptOutput = 64 << 10

    private let bytes: [UInt8]
    private let isText: Bool
    private let limit: Int

    package init(_ bytes: [UInt8], isText: Bool, atMost limit: Int) {
        self.bytes = bytes
        self.isText = isText
        self.limit = limit
    }

    package func inflated() -> Inflated { inflated(atMost: limit) }

    /// Nil if it takes longer.
    func inflatedAtOnce() -> Inflated? {
        guard bytes.count <= Self.promptInput else { return nil }
        let inflated = inflated(atMost: min(limit, Self.promptOutput))
        if case .cut = inflated, limit > Self.promptOutput { return nil }
        return inflated
    }

    private func inflated(atMost limit: Int) -> Inflated {
        guard let outcome = try? Inflater.inflate(bytes, atMost: limit) else {
            return .faulty(.notDeflated)
        }
        switch outcome {
        case .whole(let bytes):
            var check = UTF8Check()
            guard !isText || check.accept(bytes.span) && check.isComplete else {
                return .faulty(.notUTF8)
            }
            return .whole(bytes)
        case .cut(let bytes):
            return .cut(
                head: Array(bytes.prefix(WebSocketMachine.headLength)), count: bytes.count)
        }
    }
}
