/// A peer's violation of RFC 6455. The bytes after it can't be read as frames.
package enum WebSocketFault: Error, Hashable, Sendable {
    /// A reserved bit is set without an extension that uses it.
    case reservedBit
    case reservedOpcode
    /// A client's frame is not masked, or a server's is.
    case wronglyMasked
    /// A length uses more bytes than needed, or has its highest bit set.
    case badLength
    case fragmentedControl
    case longControl
    /// A fragment continues a message that has not begun.
    case nothingToContinue
    /// A message begins before all fragments of the previous one have arrived.
    case unfinishedMessage
    case messageTooBig
    case notUTF8
    /// A message is marked as compressed, but can't be decompressed.
    case notDeflated
    /// The payload of a close frame is a single byte, which is half a code.
    case badCloseFrame
    case badCloseCode(CloseCode)

    package var closeCode: CloseCode {
        switch self {
        case .reservedBit, .reservedOpcode, .wronglyMasked, .badLength, .fragmentedControl,
            .longControl, .nothingToContinue, .unfinishedMessage, .badCloseFrame, .badCloseCode:
            .protocolError
        case .messageTooBig: .tooBig
        case .notUTF8, .notDeflated: .notUTF8
        }
    }
}
