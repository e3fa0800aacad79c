import RedisWire
package import SimperiumClock
package import SimperiumWire

/// A node's part in feeds: it brings there what its logs have, and reads there for whoever asks.
///
/// A bucket is read behind the place up to which the feed has it, and what is found is added: so
/// the log is all that has to be kept, and what a node leaves that is killed meanwhile, another one
/// brings. What was written while one step was on its way goes along with the next. What is under
/// way belongs to one incarnation and is dropped with it.
package struct FeedKeeper<Asker: Hashable & Sendable>: Sendable {
    package enum Event: Hashable, Sendable {
        /// A bucket has more than its feed, or may have.
        case grown(BucketID)
        /// A caller wants to know of a feed, or of an object that one tells of.
        case asked(Asker, StoreQuery)
        /// The answer to `ask`.
        case settled(UInt64, EngineOutcome)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case ask(UInt64, EngineDeed)
        case answer(Asker, StoreAnswer)
        case unanswered(Asker, StoreQuery)
        /// There is more in a feed than was told to who asked last.
        case fed(FeedID)
    }

    private enum Purpose {
        case step(BucketID)
        case asked(Asker, StoreQuery)
        case look(FeedID)
    }

    /// A bucket on its way into its feed.
    private struct Way {
        enum Step {
            /// Asks how far the feed has it.
            case finding
            case reading
            /// What stood behind that place is forgotten: it goes on with what there is.
            case findingFloor
            case adding(hasMore: Bool)
        }

        var step = Step.finding
        /// Up to where the feed has it.
        var mark = Ordinal.zero
        /// Whether there may be more than what is on its way.
        var isDue = false
        var failures = 0
    }

    private struct Watch {
        var head: Ordinal
        var end: Instant
    }

    /// As many buckets at once; others wait.
    private static var mostAtOnce: Int { 16 }
    /// Of how many buckets that have nothing to bring it is remembered how far their feed has them.
    private static var mostMarks: Int { 1_000 }
    /// For as long as that after somebody has found nothing a feed is looked at, so often.
    private static var patience: Duration { .seconds(90) }
    private static var pace: Duration { .milliseconds(200) }
    private static var page: Portion { Portion(entries: 100, bytes: 256 << 10) }
    private static var backoff: Backoff { Backoff(from: .milliseconds(100), to: .seconds(2)) }

    package let apps: Set<AppID>
    private var epoch: UInt32 = 0
    private var ways: [BucketID: Way] = [:]
    private var marks: [BucketID: Ordinal] = [:]
    private var waiting: [BucketID] = []
    private var delayed: [BucketID: Instant] = [:]
    private var purposes: [UInt64: Purpose] = [:]
    private var questions: UInt64 = 0
    private var watches: [FeedID: Watch] = [:]
    private var nextLook: Instant?
    private var effects: [Effect] = []

    /// Of these apps feeds tell.
    package init(of apps: Set<AppID>) {
        self.apps = apps
    }

    /// An incarnation begins, on an engine in that life.
    package mutating func begin(epoch: UInt32) {
        drop()
        self.epoch = epoch
    }

    /// What was asked is not heard of any more.
    package mutating func drop() { self = FeedKeeper(of: apps) }

    package var nextDeadline: Instant? { sooner(delayed.values.min(), nextLook) }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .grown(let bucket): bring(bucket)
        case .asked(let asker, let query): read(query, for: asker)
        case .settled(let number, let outcome): settle(number, outcome, at: now)
        case .wake: wake(at: now)
        }
        return exchange(&effects, with: [])
    }
}

/// What is brought.
extension FeedKeeper {
    private mutating func bring(_ bucket: BucketID) {
        guard ways[bucket] == nil else {
            ways[bucket]?.isDue = true
            return
        }
        ways[bucket] = Way()
        waiting.append(bucket)
        begin()
    }

    private mutating func begin() {
        while !waiting.isEmpty, ways.count - waiting.count - delayed.count < Self.mostAtOnce {
            let bucket = waiting.removeFirst()
            if let mark = marks[bucket] {
                read(bucket, behind: mark)
            } else {
                add([], of: bucket, behind: .zero, .finding)
            }
        }
    }

    private mutating func add(
        _ changes: [StoredChange], of bucket: BucketID, behind mark: Ordinal, _ step: Way.Step
    ) {
        ways[bucket]?.step = step
        let deed = FeedDeed.add(changes, of: bucket.user, behind: mark, epoch: epoch)
        ask(.feed(deed, FeedID(of: bucket)), for: .step(bucket))
    }

    private mutating func read(_ bucket: BucketID, behind mark: Ordinal) {
        ways[bucket]?.mark = mark
        ways[bucket]?.isDue = false
        readLog(of: bucket, behind: mark)
    }

    private mutating func readLog(of bucket: BucketID, behind place: Ordinal) {
        ways[bucket]?.step = .reading
        let query = LogQuery.changes(after: place, in: bucket.name, atMost: Self.page)
        ask(.read(query, SharedLogID(of: bucket)), for: .step(bucket))
    }

    private mutating func settle(
        _ bucket: BucketID, _ outcome: EngineOutcome, at now: Instant
    ) {
        guard let way = ways[bucket] else { return }
        switch (way.step, outcome) {
        case (.finding, .answered(.feed(.stands(let mark)))): read(bucket, behind: mark)
        case (.reading, .answered(.fact(.stored(.changes(let changes, let hasMore)), _))):
            if let changes { return take(changes, hasMore: hasMore, of: bucket, way) }
            ways[bucket]?.step = .findingFloor
            ask(.read(.bucket(bucket.name), SharedLogID(of: bucket)), for: .step(bucket))
        case (.findingFloor, .answered(.fact(.stored(.bucket(let state)), _))):
            readLog(of: bucket, behind: state.floor)
        case (.adding(let hasMore), .answered(.feed(.stands(let mark)))):
            tellOf(FeedID(of: bucket))
            // Another node may have been sooner.
            let isBehind = hasMore || way.isDue || mark < way.mark
            isBehind ? read(bucket, behind: mark) : finish(bucket, at: mark)
        case (_, .answered), (_, .unreadable): finish(bucket, at: nil)
        case (_, .refused), (_, .lost), (_, .unsent): putOff(bucket, at: now)
        }
    }

