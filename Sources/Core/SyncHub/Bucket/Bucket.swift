import SimperiumWire

/// One bucket: all that is wanted of it, one after the other.
///
/// Work that lacks a fact which only the store has waits for it, and everything behind it waits,
/// too. When the answer comes, the work starts over with the fact at hand. So all works read as if
/// everything were in memory, and none ever sees what another has half done.
struct Bucket {
    let id: BucketID
    let handle: BucketHandle
    /// Whether its log's guard is asked about each change.
    let isGuarded: Bool

    /// As the store has it, or will have it when it has done all writes; but for what it forgets of
    /// its own accord when its log is long.
    var state = StoredBucket()
    var options = BucketOptions()
    var entities = EntityCache()
    var recent = RecentChanges(from: .zero)

    var members: [MemberID: Member] = [:]
    var listeners = Audience()
    /// Those of the listeners who want to know whose line broke.
    var companions = Audience()
    var leases = Leases()
    /// The objects that companions take to be away, and those whose absence this work has ended.
    var absent: Set<ObjectKey> = []
    var ended: [ObjectKey] = []
    /// Who waits outside for the next change.
    var waiters = KeyList<RequestID>()
    var hasIdleAlarm = false

    private(set) var mailbox = Queue<Work>()
    var activity = Activity.idle
    /// What the store has answered to the work that is being done.
    var facts: [StoreQuery: StoreAnswer] = [:]

    enum Activity {
        case idle
        /// This comes next, before all that is waiting.
        case working(Work)
        /// So does this, but not before the hub is woken: one event has caused enough.
        case resting(Work)
        case asking(QuestionID, StoreQuery, Work)
    }

    /// The last change.
    var head: Ordinal { state.head }

    init(_ id: BucketID, _ handle: BucketHandle, isGuarded: Bool) {
        self.id = id
        self.handle = handle
        self.isGuarded = isGuarded
        mailbox.append(.open)
        if isGuarded { mailbox.append(.show(after: .zero)) }
    }

    /// Whether it is of no use now.
    var isLeftAlone: Bool {
        guard case .idle = activity else { return false }
        return mailbox.isEmpty && members.isEmpty && leases.isEmpty && waiters.isEmpty
    }

    /// Roughly what it holds in memory of what the store has.
    var cachedBytes: Int { entities.size + recent.bytes }

    /// Lets go of it.
    mutating func clearCaches() {
        entities = EntityCache()
        recent = RecentChanges(from: head)
    }

    /// What it waits to be told.
    var question: QuestionID? {
        switch activity {
        case .idle, .working, .resting: nil
        case .asking(let question, _, _): question
        }
    }

    /// The requests from outside that have not been answered.
    var requests: [RequestID] {
        var authors = mailbox.all.compactMap(\.author)
        switch activity {
        case .idle: break
        case .working(let work), .resting(let work), .asking(_, _, let work):
            authors += work.author.map { [$0] } ?? []
        }
        return waiters.all + authors.compactMap(\.request)
    }
}

/// Something to be done in a bucket.
enum Work {
    /// Learns from the store what the bucket is.
    case open
    /// Learns from the store who owns what.
    case findOwners(after: ObjectKey?)
    /// Reads the options again.
    case reload
    case join(MemberID)
    case leave(MemberID, Farewell)
    /// A channel has been silent long enough to hear what it did not ask for.
    case listen(MemberID)
    case change(Change, by: Author)
    case refuse(MalformedChange, by: Author)
    case index(IndexRequest, for: Author)
    case entity(EntityRequest, for: Author)
    case version(ObjectKey, EntityVersion?, for: Author)
    case catchUp(Cursor?, waits: Bool, for: Author)
    /// Whoever asked from outside has left. What is being done for them is done all the same.
    case cancel(RequestID)
    case remove(Removal)
    case graceOver(Lease.ID)
    /// Shows the objects to the guard, from the one that was changed after that place.
    case show(after: Ordinal)
}

/// Who wants something of a bucket, and hears what becomes of it.
enum Author {
    case member(MemberID)
    case caller(RequestID, Caller)
}

extension Author {
    fileprivate var request: RequestID? {
        switch self {
        case .member: nil
        case .caller(let request, _): request
        }
    }
}

/// What a change comes to, if the guard consents.
enum Intent {
    case modify(Draft, for: Change, by: Author)
    case removeAll(Change, by: Author, ClientID)
}

