import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// The work items of a bucket: the waiting items, the current item, and the facts that are known
/// for the current item.
///
/// States: idle; working (an item must run next); paused (the item must run in a later tick);
/// waiting for the answer to `question`. `next` returns an item only in the first two.
struct Mailbox {
    /// The state of a mailbox. Boxed, because most mailboxes are idle.
    indirect enum Activity {
        case idle
        /// The item runs next, before all waiting items.
        case working(BucketWork)
        /// The item runs next, but only after `resumePausedItem`. The tick's budget was used up, or
        /// the validator was not ready.
        case paused(BucketWork)
        case waiting(QuestionID, MissingFact, BucketWork)
    }

    /// A fact that the current work item needs from outside the bucket.
    enum MissingFact {
        case stored(StoreQuery)
        case computed(OffThreadComputation)
    }

    enum ReceivedFact {
        case stored(StoreQueryAnswer)
        case computed(ComputationResult.ComputedValue)
    }

    /// The facts of the current work item: the store's answers, the results of computations, and
    /// the author's presence objects. Cleared when the item is done.
    struct WorkItemFacts {
        var answers: [StoreQuery: StoreQueryAnswer] = [:]
        var object: (key: ObjectKey, value: JSONObject?)?
        var draft: Result<ChangeDraft.ContentAfterChange, DraftFlaw>?
        /// The presence objects of the author of a change in a guarded bucket.
        var ownedObjects: ConnectionPresenceObjects?

        mutating func removeAll() {
            answers.removeAll()
            (object, draft, ownedObjects) = (nil, nil, nil)
        }
    }

    private var waiting = Queue<BucketWork>()
    private(set) var activity = Activity.idle
    var facts = WorkItemFacts()

    /// The approximate size of all unfinished work items, in bytes. Only large items count.
    var bytes = 0
    var count: Int { waiting.count }

    private var isIdle: Bool { if case .idle = activity { true } else { false } }

    /// True if no item waits, is paused or is suspended. An item that is running doesn't count.
    var isEmpty: Bool { isIdle && waiting.isEmpty }

    var question: QuestionID? {
        if case .waiting(let question, _, _) = activity { question } else { nil }
    }

    var computation: OffThreadComputation? {
        if case .waiting(_, .computed(let computation), _) = activity { computation } else { nil }
    }

    var requests: [RequestID] { unfinishedWork.compactMap(\.author?.request) }

    var unfinishedWork: [BucketWork] {
        switch activity {
        case .idle: waiting.all
        case .working(let work), .paused(let work), .waiting(_, _, let work): waiting.all + [work]
        }
    }

    mutating func append(_ work: BucketWork) {
        waiting.append(work)
    }

    /// Removes and returns the next item; nil if there is none, or if an item is paused or
    /// suspended.
    mutating func next() -> BucketWork? {
        switch activity {
        case .idle: return waiting.popFirst()
        case .working(let work):
            activity = .idle
            return work
        case .paused, .waiting: return nil
        }
    }

    /// Makes an item run before all waiting items. A running item may call this once, as its last
    /// step.
    mutating func scheduleBeforeWaiting(_ work: BucketWork) {
        setCurrentItem(as: .working(work))
    }

    /// Pauses the mailbox: `next` returns nil until `resumePausedItem`, and then returns this item
    /// first.
    mutating func pause(before work: BucketWork) {
        setCurrentItem(as: .paused(work))
    }

    /// Stores the current item or its follow-up. While an item runs, the mailbox is idle and does
    /// not contain the item.
    private mutating func setCurrentItem(as state: Activity) {
        precondition(isIdle, "a bucket has one current work item, and a second would replace it")
        activity = state
    }

    /// Resumes a paused item. Returns false if there is none.
    mutating func resumePausedItem() -> Bool {
        guard case .paused(let work) = activity else { return false }
        activity = .working(work)
        return true
    }

    mutating func suspend(_ work: BucketWork, for fact: MissingFact, as question: QuestionID) {
        setCurrentItem(as: .waiting(question, fact, work))
    }

    /// Stores an answer, so that the suspended item runs next. Returns false if the bucket does not
    /// wait for this answer, or not for an answer of this kind.
    mutating func receive(_ fact: ReceivedFact, to question: QuestionID) -> Bool {
        guard case .waiting(question, let missing, let work) = activity else { return false }
        switch (missing, fact) {
        case (.stored(let query), .stored(let answer)): facts.answers[query] = answer
        case (.computed, .computed(.object(let object, let key))): facts.object = (key, object)
        case (.computed, .computed(.draft(let draft))): facts.draft = draft
        case (.computed, .computed(.message)), (.stored, .computed), (.computed, .stored):
            return false
        }
        activity = .working(work)
        return true
    }

    /// Drops the facts, because the bucket has changed. A suspended item runs next, from its
    /// beginning.
    mutating func restartCurrentItem() {
        facts.removeAll()
        if case .waiting(_, _, let work) = activity { activity = .working(work) }
    }
}
