/// Why a WebSocket ends, as RFC 6455 section 7.4 numbers the reasons.
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let unsupportedPayload = CloseCode(rawValue: 1003)
    /// Stands for the code that a close frame does not carry, and is never sent.
    package static let absent = CloseCode(rawValue: 1005)
    package static let notUTF8 = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let tooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    /// From a hub: another connection has the client's seat, which is not to be dialled for again.
    package static let takenOver = CloseCode(rawValue: 4001)
    /// From a client: its user has stopped it for a while.
    package static let paused = CloseCode(rawValue: 4002)
    /// From a client: it ends without being asked to leave, and may be started again.
    package static let goneForNow = CloseCode(rawValue: 4003)
    /// From a client: it ends without its user having wished so, and can't come back.
    package static let lost = CloseCode(rawValue: 4004)

    /// True of the codes that say that the peer broke a rule.
    package var isRebuke: Bool {
        switch self {
        case .protocolError, .unsupportedPayload, .notUTF8, .policyViolation, .tooBig: true
        default: false
        }
    }

    /// True of the codes that a close frame may carry: those that are registered for it, and
    /// those that libraries and programs may choose themselves.
    package var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
