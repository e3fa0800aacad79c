/// The reason that a WebSocket ends, as a number: RFC 6455 section 7.4.
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let unsupportedPayload = CloseCode(rawValue: 1003)
    /// The stand-in for the code of a close frame without one. It is never sent.
    package static let absent = CloseCode(rawValue: 1005)
    package static let notUTF8 = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let tooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    /// The code of a hub whose client must not dial again, because another connection has taken the
    /// client's session over.
    package static let takenOver = CloseCode(rawValue: 4001)
    /// The code of a client when the user has suspended the program.
    package static let paused = CloseCode(rawValue: 4002)
    /// The code of a client when the program ends without the user's wish to leave, and may start
    /// again.
    package static let goneForNow = CloseCode(rawValue: 4003)
    /// The code of a client when the program ends without the user's wish to leave, and can't
    /// return.
    package static let lost = CloseCode(rawValue: 4004)

    /// True for codes that blame the peer.
    package var isRebuke: Bool {
        switch self {
        case .protocolError, .unsupportedPayload, .notUTF8, .policyViolation, .tooBig: true
        default: false
        }
    }

    /// True for codes that a close frame may contain: the registered ones, and those for libraries
    /// and programs.
    package var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
