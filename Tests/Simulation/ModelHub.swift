internal import Clockwork
internal import JSONDiff
internal import Simperium

/// A small hub to test clients with: the buckets of one user, in memory, with moods.
///
/// It does what clients may rely on and no more: its pages are tiny and its memory is short, it
/// folds changes together, repeats itself, and at times refuses what it could take.
struct ModelHub {
    typealias LinkID = Int

    /// How often, in a thousand cases, the hub does what it must not do often.
    struct Moods: Hashable, Sendable {
        var refuses: UInt64 = 0
        var garbles: UInt64 = 0
        var forgets: UInt64 = 0
        var chatters: UInt64 = 0
        var folds = false
        var isFresh = false
        var pageLimit = 3

        static let calm = Moods()
    }

    struct Reply {
        let link: LinkID
        let frame: [UInt8]
        /// The changes that the receiver knows the fate of by this.
        let answers: [ChangeID]
    }

    private struct Subscription {
        let link: LinkID
        let channel: ChannelNumber
        let bucket: BucketName
        let clientID: ClientID
    }

    var moods = Moods.calm
    private(set) var buckets: [BucketName: ModelBucket] = [:]
    private var subscriptions: [Subscription] = []
    private var replies: [Reply] = []
    private var random: SeededRandom

    init(random: SeededRandom) {
        self.random = random
    }

    mutating func receive(_ frame: [UInt8], on link: LinkID) -> [Reply] {
        replies = []
        do throws(WireError) {
            switch try ClientMessage(frame: frame.span) {
            case .heartbeat(let beat): reply(.heartbeat(beat + 1), to: link)
            case .command(let command, let channel): handle(command, on: channel, of: link)
            case .log, .unknown: break
            }
        } catch {
            preconditionFailure("a client sent what is no message: \(error)")
        }
        return replies
    }

    mutating func close(_ link: LinkID) {
        subscriptions.removeAll { $0.link == link }
    }

    /// Restarts without losing anything but its connections.
    mutating func restart() {
        subscriptions = []
    }

    /// What is there from the start.
    mutating func begin(_ bucket: BucketName, with objects: [ObjectKey: JSONObject]) {
        var beginning = ModelBucket()
        let keys = objects.keys.sorted { $0.text < $1.text }
        for (number, key) in keys.enumerated() {
            let change = Change(
                .replace(with: objects[key] ?? JSONObject()), key: key, id: Fixture.changeID(number)
            )
            _ = try? beginning.apply(change, by: Fixture.clientID(99))
        }
        buckets[bucket] = beginning
    }

    private mutating func reply(
        _ message: HubMessage, to link: LinkID, answering answers: [ChangeID] = []
    ) {
        replies.append(Reply(link: link, frame: message.frame, answers: answers))
    }

    private mutating func isInMood(_ share: UInt64) -> Bool {
        share > 0 && random.chance(share, in: 1_000)
    }
}

extension ModelHub {
    private mutating func handle(
        _ command: ClientCommand, on channel: ChannelNumber, of link: LinkID
    ) {
        if case .initialize(.success(let request)) = command {
            return authorize(request, on: channel, of: link)
        }
        let subscription = subscriptions.first { $0.link == link && $0.channel == channel }
        guard let subscription, var bucket = buckets[subscription.bucket] else {
            return reply(.command(.unauthorized(.invalidToken), on: channel), to: link)
        }
        if isInMood(moods.chatters) { chatter(on: channel, of: link) }
        buckets[subscription.bucket] = nil
        switch command {
        case .index(let request):
            let page = bucket.page(request, upTo: moods.pageLimit, isFresh: moods.isFresh)
            reply(.command(.index(page), on: channel), to: link)
        case .entity(let request):
            let isForgotten = isInMood(moods.forgets)
            let object = isForgotten ? nil : request.reference.flatMap { bucket.object($0) }
            reply(.command(.entity(EntityReply(request, object: object)), on: channel), to: link)
        case .catchUp(let cursor):
            let entries = isInMood(moods.forgets) ? nil : bucket.changes(since: cursor, moods.folds)
            let answer = entries.map { HubCommand.changes($0.map { .accepted(garbled($0)) }) }
            reply(
                .command(answer ?? .unknownCursor, on: channel), to: link,
                answering: (entries ?? []).flatMap(\.changeIDs))
        case .changes(let readings):
            for reading in readings { change(reading, in: &bucket, by: subscription) }
        case .initialize, .state, .unknown: break
        }
        buckets[subscription.bucket] = bucket
    }

    private mutating func authorize(
        _ request: InitRequest, on channel: ChannelNumber, of link: LinkID
    ) {
        subscriptions.removeAll { $0.link == link && $0.channel == channel }
        subscriptions.append(
            Subscription(
                link: link, channel: channel, bucket: request.bucket, clientID: request.clientID))
        guard let user = UserName("kim@example.org") else { return }
        reply(.command(.authorized(user), on: channel), to: link)
        let command = request.command.flatMap { try? ClientCommand($0) }
        if let command { handle(command, on: channel, of: link) }
    }

    private mutating func chatter(on channel: ChannelNumber, of link: LinkID) {
        let messages: [HubMessage] = [
            .command(.options(["namespace": "x"]), on: channel), .command(.state, on: channel),
            .command(.unknown("options"), on: channel), .log(.verbose), .unknown("x"),
            .command(.state, on: ChannelNumber(rawValue: 99)),
        ]
        if let message = random.pick(messages) { reply(message, to: link) }
    }

    private mutating func change(
        _ reading: Change.Reading, in bucket: inout ModelBucket, by author: Subscription
    ) {
        guard case .success(let change) = reading else {
            preconditionFailure("a client sent what is no change")
        }
        if isInMood(moods.refuses), !bucket.hasApplied(change), let error = whim(for: change) {
            return refuse(change, error, author)
        }
        do throws(Refusal) {
            broadcast(try bucket.apply(change, by: author.clientID), in: author.bucket)
        } catch {
            refuse(change, error.error, author)
        }
    }

    private mutating func broadcast(_ change: AcceptedChange, in bucket: BucketName) {
        for subscription in subscriptions where subscription.bucket == bucket {
            let entry = ChangeEntry.accepted(garbled(change))
            reply(
                .command(.changes([entry]), on: subscription.channel), to: subscription.link,
                answering: change.changeIDs)
        }
    }

    private mutating func refuse(_ change: Change, _ error: ChangeError, _ author: Subscription) {
        let refusal = RefusedChange(error, to: change, by: author.clientID)
        reply(
            .command(.changes([.refused(refusal)]), on: author.channel), to: author.link,
            answering: [change.id])
    }

    /// An error that a hub may answer with for no good reason, without misleading the client for
    /// good: one that says a change was applied, or an object is gone, had better be true.
    private mutating func whim(for change: Change) -> ChangeError? {
        let lies = change.operation == .remove ? [] : [412]
        return random.pick([400, 401, 405, 413, 417, 440, 503, 599, 999] + lies)
            .map(ChangeError.init(code:))
    }

    /// Spoils the diff of a change at times, so that it can't be applied.
    private mutating func garbled(_ change: AcceptedChange) -> AcceptedChange {
        guard isInMood(moods.garbles), let clientID = change.clientID,
            case .modified(_, let source, let version) = change.effect,
            let nonsense = try? Diff(["no such member": ["o": "I", "v": 1]])
        else { return change }
        return AcceptedChange(
            .modified(nonsense, from: source, to: version), key: change.key,
            changeVersion: change.changeVersion, changeIDs: change.changeIDs, clientID: clientID)
    }
}
