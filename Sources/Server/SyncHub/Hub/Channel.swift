import SimperiumWire

/// A frame that is read elsewhere, and the name under which that was asked for.
indirect enum LongReading {
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
    }

    let number: ChannelNumber
    var stage: Stage
    /// The user whom the connection belongs to by it, if it is one that says so.
    var account: UserID?
    /// Commands that can't be carried out yet. They wait as they came, for what is read of them may
    /// take many times the memory.
    var inbox = Queue<[UInt8]>()
    /// A long frame that is read elsewhere, and before all that is in the inbox. Hardly any channel
    /// has one, so it takes no more than a word of each.
    var reading: LongReading?

    init(_ number: ChannelNumber, _ stage: Stage) {
        self.number = number
        self.stage = stage
    }
}
