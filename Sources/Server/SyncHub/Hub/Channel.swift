import SimperiumClock
import SimperiumWire

/// A long frame that is being parsed outside the tick, and the question that the result answers.
indirect enum LongFrameBeingParsed {
    case of([UInt8], as: QuestionID)

    var frame: [UInt8] {
        switch self {
        case .of(let frame, _): frame
        }
    }

    var question: QuestionID {
        switch self {
        case .of(_, let question): question
        }
    }
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
    /// A long frame that is being parsed outside the tick; it precedes the inbox. An indirect enum,
    /// so that it takes only one word in a channel without such a frame.
    var reading: LongFrameBeingParsed?

    init(_ number: ChannelNumber, _ stage: Stage) {
        self.number = number
        self.stage = stage
    }
}