extension Bucket {
    /// Does something to it with what the turn has to offer.
    mutating func work(_ turn: inout Turn, _ work: (inout Bucket, inout Turn) -> Void) {
        work(&self, &turn)
    }

    mutating func post(_ work: Work, _ turn: inout Turn) {
        if case .idle = activity, mailbox.isEmpty, turn.budget > 0, !isGuarded {
            perform(work, &turn)
        } else {
            mailbox.append(work)
        }
        run(&turn)
    }

    /// Whether more is waiting than ever should.
    func isOverwhelmed(_ limits: HubLimits) -> Bool { mailbox.count > limits.waitingWorks }

    /// Does what there is to do, as far as it can be done now. A guarded bucket stops before each
    /// change until the turn has what is the author's in the whole log, for it knows its own only.
    mutating func run(_ turn: inout Turn) {
        while let work = nextWork() {
            guard turn.budget > 0 else { return rest(before: work, &turn) }
            if isGuarded, case .change = work, turn.belongings == nil { return start(work) }
            perform(work, &turn)
            if isGuarded { turn.belongings = nil }
        }
    }

    /// Whose change comes next, if `run` has stopped before it.
    var proposer: Author? {
        guard isGuarded, case .working(.change(_, let author)) = activity else { return nil }
        return author
    }

    /// Leaves a work for later, so that others have their turn.
    mutating func rest(before work: Work, _ turn: inout Turn) {
        activity = .resting(work)
        turn.unfinished.append(handle)
    }

    mutating func wake(_ turn: inout Turn) {
        guard case .resting(let work) = activity else { return }
        activity = .working(work)
        run(&turn)
    }

    private mutating func nextWork() -> Work? {
        switch activity {
        case .idle: return mailbox.popFirst()
        case .working(let work):
            activity = .idle
            return work
        case .resting, .asking: return nil
        }
    }

    private mutating func perform(_ work: Work, _ turn: inout Turn) {
        do throws(Gap) {
            try carryOut(work, &turn)
            turn.spend()
            facts.removeAll()
        } catch {
            wait(for: error, work, &turn)
        }
    }

    /// Puts a work off until it can be done.
    mutating func wait(for gap: Gap, _ work: Work, _ turn: inout Turn) {
        switch gap {
        case .missing(let query):
            let question = turn.question(from: handle)
            turn.effects.append(.read(question, query))
            activity = .asking(question, query, work)
        case .unseen:
            activity = .resting(work)
            turn.logs[id.log]?.wait(handle)
        case .damaged: turn.damaged.append(id)
        }
    }

    /// Begins a long work, which comes before everything else that is waiting.
    mutating func start(_ work: Work) {
        activity = .working(work)
    }

    private mutating func carryOut(_ work: Work, _ turn: inout Turn) throws(Gap) {
        switch work {
        case .open: try open(&turn)
        case .findOwners(let key): try findOwners(after: key, &turn)
        case .reload: options = try storedOptions()
        case .join(let member): join(member, &turn)
        case .leave(let member, let farewell): leave(member, farewell, &turn)
        case .listen(let member): try listen(member, &turn)
        case .change(let change, let author): try accept(change, by: author, &turn)
        case .refuse(let change, let author): refuse(change, by: author, &turn)
        case .index(let request, let author): try index(request, for: author, &turn)
        case .entity(let request, let author): try entity(request, for: author, &turn)
        case .version(let key, let version, let author):
            try entity(key, version, for: author, &turn)
        case .catchUp(let cursor, let waits, let author):
            try catchUp(cursor, waits: waits, for: author, &turn)
        case .cancel(let request): waiters.remove(request)
        case .remove(let removal): remove(removal, &turn)
        case .graceOver(let lease): endGrace(of: lease, &turn)
        case .show(let place): try show(after: place, &turn)
        }
    }

    /// Takes an answer of the store and goes on.
    mutating func learn(_ answer: StoreAnswer, to question: QuestionID, _ turn: inout Turn) {
        guard case .asking(question, let query, let work) = activity else { return }
        facts[query] = answer
        activity = .working(work)
        run(&turn)
    }
}

extension Work {
    /// Who waits to hear what becomes of it.
    fileprivate var author: Author? {
        switch self {
        case .change(_, let author), .refuse(_, let author), .index(_, let author),
            .entity(_, let author), .version(_, _, let author), .catchUp(_, _, let author):
            author
        case .remove(let removal): removal.author
        case .open, .findOwners, .reload, .join, .leave, .listen, .cancel, .graceOver, .show: nil
        }
    }
}
