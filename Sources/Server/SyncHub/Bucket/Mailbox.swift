import SimperiumJSON
import SimperiumWire

/// The works of a bucket: those that wait, the one that is being done, and what is known for it.
struct Mailbox {
    /// It lies outside: mostly there is none, and it may be of many words.
    indirect enum Activity {
        case idle
        /// This comes next, before all that is waiting.
        case working(Work)
        /// So does this, but not before the hub is woken: one event has caused enough.
        case resting(Work)
        case asking(QuestionID, StoreQuery, Work)
        case computing(QuestionID, Computation, Work)
        case writing(QuestionID, PendingBatch, Work)
    }

    /// What the work that is being done knows by now: from the store, and by long computations.
    struct Facts {
        var answers: [StoreQuery: StoreAnswer] = [:]
        var object: (key: ObjectKey, value: JSONObject?)?
        var draft: Result<ChangeDraft.Result, DraftFlaw>?
        /// Whether what it goes on from has been forgotten already.
        var hasForgottenVersions = false

        mutating func removeAll() {
            answers.removeAll()
            (object, draft, hasForgottenVersions) = (nil, nil, false)
        }
    }

    private var waiting = Queue<Work>()
    var shelf = Shelf()
    private(set) var activity = Activity.idle
    var facts = Facts()

    /// What the works that are not done take in bytes, as far as that is much.
    var bytes = 0
    /// How many wait.
    var count: Int { waiting.count + shelf.count }

    /// Whether nothing waits, and nothing is being done.
    var isEmpty: Bool {
        guard case .idle = activity else { return false }
        return waiting.isEmpty && shelf.isEmpty
    }

    /// What is asked now, of the store or of whoever has time for it.
    var question: QuestionID? {
        switch activity {
        case .idle, .working, .resting: nil
        case .asking(let question, _, _), .computing(let question, _, _),
            .writing(let question, _, _):
            question
        }
    }

    /// What is on its way into a log that other hubs write to, too.
    var batch: LogBatch? {
        if case .writing(_, let pending, _) = activity { pending.batch } else { nil }
    }

    /// What is worked out elsewhere.
    var computation: Computation? {
        if case .computing(_, let computation, _) = activity { computation } else { nil }
    }

    /// The requests from outside whose works are not done.
    var requests: [RequestID] { works.compactMap(\.author?.request) }

    /// All that is not done.
    var works: [Work] {
        switch activity {
        case .idle: shelf.works + waiting.all
        case .working(let work), .resting(let work), .asking(_, _, let work),
            .computing(_, _, let work), .writing(_, _, let work):
            shelf.works + waiting.all + [work]
        }
    }

    mutating func append(_ work: Work) {
        waiting.append(work)
    }

    /// Takes out what can be done now.
    mutating func next() -> Work? {
        switch activity {
        case .idle: return shelf.next() ?? waiting.popFirst()
        case .working(let work):
            activity = .idle
            return work
        case .resting, .asking, .computing, .writing: return nil
        }
    }

    /// Begins a long work, which comes before everything else that is waiting.
    mutating func start(_ work: Work) {
        activity = .working(work)
    }

    mutating func rest(before work: Work) {
        activity = .resting(work)
    }

    /// Has the work go on that rests; false if none does.
    mutating func wake() -> Bool {
        guard case .resting(let work) = activity else { return false }
        activity = .working(work)
        return true
    }

    mutating func ask(_ question: QuestionID, _ query: StoreQuery, for work: Work) {
        activity = .asking(question, query, work)
    }

    /// Takes an answer of the store, and says what it is for; nil if something else is being done
    /// by now.
    mutating func receive(
        _ answer: StoreAnswer, to question: QuestionID
    ) -> (StoreQuery, Work)? {
        guard case .asking(question, let query, let work) = activity else { return nil }
        facts.answers[query] = answer
        activity = .working(work)
        return (query, work)
    }

    /// Takes out the work that asks; nil if something else is being done by now.
    mutating func takeAsking(_ question: QuestionID) -> Work? {
        guard case .asking(question, _, let work) = activity else { return nil }
        activity = .idle
        return work
    }

    mutating func compute(
        _ computation: Computation, as question: QuestionID, for work: Work
    ) {
        activity = .computing(question, computation, work)
    }

    /// Takes what came of a computation; false if something else is being done by now.
    mutating func receive(_ outcome: Computed.Outcome, to question: QuestionID) -> Bool {
        guard case .computing(question, _, let work) = activity else { return false }
        switch outcome {
        case .object(let object, let key): facts.object = (key, object)
        case .draft(let draft): facts.draft = draft
        case .message: return false
        }
        activity = .working(work)
        return true
    }
}

/// What concerns logs that other hubs write to, too.
extension Mailbox {
    mutating func write(_ pending: PendingBatch, as question: QuestionID, for work: Work) {
        activity = .writing(question, pending, work)
    }

    /// Takes out what was to be written, now that it is known what became of it; nil if that was
    /// not the question.
    mutating func endWriting(_ question: QuestionID) -> (PendingBatch, Work)? {
        guard case .writing(question, let pending, let work) = activity else { return nil }
        activity = .idle
        return (pending, work)
    }

    var asksForLeases: Bool {
        if case .asking(_, .leases, _) = activity { true } else { false }
    }

    /// Forgets what is known for the work that is being done, which starts over: the log has gone
    /// on. What is on its way into the log has its own answer.
    mutating func startOver() {
        facts.removeAll()
        switch activity {
        // A wish has been said, whatever else comes to pass.
        case .asking(_, .lease, _): break
        case .asking(_, _, let work), .computing(_, _, let work): activity = .working(work)
        case .idle, .working, .resting, .writing: break
        }
    }

    /// Has the work begin again that wished something which has waited for too long.
    mutating func wishAgain(_ question: QuestionID) {
        guard let work = takeAsking(question) else { return }
        facts.removeAll()
        activity = .working(work)
    }

    /// Has the objects shown from the first one on, if that has begun.
    mutating func showAnew() {
        switch activity {
        case .working(.show): activity = .working(.show(after: .zero))
        case .resting(.show): activity = .resting(.show(after: .zero))
        case .idle, .working, .resting, .asking, .computing, .writing: break
        }
    }
}
