internal import Host
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import SyncHub

/// The shipped hub, with its store and with random faults between it and its clients.
///
/// Its output leaves after the writes before it have been committed.
struct RealHub: SimulatedHub {
    /// A question of the hub whose answer is delayed.
    private struct Lookup: Sendable {
        enum Subject {
            case stored(StoreQuery)
            case computed(OffThreadComputation)
        }

        let due: Instant
        let question: QuestionID
        let subject: Subject
    }

    var faults: HubFaults
    private(set) var violation: String?
    private var hub: RecordableHub
    private var store: SimulatedStore
    private(set) var isDown = false
    private var now = Instant.start
    private var lookups: [Lookup] = []
    private var replies: [ServerEffect] = []
    private var links: Set<ConnectionID> = []
    /// The changes that the hub has received, and those of them without a version.
    private var received: Set<ChangeID> = []
    private var creations: Set<ChangeID> = []
    private let memory: MinimumStoredHistory
    /// All writes so far, the committed ones, and those of the commit that failed.
    private var written = Written()
    private var committed = Written()
    private var attempted: Written?
    private var lastNumber = 0

    /// The writes of a hub.
    private struct Written {
        var applied: [BucketID: AppliedChanges] = [:]
        var contestedKeys: [BucketID: Set<ObjectKey>] = [:]
        var heads: [BucketID: SequenceNumber] = [:]
    }

    /// The place of its store.
    enum Place {
        case memory
        case disk
        case hastyDisk
    }

    init(random: SeededRandom, on place: Place = .memory, isRecorded: Bool) {
        var random = random
        var limits = HubLimits()
        // Often so small that a returning client finds the history gone, and removed objects
        // forgotten.
        memory = MinimumStoredHistory(
            logLength: random.pick([1, 4, 10_000, 10_000]) ?? 1, removals: random.numberBelow(4))
        switch place {
        case .memory: store = .memory(MemoryStore(memory))
        case .disk, .hastyDisk:
            let random = SeededRandom(seed: random.next())
            store = .file(SimulatedFile(memory, waitsForDisk: place == .disk, random))
        }
        let changes = random.pick([1, 1, 4, 50]) ?? 1
        limits.history.recentChanges = changes
        limits.history.missedChanges = changes
        limits.memory.objects = 1 + random.numberBelow(8)
        limits.eventBudget = 1 + random.numberBelow(10)
        // Often so small that almost every computation is done elsewhere.
        limits.promptWork = random.pick([8, 40, 200, limits.promptWork]) ?? 8
        faults = HubFaults(random: random.fork())
        let epoch = store.beginEpoch() ?? 1
        hub = RecordableHub(limits, epoch: epoch, isRecorded: isRecorded)
        handle(.started)
        limitVersions(to: 2 + random.numberBelow(40))
        admitGuests(grace: random.numberBelow(40))
    }

    var hasPresence: Bool { true }
    var recordings: [SimulatedRecording]? { hub.recordings }

    var nextDeadline: Instant? {
        let due = lookups.map(\.due).min()
        guard let due, let other = hub.nextDeadline else { return due ?? hub.nextDeadline }
        return min(due, other)
    }

    mutating func handle(_ event: Hub.Event, at now: Instant) -> [ServerEffect] {
        self.now = now
        if case .file(let file) = store, faults.plan != .calm { file.planFault() }
        switch event {
        case .opened(let link, _):
            links.insert(link)
            handle(event)
        case .received(let frame, let link): receive(frame, on: link)
        case .closed(let link, _): if links.remove(link) != nil { handle(event) }
        case .wake: wake()
        default: preconditionFailure("a wire brings nothing of the kind: \(event)")
        }
        let answers = exchange(&replies, with: [])
        return isDown ? [] : answers
    }

    private mutating func receive(_ frame: [UInt8], on link: ConnectionID) {
        guard links.contains(link) else { return }
        guard let message = try? ClientMessage(frame: frame.span) else {
            preconditionFailure("a client sent what is no message")
        }
        if let answer = faultyAnswer(to: message, of: link) { return reply(answer, to: link) }
        handle(.received(withCursorForgotten(message).frame, from: link))
    }

    private mutating func wake() {
        let due = lookups.filter { $0.due <= now }
        lookups.removeAll { $0.due <= now }
        for lookup in due {
            if let event = answer(to: lookup) { handle(event) }
        }
        if let deadline = hub.nextDeadline, deadline <= now { handle(.wake) }
    }

    private mutating func reply(_ message: HubMessage, to link: ConnectionID) {
        replies.append(.send(message.frame, to: [link]))
    }

