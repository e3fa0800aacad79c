import SimperiumWebWire
import SyncHub

/// Consecutive messages to the same connections, which are sent as one block.
///
/// With many receivers and many messages in a tick, a call for each message and receiver would take
/// as long as the sending.
struct BroadcastBlock {
    /// The maximum size in bytes of a block after a message was appended. A longer block saves
    /// nothing.
    private static let longest = 64 << 10

    let audience: [ConnectionID]
    private(set) var bytes: [UInt8]
    /// The block's only message, if it is worth deflating; otherwise nil.
    private let longMessage: [UInt8]?

    init(_ message: [UInt8], to audience: [ConnectionID]) {
        self.audience = audience
        bytes = OutgoingWebSocketFrame.text(message).encoded()
        longMessage = OutgoingWebSocketFrame.isWorthDeflating(message) ? message : nil
    }

    var isWorthDeflating: Bool { longMessage != nil }

    /// The block for receivers with compression; nil if they receive the plain block.
    var deflated: [UInt8]? { longMessage.map { OutgoingWebSocketFrame.encodedText(deflating: $0) } }

    /// Appends a message. Returns false if the message has other receivers, or if the block would
    /// be too long. Also returns false if the message or the block's only message is worth
    /// deflating, because such a message has its own block.
    mutating func append(_ message: [UInt8], to audience: [ConnectionID]) -> Bool {
        guard bytes.count + message.count <= Self.longest, longMessage == nil,
            !OutgoingWebSocketFrame.isWorthDeflating(message), audience == self.audience
        else { return false }
        bytes += OutgoingWebSocketFrame.text(message).encoded()
        return true
    }
}
