package import SimperiumClock
package import SimperiumWire

/// All logs that a node follows, as one store to its hub: it answers queries, each with what was
/// so at one head; it writes what the hub has worked out; and it tells what others write.
///
/// An answer is held back until all is told that it knows of. So to the hub a log is one order of
/// things, of which its own are a part. Effects are performed in order, and what comes of one is
/// handled behind all of them. It belongs to one incarnation and is dropped with it.
package struct NodeLogs<Asker: Hashable & Sendable>: Sendable {
    package enum Event: Hashable, Sendable {
        case asked(Asker, StoreQuery)
        case told(SharedLogID, [EngineMessage]?)
        /// The hub holds nothing of it any more.
        case left(SharedLogID)
        /// Looks after what is to be swept up there.
        case swept(SharedLogID)
        /// Which users of the hub's have an object of the log open.
        case viewed(SharedLogID, ViewedObject, by: [UserID])
        /// The answer to `ask` or `follow`.
        case settled(UInt64, EngineOutcome)
        case broken
        /// The engine can be asked again.
        case resumed(epoch: UInt32)
        /// Looks whether all has been told that there is.
        case compare
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case ask(UInt64, EngineDeed)
        /// Hears what is told of a log from now on.
        case follow(UInt64, SharedLogID)
        /// Hears nothing of it any more.
        case unfollow(SharedLogID)
        case answer(Asker, StoreAnswer)
        /// There is no answer: what is in the engine is not of our making, or the user is no more.
        case unanswered(Asker, StoreQuery)
        case followed(SharedLogID, at: Ordinal, epoch: UInt32)
        case foreign(SharedLogID, ForeignEntry)
        case reset(SharedLogID)
        /// A bucket has more, of which a feed tells.
        case grown(BucketID)
        /// The engine has begun another life, and may have forgotten the end of what it told. Logs
        /// are opened in it after that.
        case anotherLife
        /// Which users have an object open elsewhere that one of the hub's has open, too.
        case viewed(SharedLogID, ViewedObject, by: [UserID])
        /// The engine has no room for what is to be written: told once a minute at most.
        case full
        /// The incarnation was taken for dead.
        case dead
    }

    enum Purpose {
        case note(SharedLogID)
        case follow(SharedLogID)
        case open(SharedLogID)
        case catchUp(SharedLogID)
        case write(SharedLogID)
        case read(SharedLogID, Asker, StoreQuery)
        case compare(SharedLogID)
        case tend(SharedLogID)
        case view(SharedLogID)
        case readViewers(SharedLogID)

        var log: SharedLogID {
            switch self {
            case .note(let log), .follow(let log), .open(let log), .catchUp(let log),
                .write(let log), .read(let log, _, _), .compare(let log), .tend(let log),
                .view(let log), .readViewers(let log):
                log
            }
        }
    }

    /// After an answer that nothing was done.
    static var rest: Duration { .milliseconds(100) }

    let incarnation: Incarnation
    let grace: Duration
    let limits: StoreLimits
    /// The apps of whose changes feeds tell.
    let fed: Set<AppID>
    var epoch: UInt32
    var logs: [SharedLogID: FollowedLog<Asker>] = [:]
    var purposes: [UInt64: Purpose] = [:]
    private var questions: UInt64 = 0
    var effects: [Effect] = []
    /// When it may be said again that the engine has no room.
    var nextFullNote: Instant?
    /// When which log is to be looked after.
    private var alarms: [SharedLogID: Instant] = [:]

    /// `grace` is for how long owners who are away are waited for anew in another life of the
    /// engine; `limits` how much of each bucket's past is kept; `fed` of which apps feeds tell.
    package init(
        of incarnation: Incarnation, epoch: UInt32, grace: Duration,
        keeping limits: StoreLimits = StoreLimits(), feeding fed: Set<AppID> = []
    ) {
        self.incarnation = incarnation
        self.epoch = epoch
        self.grace = grace
        self.limits = limits
        self.fed = fed
    }

    /// How many logs are followed.
    package var followed: Int { logs.count }

    package var nextDeadline: Instant? { alarms.values.min() }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .asked(let asker, let query): receive(query, of: asker, at: now)
        case .told(let log, let messages): hear(messages, of: log, at: now)
        case .left(let log): logs[log]?.isLeft = true
        case .swept(let log): if logs[log] == nil { begin(log, forHub: false) }
        case .viewed(let log, let object, let users): view(object, of: log, by: users)
        case .settled(let number, let outcome): settle(number, outcome, at: now)
        case .broken:
            for log in sortedLogs {
                logs[log]?.stage = .apart
                follow(log, .broken, at: now)
            }
        case .resumed(let epoch):
            if epoch != self.epoch { beginLife(epoch) }
            for log in sortedLogs { open(log) }
        case .compare:
            leaveQuiet()
            for log in sortedLogs where logs[log]?.stage == .open {
                ask(.read(.buckets, log), for: .compare(log))
                watch(log, .compare)
            }
        case .wake: wake(at: now)
        }
        return exchange(&effects, with: [])
    }

    /// What was read and not told yet is read once more: it may not be so any more. What had
    /// arrived may be on its way again, so nothing is struck off for what was so before.
    private mutating func beginLife(_ epoch: UInt32) {
        self.epoch = epoch
        effects.append(.anotherLife)
        for log in sortedLogs {
            let held = logs[log]?.held ?? []
            logs[log]?.held = []
            logs[log]?.unread += held.map { FollowedLog.Unread(asker: $0.asker, query: $0.query) }
            for unread in logs[log]?.unread ?? [] where unread.query.isStriking {
                effects.append(.answer(unread.asker, .struck))
            }
            logs[log]?.unread.removeAll(where: \.query.isStriking)
        }
    }

    private var sortedLogs: [SharedLogID] { logs.keys.sorted(by: SharedLogID.precedes) }

    /// Follows those no more that the hub has left and where nothing is under way.
    private mutating func leaveQuiet() {
        let busy = Set(purposes.values.map(\.log))
        for log in sortedLogs where logs[log]?.isIdle == true && !busy.contains(log) {
            logs[log] = nil
            setAlarm(of: log)
            effects.append(.unfollow(log))
        }
    }

    private mutating func wake(at now: Instant) {
        let due = alarms.filter { $0.value <= now }.keys.sorted(by: SharedLogID.precedes)
        for log in due {
            alarms[log] = nil
            if logs[log]?.restEnd.map({ $0 <= now }) == true {
                logs[log]?.restEnd = nil
                goOn(with: log, at: now)
            }
            follow(log, .wake, at: now)
        }
    }

    mutating func nextNumber(for purpose: Purpose) -> UInt64 {
        questions += 1
        purposes[questions] = purpose
        return questions
    }

    mutating func ask(_ deed: EngineDeed, for purpose: Purpose) {
        effects.append(.ask(nextNumber(for: purpose), deed))
    }

    mutating func setAlarm(of log: SharedLogID) {
        alarms[log] = logs[log].flatMap { sooner($0.restEnd, $0.follower.nextDeadline) }
    }
}

