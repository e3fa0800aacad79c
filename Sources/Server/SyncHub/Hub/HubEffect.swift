package import SimperiumJSON
package import SimperiumWire

extension Hub {
    /// A side effect that the caller must perform, in the given order.
    package enum Effect: Hashable, Codable, Sendable {
        case send([UInt8], to: ConnectionID)
        /// Sends one encoded frame to many connections.
        case broadcast([UInt8], to: [ConnectionID])
        /// Closes a connection. The hub has dropped it already, and needs no `closed`.
        case close(ConnectionID, DisconnectReason)
        /// Passes a client's frame to the server that has the data of its channel. The frames in
        /// the other direction are `passed`.
        case pass([UInt8], from: ConnectionID)
        /// Validates a token. The answer is `authorized`.
        case authorize(QuestionID, AuthorizationRequest)
        /// Reads the store. The answer is `read`.
        case read(QuestionID, StoreQuery)
        /// Performs a computation. The answer is `computed`, with the result of `computation(for:)`
        /// or without one. The computation runs where it blocks nothing, at most one at a time for
        /// each payer.
        case compute(QuestionID, by: Payer)
        case write(StoreWrite)
        /// Answers a request from outside.
        case answer(RequestID, OutsideOutcome)
        /// Passes a client's question to the server program around the hub.
        case inquire(ConnectionID, on: ChannelNumber, JSONObject)
        case note(LogEvent)
    }

    /// The reason why the hub closes a connection.
    package enum DisconnectReason: Hashable, Codable, Sendable {
        /// The client was silent for too long.
        case silence
        /// The client sent more than may wait.
        case tooMuch
        /// The client's token has been revoked.
        case revoked
        /// Another connection has the session.
        case takenOver
        /// The server has a fault. The client may reconnect, and loses nothing.
        case trouble
        /// The server stops and will be back.
        case shutdown

        /// The close code: of RFC 6455 §7.4.1, of the registry, or our own.
        package var code: UInt16 {
            switch self {
            case .silence, .shutdown: 1001
            case .tooMuch, .revoked: 1008
            case .trouble: 1013
            case .takenOver: 4001
            }
        }
    }

    /// An event for the server's log. It quotes no peer at length.
    package enum LogEvent: Hashable, Codable, Sendable {
        case opened(ConnectionID)
        case closed(ConnectionID, ConnectionEnd)
        case authorized(ConnectionID, ChannelNumber, BucketID)
        case denied(ConnectionID, ChannelNumber, code: Int)
        /// A connection has lost its session to another connection.
        case takenOver(ConnectionID, by: ConnectionID)
        case unreadable(ConnectionID, WireError)
        /// A command without a meaning: unknown, or on a channel that isn't open.
        case ignored(ConnectionID)
        case refused(BucketID, ChangeError, reason: String?)
        case delayed(ConnectionID)
        case logged(ConnectionID, LogLine)
        case stated(ConnectionID, ClientBucketReport)
        /// The store can't take a write, or returned invalid data.
        case storeFailed(BucketID)
    }
}
