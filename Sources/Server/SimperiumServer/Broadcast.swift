import SimperiumWebWire
import SyncHub

/// What was said to the same peers, one thing after the other, and leaves as one block.
///
/// Where many listen and much happens in a turn, to hand each of them each frame by itself would
/// take as long as to send it.
struct Broadcast {
    /// Beyond it there is nothing to be gained.
    private static let longest = 64 << 10

    let audience: [ConnectionID]
    private(set) var block: [UInt8]
    /// What the block is, if it is one message that is worth deflating.
    private let longMessage: [UInt8]?

    init(_ message: [UInt8], to audience: [ConnectionID]) {
        self.audience = audience
        block = WebSocketFrame.text(message).encoded()
        longMessage = WebSocketFrame.isWorthDeflating(message) ? message : nil
    }

    var isWorthDeflating: Bool { longMessage != nil }

    /// What is handed to those who take what is deflated; nil if it is the block.
    var deflated: [UInt8]? { longMessage.map { WebSocketFrame.encodedText(deflating: $0) } }

    /// False if it was said to others, or is long enough.
    mutating func append(_ message: [UInt8], to audience: [ConnectionID]) -> Bool {
        guard block.count + message.count <= Self.longest, longMessage == nil,
            !WebSocketFrame.isWorthDeflating(message), audience == self.audience
        else { return false }
        block += WebSocketFrame.text(message).encoded()
        return true
    }
}
