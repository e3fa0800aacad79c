/// How a peer broke RFC 6455. What follows a fault can't be told into frames any more.
package enum WebSocketFault: Error, Hashable, Sendable {
    /// A bit is set that only an extension gives a meaning, and none was agreed on.
    case reservedBit
    case reservedOpcode
    /// A client must mask and a server must not.
    case wronglyMasked
    /// A length is written in more bytes than it needs, or has its highest bit set.
    case badLength
    case fragmentedControl
    case longControl
    /// A fragment continues a message that never began.
    case nothingToContinue
    /// A message begins while the fragments of another are still due.
    case unfinishedMessage
    case messageTooBig
    case notUTF8
    /// A message that is said to be deflated is not.
    case notDeflated
    /// A close frame holds half a code.
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
