package import SimperiumJSON
package import SimperiumWire

extension Hub {
    /// A side effect that the caller must perform, in the given order.
    package enum Effect: Hashable, Codable, Sendable {
        case send([UInt8], to: ConnectionID)
        /// Sends one encoded frame to many connections.
        case broadcast([UInt8], to: [ConnectionID])
        /// Closes a connection. The hub has already dropped the connection, and needs no `closed`.
        case close(ConnectionID, DisconnectReason)
        /// Passes a client's frame to the server that has the data of the frame's channel. Frames
        /// from that server arrive as the event `passed`.
        case pass([UInt8], from: ConnectionID)
        /// Validates a token. The answer is `authorized`.
        case authorize(QuestionID, AuthorizationRequest)
        /// Reads the store. The answer is `read`.
        case read(QuestionID, StoreQuery)
        /// Performs the computation that `computation(for:)` returns. The answer is `computed`,
        /// with the computation's result or with `nothingYet`. The computation runs on another
        /// thread, at most one at a time for each owner.
        case compute(QuestionID, by: ComputationOwner)
        case write(StoreWrite)
        case answer(RequestID, CallerRequestOutcome)
        /// Passes a client's question to the server program that contains the hub.
        case inquire(ConnectionID, on: ChannelNumber, JSONObject)
        /// A channel in this log has opened. All later frames to the connection must wait until the
        /// writes to the log are stored. Otherwise a change could be acknowledged and then lost.
        case joined(ConnectionID, UserLogID)
        /// A connection has ended, and the caller must forget it. Also follows `close`.
        case ended(ConnectionID)
        /// Logs and counts an event.
        case note(LogEvent)
    }

    package enum DisconnectReason: Hashable, Codable, Sendable {
        case silence
        /// The client sent more than its rate limit or the limits on waiting commands allow.
        case tooMuch
        case revoked
        /// Another connection has the session.
        case takenOver
        /// The server has a fault. The client may reconnect, and loses no changes.
        case trouble
        /// The server is shutting down. The client may reconnect later.
        case shutdown

        /// The close code: from RFC 6455 §7.4.1, from the IANA registry, or one for private use.
        package var code: UInt16 {
            switch self {
            case .silence, .shutdown: 1001
            case .tooMuch, .revoked: 1008
            case .trouble: 1013
            case .takenOver: 4001
            }
        }
    }

    /// An event for the server's log. It contains no long text from a peer, except in `logged` and
    /// `stated`.
    package enum LogEvent: Hashable, Codable, Sendable {
        case opened(ConnectionID)
        case closed(ConnectionID, ConnectionEnd)
        case authorized(ConnectionID, ChannelNumber, BucketID)
        case denied(ConnectionID, ChannelNumber, code: Int)
        /// A connection has lost its session to another connection.
        case takenOver(ConnectionID, by: ConnectionID)
        case unreadable(ConnectionID, WireError)
        /// A frame without an effect, for example an unknown command or a command on a channel that
        /// isn't open.
        case ignored(ConnectionID)
        case refused(BucketID, ChangeRefusalReason, reason: String?)
        case delayed(ConnectionID)
        case logged(ConnectionID, LogLine)
        case stated(ConnectionID, ClientBucketDiagnostics)
        /// The store failed to write or to read the bucket, or returned invalid data.
        case storeFailed(BucketID)
    }
}
