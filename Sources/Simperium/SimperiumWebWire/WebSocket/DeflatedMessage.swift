internal import SimperiumBytes

/// A compressed message.
///
/// A few compressed bytes may expand to very many, which takes long. So only a small message is
/// decompressed at once, and a larger one on another thread.
package struct DeflatedMessage: Hashable, Sendable {
    /// The result of decompressing.
    package enum InflationResult: Hashable, Sendable {
        case whole([UInt8])
        /// The message exceeds the limit: its beginning, and the number of bytes produced.
        case cut(head: [UInt8], count: Int)
        case faulty(WebSocketFault)
    }

    /// The most compressed bytes of a message that is decompressed at once.
    private static let promptInput = 16 << 10
    /// The most decompressed bytes of a message that is decompressed at once.
    private static let promptOutput = 64 << 10

    private let bytes: [UInt8]
    private let isText: Bool
    private let limit: Int

    package init(_ bytes: [UInt8], isText: Bool, atMost limit: Int) {
        self.bytes = bytes
        self.isText = isText
        self.limit = limit
    }

    package func inflated() -> InflationResult { inflatedAndValidated(atMost: limit) }

    /// Decompresses a small message; returns nil if the message is too large to decompress it at
    /// once.
    func inflatedIfSmall() -> InflationResult? {
        guard bytes.count <= Self.promptInput else { return nil }
        let inflated = inflatedAndValidated(atMost: min(limit, Self.promptOutput))
        if case .cut = inflated, limit > Self.promptOutput { return nil }
        return inflated
    }

    private func inflatedAndValidated(atMost limit: Int) -> InflationResult {
        guard let outcome = try? inflate(bytes, atMost: limit) else {
            return .faulty(.notDeflated)
        }
        switch outcome {
        case .whole(let bytes):
            var check = UTF8Validator()
            guard !isText || check.validate(bytes.span) && check.isComplete else {
                return .faulty(.notUTF8)
            }
            return .whole(bytes)
        case .cut(let bytes):
            return .cut(
                head: Array(bytes.prefix(WebSocketMachine.headLength)), count: bytes.count)
        }
    }
}