    mutating func restart(at now: Instant) -> [ServerEffect] {
        links = []
        lookups = []
        self.now = now
        if case .file(let file) = store {
            file.restart()
            compareWithFile()
        }
        isDown = false
        guard let epoch = store.beginEpoch() else {
            violation = "the file cannot be opened again"
            return []
        }
        hub.restart(epoch: epoch)
        handle(.started)
        return exchange(&replies, with: [])
    }
}

extension RealHub {
    private mutating func handle(_ event: Hub.Event) {
        var events = [event]
        var next = 0
        while next < events.count, !isDown {
            for effect in hub.handle(events[next], at: now) {
                if let event = perform(effect) { events.append(event) }
            }
            next += 1
        }
        attempted = written
        guard !isDown, store.commit() else { return isDown = true }
        committed = written
        attempted = nil
    }

    /// Finds out which writes are in the file after a restart.
    private mutating func compareWithFile() {
        let known = [committed, attempted].compactMap(\.self)
        let match = known.first { written in
            written.heads.allSatisfy { bucket, head in
                guard case .bucket(let found)? = store.answer(.bucket(bucket)) else { return false }
                return found.head == head
            }
        }
        attempted = nil
        guard let match else {
            return violation = "the file lacks a change that was acknowledged"
        }
        (written, committed) = (match, match)
    }

    /// Performs an effect, and returns the event that it causes at once, if any.
    private mutating func perform(_ effect: Hub.Effect) -> Hub.Event? {
        switch effect {
        case .send(let frame, let connection): send(frame, to: [connection])
        case .broadcast(let frame, let connections): send(frame, to: connections)
        case .close(let connection, _):
            links.remove(connection)
            replies.append(.close(connection, isTakenOver: false))
        case .authorize(let question, let request):
            return .authorized(question, answer(to: request))
        case .read(let question, let query):
            guard faults.plan.isSlow else { return read(query, for: question) }
            lookUp(.stored(query), for: question)
        case .compute(let question, _):
            guard faults.plan.isSlow, let computation = hub.computation(for: question) else {
                return .computed(question, .nothingYet)
            }
            lookUp(.computed(computation), for: question)
        case .write(let write): return recordAndStore(write)
        case .answer, .inquire, .joined, .ended, .note, .pass: break
        }
        return nil
    }

    private mutating func lookUp(_ subject: Lookup.Subject, for question: QuestionID) {
        let due = now + faults.delay(atMost: 2_000)
        lookups.append(Lookup(due: due, question: question, subject: subject))
    }

    private mutating func answer(to lookup: Lookup) -> Hub.Event? {
        switch lookup.subject {
        case .stored(let query): read(query, for: lookup.question)
        case .computed(let computation): .computed(lookup.question, computation.perform())
        }
    }

    private mutating func read(_ query: StoreQuery, for question: QuestionID) -> Hub.Event? {
        guard let answer = store.answer(query) else {
            isDown = true
            return nil
        }
        return .read(question, answer)
    }

    private mutating func send(_ frame: [UInt8], to connections: [ConnectionID]) {
        guard let message = try? HubMessage(frame: frame.span) else {
            violation = "the hub said what is no message: \(String(decoding: frame, as: UTF8.self))"
            return
        }
        for link in connections where links.contains(link) {
            reply(withDiffsGarbled(message), to: link)
        }
    }

    private mutating func withDiffsGarbled(_ message: HubMessage) -> HubMessage {
        guard case .command(.changes(let entries), let channel) = message else { return message }
        let garbled = entries.map { entry in
            guard case .accepted(let change) = entry else { return entry }
            return .accepted(faults.garbled(change))
        }
        return .command(.changes(garbled), on: channel)
    }

    private mutating func answer(to request: AuthorizationRequest) -> AuthorizationResult {
        if faults.draw(faults.plan.refusalRate / 2) {
            return .denied(AuthorizationFailure(.other(500), "Not now"))
        }
        lastNumber += 1
        let secret = request.needsSecret ? ResumeSecret("secret-\(lastNumber)") : nil
        return request.granted(to: Fixture.identity, fresh: secret)
    }

    private mutating func recordAndStore(_ write: StoreWrite) -> Hub.Event? {
        if case .append(let change, let entity, _, let bucket, _) = write {
            let unknown = AppliedChanges(memory)
            let isNews = written.applied[bucket, default: unknown].record(change, entity)
            written.heads[bucket] = change.ordinal
            if !isNews {
                violation = "\(change.changeID) was applied twice"
            }
            let isSecond = creations.contains(change.changeID) && change.previous != nil
            if entity.isRemoved || isSecond {
                written.contestedKeys[bucket, default: []].insert(change.key)
            }
        }
        if case .drop(let bucket) = write { written.heads[bucket] = nil }
        do throws(MemoryStore.StaleHead) { if try !store.write(write) { isDown = true } } catch {
            violation = "the hub wrote behind another head than the store's"
            return .failed(error.bucket.log)
        }
        return nil
    }
}

