import SimperiumClock
import SimperiumWire

/// A channel that waits for its authorisation.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
}

/// One bucket on one connection.
struct Channel {
    enum Stage: Hashable {
        case authorizing(QuestionID)
        case open(MemberID, in: BucketHandle, with: CredentialID)
        /// Another server has the user's data. Frames are passed on to that server.
        case elsewhere
    }

    var stage: Stage
    let number: ChannelNumber
    /// The user that the connection belongs to because of this channel; nil if the channel
    /// determines none.
    var account: UserID?
    /// Frames of commands that must wait. They are kept unparsed, because a parsed command may take
    /// many times the memory.
    var inbox = Queue<[UInt8]>()
    /// A long frame that is being parsed outside the tick, and the question that the result
    /// answers. It precedes the inbox. Boxed, so that it takes only one word in a channel without
    /// such a frame.
    var frameBeingParsed: BoxedFrame?

    indirect enum BoxedFrame {
        case frame([UInt8], as: QuestionID)
    }

    init(_ number: ChannelNumber, _ stage: Stage) {
        self.number = number
        self.stage = stage
    }
}
