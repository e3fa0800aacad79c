package import SimperiumJSON
package import SimperiumWire

extension Hub {
    /// What the hub wants done. Effects are performed in the order given.
    package enum Effect: Hashable, Codable, Sendable {
        case send([UInt8], to: ConnectionID)
        /// The same frame to many, which was encoded once.
        case broadcast([UInt8], to: [ConnectionID])
        /// Closes a connection. The hub has forgotten it already, and does not ask to hear of it.
        case close(ConnectionID, Ending)
        /// To be answered by `authorized`.
        case authorize(QuestionID, AuthorizationRequest)
        /// To be answered by `read`.
        case read(QuestionID, StoreQuery)
        /// To be answered by `computed` with what came of `computation(for:)`, which is done where
        /// it holds nothing up, and for no payer more than one at a time; or with nothing.
        case compute(QuestionID, by: Payer)
        case write(StoreWrite)
        /// What became of a request from outside.
        case answer(RequestID, Outcome)
        /// A client asks what only the program around the hub knows.
        case inquire(ConnectionID, on: ChannelNumber, JSONObject)
        /// Nothing is held here any more of a log that other hubs write to, too. It need not be
        /// followed before something of it is read again.
        case leave(LogID)
        /// Which users have an object open here: for the other hubs that write to the log of that
        /// bucket, where its owner has it. Said anew whenever it changes.
        case view(ObjectKey, of: BucketID, by: [UserID])
        case note(Note)
    }

    /// Why the hub closes a connection.
    package enum Ending: Hashable, Codable, Sendable {
        /// Nothing came for too long.
        case silence
        /// It sent more than it may have waiting.
        case tooMuch
        /// Its token is no longer valid.
        case revoked
        /// Another connection has its seat.
        case takenOver
        /// Something is wrong here. It may come again, and will miss nothing.
        case trouble
        /// The server stops, and will be back.
        case shutdown

        /// The close code of RFC 6455 §7.4.1, or of those that were registered later, or ours.
        package var code: UInt16 {
            switch self {
            case .silence, .shutdown: 1001
            case .tooMuch, .revoked: 1008
            case .trouble: 1013
            case .takenOver: 4001
            }
        }
    }

    /// Something that an operator may want to read. It quotes no peer at length.
    package enum Note: Hashable, Codable, Sendable {
        case opened(ConnectionID)
        case closed(ConnectionID, Farewell)
        case authorized(ConnectionID, ChannelNumber, BucketID)
        case denied(ConnectionID, ChannelNumber, code: Int)
        /// A connection has lost its seat to another one.
        case takenOver(ConnectionID, by: ConnectionID)
        case unreadable(ConnectionID, WireError)
        /// A command without a meaning here: unknown, or on a channel that is not open.
        case ignored(ConnectionID)
        case refused(BucketID, ChangeError, reason: String?)
        case delayed(ConnectionID)
        case logged(ConnectionID, LogLine)
        case stated(ConnectionID, ClientState)
        /// The store does not take what the hub wrote, or gave back what it was never given.
        case storeFailed(BucketID)
        /// With nobody any more, where others write to the same store.
        case unshared(ObjectKey, of: BucketID)
    }
}