    private mutating func take(
        _ changes: [StoredChange], hasMore: Bool, of bucket: BucketID, _ way: Way
    ) {
        guard let last = changes.last else {
            return way.isDue ? read(bucket, behind: way.mark) : finish(bucket, at: way.mark)
        }
        ways[bucket]?.mark = last.ordinal
        add(changes, of: bucket, behind: way.mark, .adding(hasMore: hasMore))
    }

    private mutating func finish(_ bucket: BucketID, at mark: Ordinal?) {
        ways[bucket] = nil
        if marks.count >= Self.mostMarks { marks = [:] }
        marks[bucket] = mark
        begin()
    }

    /// Begins anew with it after a while, for it is not known what was done.
    private mutating func putOff(_ bucket: BucketID, at now: Instant) {
        let failures = (ways[bucket]?.failures ?? 0) + 1
        ways[bucket] = Way(failures: failures)
        marks[bucket] = nil
        delayed[bucket] = now + Self.backoff.wait(after: failures)
        begin()
    }
}

/// What is told.
extension FeedKeeper {
    private mutating func read(_ query: StoreQuery, for asker: Asker) {
        let deed: EngineDeed
        switch query {
        case .everybodysChanges(let place, let name, let app, let portion):
            deed = .feed(.page(after: place, atMost: portion), FeedID(app: app, bucket: name))
        case .everybodysHead(let name, let app):
            deed = .feed(.head, FeedID(app: app, bucket: name))
        // To look at what a user has is no reason to follow their log.
        case .version(let version, let key, let bucket):
            deed = .read(.version(version, of: key, in: bucket.name), SharedLogID(of: bucket))
        default: return effects.append(.unanswered(asker, query))
        }
        ask(deed, for: .asked(asker, query))
    }

    private mutating func answer(
        _ asker: Asker, to query: StoreQuery, by outcome: EngineOutcome, at now: Instant
    ) {
        switch (query, outcome) {
        case (
            .everybodysChanges(_, let name, let app, _),
            .answered(.feed(.page(let changes, let hasMore, let head)))
        ):
            if changes?.isEmpty == true { watch(FeedID(app: app, bucket: name), at: head, now) }
            effects.append(.answer(asker, .everybodysChanges(changes, hasMore: hasMore)))
        case (.everybodysHead(let name, let app), .answered(.feed(.page(_, _, let head)))):
            watch(FeedID(app: app, bucket: name), at: head, now)
            effects.append(.answer(asker, .everybodysHead(head)))
        case (.version, .answered(.fact(.stored(let answer), _))):
            effects.append(.answer(asker, answer))
        default: effects.append(.unanswered(asker, query))
        }
    }

    /// Looks at a feed from time to time, for somebody waits for more.
    private mutating func watch(_ feed: FeedID, at head: Ordinal, _ now: Instant) {
        let known = watches[feed]?.head ?? head
        watches[feed] = Watch(head: min(known, head), end: now + Self.patience)
        nextLook = nextLook ?? now + Self.pace
    }

    private mutating func note(_ outcome: EngineOutcome, of feed: FeedID) {
        guard case .answered(.feed(.page(_, _, let head))) = outcome, let watch = watches[feed],
            head != watch.head
        else { return }
        watches[feed]?.head = head
        effects.append(.fed(feed))
    }

    /// Looks at it at once, for this node has added to it.
    private mutating func tellOf(_ feed: FeedID) {
        if watches[feed] != nil { ask(.feed(.head, feed), for: .look(feed)) }
    }

    private mutating func settle(
        _ number: UInt64, _ outcome: EngineOutcome, at now: Instant
    ) {
        switch purposes.removeValue(forKey: number) {
        case .step(let bucket): settle(bucket, outcome, at: now)
        case .asked(let asker, let query): answer(asker, to: query, by: outcome, at: now)
        case .look(let feed): note(outcome, of: feed)
        case nil: break
        }
    }

    private mutating func wake(at now: Instant) {
        for (bucket, time) in delayed.sorted(by: { $0.key.precedes($1.key) }) where time <= now {
            delayed[bucket] = nil
            waiting.append(bucket)
        }
        begin()
        guard let time = nextLook, time <= now else { return }
        watches = watches.filter { $0.value.end > now }
        nextLook = watches.isEmpty ? nil : now + Self.pace
        for feed in watches.keys.sorted(by: { $0.precedes($1) }) {
            ask(.feed(.head, feed), for: .look(feed))
        }
    }

    private mutating func ask(_ deed: EngineDeed, for purpose: Purpose) {
        questions += 1
        purposes[questions] = purpose
        effects.append(.ask(questions, deed))
    }
}

extension StoreQuery {
    /// Whether a call asks it of everybody's changes.
    package var isOfFeed: Bool {
        switch self {
        case .everybodysChanges, .everybodysHead, .version: true
        default: false
        }
    }
}

extension BucketID {
    fileprivate func precedes(_ other: BucketID) -> Bool {
        (app.text, user.text, name.text) < (other.app.text, other.user.text, other.name.text)
    }
}

extension FeedID {
    fileprivate func precedes(_ other: FeedID) -> Bool {
        (app.text, bucket.text) < (other.app.text, other.bucket.text)
    }
}
