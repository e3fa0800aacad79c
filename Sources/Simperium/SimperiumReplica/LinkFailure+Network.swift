package import SimperiumNetwork
package import SimperiumSync
internal import SimperiumWebWire

extension LinkFailure {
    /// Translates the failure of a WebSocket or a call over HTTP. If the connection was open, a TLS
    /// fault counts as a broken connection.
    package init(_ failure: ClientConnectionError, wasOpen: Bool) {
        switch failure {
        case .nameUnknown(let host, _): self = .nameUnknown(host: host)
        case .refused(let address): self = .refused(at: "\(address)")
        case .unreachable: self = .unreachable
        case .timedOut, .broken(.late): self = .timedOut
        case .tls(let fault), .broken(.tls(let fault)): self = wasOpen ? .lost : Self(fault)
        case .notWebSocket(.refused(let status)): self = Self(status)
        // For example, a proxy has dropped the connection.
        case .notHTTP(.truncated): self = .lost
        case .notWebSocket, .notHTTP: self = .notSimperium
        case .goodbye(let reason): self = Self(reason.code)
        case .fault: self = .garbled
        case .broken: self = .lost
        }
    }

    private init(_ code: CloseCode) {
        switch code {
        case .tryAgainLater: self = .full
        case .takenOver: self = .takenOver
        default: self = .closedByHub
        }
    }

    private init(_ status: HTTPStatus) {
        switch status {
        case .unavailable, .tooManyRequests: self = .full
        case .upgradeRequired, .versionNotSupported: self = .otherVersion
        case .unauthorized, .forbidden, .proxyAuthenticationRequired: self = .forbidden
        default: self = .notSimperium
        }
    }

    private init(_ fault: TLSFault) {
        switch fault {
        case .certificateExpired: self = .certificateRejected(.expired)
        case .certificateNotYetValid: self = .certificateRejected(.notYetValid)
        case .wrongHost: self = .certificateRejected(.wrongHost)
        case .unknownAuthority, .selfSigned: self = .certificateRejected(.untrusted)
        case .certificateRejected: self = .certificateRejected(.other)
        case .notTLS, .noSharedVersion, .refusedByPeer, .keyMismatch, .library:
            self = .unencrypted
        }
    }
}