/// One log that a node follows.
struct FollowedLog<Asker: Hashable & Sendable>: Sendable {
    enum Stage {
        /// The line is broken.
        case apart
        /// It is being noted, followed and opened.
        case opening
        case open
    }

    /// An answer that knows of more than has been told.
    struct Held {
        let asker: Asker
        let query: StoreQuery
        let answer: StoreAnswer
        let head: Ordinal
    }

    /// What is to be asked, or to be asked again.
    struct Unread {
        let asker: Asker
        let query: StoreQuery
        /// Whether the engine may have done it already.
        var mayBeDone = false
    }

    /// What the hub wants written.
    struct Writing {
        let asker: Asker
        let batch: LogBatch
        var isAsked = false
        /// Whether the hub knows that it is there.
        var isTold = false
    }

    var follower: LogFollower
    var tending: LogTending
    var viewing: LogViewing
    var stage = Stage.apart
    var writing: Writing?
    /// What it wants written behind that, which it knows to be there before the engine answers.
    var next: Writing?
    /// What is to be read as soon as that is possible.
    var unread: [Unread] = []
    /// Answers that know of more than has been told.
    var held: [Held] = []
    /// When it is tried again what the engine did not do.
    var restEnd: Instant?
    /// Whether the hub holds nothing of it.
    var isLeft = false

    /// Whether nobody would miss it.
    var isIdle: Bool {
        isLeft && writing == nil && unread.isEmpty && held.isEmpty && restEnd == nil
            && viewing.isIdle
    }

    /// How far the hub knows it: of a batch of its own all, as soon as it knows of the first.
    var told: Ordinal? {
        guard let head = follower.head, let writing, writing.isTold else { return follower.head }
        return max(head, writing.batch.end)
    }

    init(_ follower: LogFollower, keeping limits: StoreLimits) {
        self.follower = follower
        tending = LogTending(follower.log, as: follower.incarnation, keeping: limits)
        viewing = LogViewing(as: follower.incarnation)
    }

    mutating func begin(_ writing: Writing) {
        if self.writing == nil { self.writing = writing } else { next = writing }
    }

    mutating func endWriting() {
        writing = exchange(&next, with: nil)
    }
}

extension StoreQuery {
    fileprivate var isStriking: Bool { if case .strike = self { true } else { false } }
}
