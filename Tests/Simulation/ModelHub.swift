internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import SyncHub

/// A small hub to test clients with: the buckets of one user, in memory, with random faults.
///
/// It does only what clients may rely on: its pages are tiny, its history is short, it combines
/// changes, repeats itself, and sometimes refuses a valid change.
struct ModelHub: SimulatedHub {
    private struct Subscription {
        let link: ConnectionID
        let channel: ChannelNumber
        let bucket: BucketName
        let clientID: ClientID
    }

    var faults: HubFaults
    private(set) var buckets: [BucketName: ModelBucket] = [:]
    private var subscriptions: [Subscription] = []
    private var replies: [ServerEffect] = []

    init(random: SeededRandom) {
        faults = HubFaults(random: random)
    }

    var hasPresence: Bool { false }
    /// It answers everything at once.
    var nextDeadline: Instant? { nil }
    var violation: String? { nil }
    var recordings: [SimulatedRecording]? { nil }

    mutating func handle(_ event: Hub.Event, at now: Instant) -> [ServerEffect] {
        replies = []
        switch event {
        case .received(let frame, let link): receive(frame, on: link)
        case .closed(let link, _): subscriptions.removeAll { $0.link == link }
        default: break
        }
        return replies
    }

    private mutating func receive(_ frame: [UInt8], on link: ConnectionID) {
        do throws(WireError) {
            switch try ClientMessage(frame: frame.span) {
            case .heartbeat(let beat): reply(.heartbeat(beat + 1), to: link)
            case .command(let command, let channel): handle(command, on: channel, of: link)
            case .log, .unknown: break
            }
        } catch {
            preconditionFailure("a client sent what is no message: \(error)")
        }
    }

    mutating func restart(at now: Instant) -> [ServerEffect] {
        subscriptions = []
        return []
    }

    func objects(in bucket: BucketName) -> [ObjectKey: JSONObject] {
        buckets[bucket]?.objects.mapValues(\.object) ?? [:]
    }

    func head(of bucket: BucketName) -> ChangeVersion? { buckets[bucket]?.head }

    func contested(in bucket: BucketName) -> Set<ObjectKey> { buckets[bucket]?.contested ?? [] }

    mutating func begin(_ bucket: BucketName, with objects: [ObjectKey: JSONObject]) {
        var beginning = ModelBucket()
        let keys = objects.keys.sorted { $0.text < $1.text }
        for (number, key) in keys.enumerated() {
            let change = Change(
                .replace(with: objects[key] ?? JSONObject()), key: key,
                id: Fixture.changeID("beginning-\(number)"))
            _ = try? beginning.apply(change, by: Fixture.clientID(99))
        }
        buckets[bucket] = beginning
    }

    private mutating func reply(_ message: HubMessage, to link: ConnectionID) {
        replies.append(.send(message.frame, to: [link]))
    }
}

extension ModelHub {
    private mutating func handle(
        _ command: ClientCommand, on channel: ChannelNumber, of link: ConnectionID
    ) {
        if case .initialize(.success(let request)) = command {
            return authorize(request, on: channel, of: link)
        }
        let subscription = subscriptions.first { $0.link == link && $0.channel == channel }
        guard let subscription, var bucket = buckets[subscription.bucket] else {
            return reply(.command(.unauthorized(.invalidToken), on: channel), to: link)
        }
        if let chatter = faults.chatter(on: channel) { reply(chatter, to: link) }
        buckets[subscription.bucket] = nil
        switch command {
        case .index(let request):
            let page = bucket.page(
                request, upTo: faults.plan.pageLimit, isFresh: faults.plan.isFresh)
            reply(.command(.index(page), on: channel), to: link)
        case .entity(let request):
            let isForgotten = faults.draw(faults.plan.forgettingRate)
            let object = isForgotten ? nil : request.reference.flatMap { bucket.object($0) }
            reply(.command(.entity(EntityReply(request, object: object)), on: channel), to: link)
        case .catchUp(let cursor):
            let entries =
                faults.draw(faults.plan.forgettingRate)
                ? nil : bucket.changes(since: cursor, faults.plan.folds)
            let answer = entries.map {
                HubCommand.changes($0.map { .accepted(faults.garbled($0)) })
            }
            reply(.command(answer ?? .unknownCursor, on: channel), to: link)
        case .changes(let readings):
            for reading in readings { change(reading, in: &bucket, by: subscription) }
        case .initialize, .state, .beat, .leave, .inquire, .unknown: break
        }
        buckets[subscription.bucket] = bucket
    }

    private mutating func authorize(
        _ request: InitRequest, on channel: ChannelNumber, of link: ConnectionID
    ) {
        subscriptions.removeAll { $0.link == link && $0.channel == channel }
        subscriptions.append(
            Subscription(
                link: link, channel: channel, bucket: request.bucket, clientID: request.clientID))
        let user = UserName.trappingIfInvalid("kim@example.org")
        reply(.command(.authorized(user), on: channel), to: link)
        let command = request.command.flatMap { try? ClientCommand($0) }
        if let command { handle(command, on: channel, of: link) }
    }

    private mutating func change(
        _ reading: Change.Reading, in bucket: inout ModelBucket, by author: Subscription
    ) {
        guard case .success(let change) = reading else {
            preconditionFailure("a client sent what is no change")
        }
        if !bucket.hasApplied(change), let error = faults.refusal(of: change) {
            return refuse(change, error, author)
        }
        do throws(ModelRefusal) {
            broadcast(try bucket.apply(change, by: author.clientID), in: author.bucket)
        } catch {
            refuse(change, error.error, author)
        }
    }

    private mutating func broadcast(_ change: AcceptedChange, in bucket: BucketName) {
        for subscription in subscriptions where subscription.bucket == bucket {
            let entry = HubChangeListEntry.accepted(faults.garbled(change))
            reply(
                .command(.changes([entry]), on: subscription.channel), to: subscription.link)
        }
    }

    private mutating func refuse(
        _ change: Change, _ error: ChangeRefusalReason, _ author: Subscription
    ) {
        let refusal = RefusedChange(error, to: change, by: author.clientID)
        reply(
            .command(.changes([.refused(refusal)]), on: author.channel), to: author.link)
    }
}
