/// The number of the reason for closing a WebSocket: RFC 6455 section 7.4.
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let unsupportedPayload = CloseCode(rawValue: 1003)
    /// The code that stands for a close frame without a code. It is never sent.
    package static let absent = CloseCode(rawValue: 1005)
    package static let notUTF8 = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let tooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    /// A hub's code for a client that must not dial again, because another connection has taken
    /// over the client's session.
    package static let takenOver = CloseCode(rawValue: 4001)
    /// A client's code for a program that its user has suspended.
    package static let paused = CloseCode(rawValue: 4002)
    /// A client's code for a program that ends without a request by its user, and may start again.
    package static let goneForNow = CloseCode(rawValue: 4003)
    /// A client's code for a program that ends without a request by its user, and can't return.
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
