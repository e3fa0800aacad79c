import SimperiumWire

/// What buckets leave to the hub, because it concerns others than themselves.
struct Errands {
    enum Errand {
        /// Something to be done in a bucket, whether it is open or not.
        case post(Work, to: BucketID)
        /// To ask what another bucket has under a key.
        case introduce(ObjectKey, of: BucketID, to: Guest)
        case refuse(RefusedChange, for: MemberID, in: BucketID)
        case run(BucketHandle)
        case report(Post.Arrival, of: Delivery)
        /// A log was looked into, and is of no more use unless a bucket of it is open.
        case leave(LogID)
        /// What can't be done now: who wants it comes again.
        case turnAway(Work)
    }

    /// A change to an object that is shared, as it is to one of those with whom it is.
    struct Copy {
        let bucket: BucketID
        let placed: PlacedChange
    }

    /// What a bucket has under a key. It holds as long as the bucket does nothing else.
    struct Introduction {
        let guest: Guest
        let query: StoreQuery
        let answer: StoreAnswer
        let bucket: BucketHandle
    }

    /// Buckets of which the store gave back what it can't have been given.
    var damaged: [BucketID] = []
    /// The objects in `__options__` that have changed.
    var changedOptions: [(app: AppID, key: ObjectKey)] = []
    var waiting = Queue<Errand>()
    var areRunning = false
    /// What is written already, and not yet known where it was written.
    var copies: [Copy] = []
    /// None or one: in a list, for an optional of that size would be copied to be looked at.
    private var introductions: [Introduction] = []

    var isIntroducing: Bool { !introductions.isEmpty }

    mutating func introduce(_ introduction: Introduction) {
        introductions = [introduction]
    }

    mutating func takeIntroduction() -> Introduction? { introductions.popLast() }

    /// What is written last, as a visitor's own bucket has it.
    func copy(for visitor: Visitor?) -> StoredChange? {
        guard let visitor else { return nil }
        return copies.last { $0.bucket == visitor.bucket }?.placed.change
    }
}

/// A work that needs to know what another bucket has, with what is known for it so far. Its own
/// bucket goes on meanwhile: two of them may want to know of each other.
struct Guest: Sendable {
    let work: Work
    let bucket: BucketHandle
    let facts: Mailbox.Facts
    /// Where its own bucket was then: if it is there still, all of that holds.
    let mark: BucketContents.Mark
}
