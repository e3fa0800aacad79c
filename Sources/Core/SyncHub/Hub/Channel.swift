import SimperiumWire

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

    /// A long frame that is read elsewhere, and before all that is in the inbox.
    var reading: (question: QuestionID, frame: [UInt8])?

    init(_ number: ChannelNumber, _ stage: Stage) {
        self.number = number
        self.stage = stage
    }
}