extension RealHub {
    /// Returns an answer that replaces the hub's own, at random; nil if the hub answers itself.
    private mutating func faultyAnswer(
        to message: ClientMessage, of link: ConnectionID
    ) -> HubMessage? {
        guard case .command(let command, let channel) = message else { return nil }
        if let chatter = faults.chatter(on: channel) { reply(chatter, to: link) }
        switch command {
        case .entity(let request) where faults.draw(faults.plan.forgettingRate):
            return .command(.entity(EntityReply(request, object: nil)), on: channel)
        case .catchUp where faults.draw(faults.plan.forgettingRate):
            return .command(.unknownCursor, on: channel)
        case .changes(let readings): return refusal(of: readings, on: channel, of: link)
        case .entity, .catchUp, .initialize, .index, .state, .beat, .leave, .inquire,
            .unknown:
            return nil
        }
    }

    /// Replaces the client's cursor by an unknown one, at random, as if the hub had forgotten it.
    private mutating func withCursorForgotten(_ message: ClientMessage) -> ClientMessage {
        guard case .command(.initialize(.success(var request)), let channel) = message,
            request.command?.hasPrefix("cv:") == true, faults.draw(faults.plan.forgettingRate)
        else { return message }
        request.command = "cv:elsewhere"
        return .command(.initialize(.success(request)), on: channel)
    }

    /// Refuses a change at random, but never one that the hub may have received.
    private mutating func refusal(
        of readings: [Change.Reading], on channel: ChannelNumber, of link: ConnectionID
    ) -> HubMessage? {
        guard case .success(let change)? = readings.first, readings.count == 1 else {
            preconditionFailure("a client sends one change at a time")
        }
        if !received.contains(change.id), let error = faults.refusal(of: change) {
            let refusal = RefusedChange(error, to: change, by: Fixture.clientID(0))
            return .command(.changes([.refused(refusal)]), on: channel)
        }
        received.insert(change.id)
        if change.version == nil { creations.insert(change.id) }
        return nil
    }
}

extension RealHub {
    mutating func begin(_ bucket: BucketName, with objects: [ObjectKey: JSONObject]) {
        for (number, key) in objects.keys.sorted(by: { $0.text < $1.text }).enumerated() {
            request(
                Change(
                    .replace(with: objects[key] ?? JSONObject()), key: key,
                    id: Fixture.changeID("\(bucket)-\(number)")), of: Fixture.bucketID(bucket))
        }
    }

    private mutating func limitVersions(to count: Int) {
        for bucket in SimulatedClient.buckets {
            setOptions(of: bucket, ["version_max": JSON(count), "version10_max": 1])
        }
    }

    private mutating func admitGuests(grace: Int) {
        setOptions(
            of: SimulatedClient.guests, ["presence": "client", "presenceGrace": JSON(grace)])
    }

    private mutating func setOptions(of bucket: BucketName, _ options: JSONObject) {
        request(
            Change(
                .replace(with: options), key: .trappingIfInvalid(bucket.text),
                id: Fixture.changeID("options-\(bucket)")),
            of: .optionsBucket(of: Fixture.app))
    }

    private mutating func request(_ change: Change, of bucket: BucketID) {
        lastNumber += 1
        let caller = Caller(identity: Fixture.identity, clientID: Fixture.clientID(99))
        let id = RequestID(rawValue: UInt64(lastNumber))
        handle(.requested(id, .change(change), of: bucket, by: caller))
        while let deadline = hub.nextDeadline, deadline <= now { handle(.wake) }
    }

    func objects(in bucket: BucketName) -> [ObjectKey: JSONObject] {
        let all = IndexSliceQuery(
            .newestFirst, hasObjects: true, atMost: StoreAnswerLimit(entries: .max))
        let answer = store.answer(.index(all, of: Fixture.bucketID(bucket)))
        guard case .index(let entities, _)? = answer else { return [:] }
        var objects: [ObjectKey: JSONObject] = [:]
        for entity in entities {
            objects[entity.key] = (try? JSON(parsing: entity.object ?? []))?.object
        }
        return objects
    }

    func head(of bucket: BucketName) -> ChangeVersion? {
        guard case .bucket(let kept)? = store.answer(.bucket(Fixture.bucketID(bucket))) else {
            return nil
        }
        return kept.head.changeVersion
    }

    func contested(in bucket: BucketName) -> Set<ObjectKey> {
        written.contestedKeys[Fixture.bucketID(bucket), default: []]
    }
}

extension Fixture {
    fileprivate static let identity = Identity(
        user: .trappingIfInvalid("kim"), name: .trappingIfInvalid("kim@example.org"),
        rights: .administrator)

    fileprivate static func bucketID(_ name: BucketName) -> BucketID {
        BucketID(app: app, user: identity.user, name: name)
    }
}
