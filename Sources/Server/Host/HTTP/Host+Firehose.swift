import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    mutating func beginFirehose(_ call: RoutedCall) throws(CallRefusal) {
        let (id, bucket) = (call.id, try bucketAndCaller(call).0)
        let firehose = try FirehoseRequest(call.request.target.query, bucket)
        calls.open[id]?.firehose = firehose
        calls.firehoses.insert(id)
        if firehose.waits { calls.longPolls.add(id, until: now + settings.limits.longPollTimeout) }
        readFirehoseChanges(of: id)
    }

    /// Reads the changes after the last one that the caller knows. If the caller named no change,
    /// waits for the next change, or answers with an empty list if the caller does not want to
    /// wait.
    mutating func readFirehoseChanges(of id: CallID) {
        guard let firehose = calls.open[id]?.firehose else { return }
        guard let ordinal = firehose.ordinal else { return waitOrAnswerEmpty(id, firehose) }
        let portion = StoreAnswerLimit(entries: firehose.batch, bytes: Limits.reply)
        calls.open[id]?.firehose?.progress = .reading(mayMissChange: false)
        let query = StoreQuery.everybodysChanges(
            after: ordinal, in: firehose.bucket.name, of: firehose.bucket.app, atMost: portion)
        queryStore(query, for: id) { host, answer throws(CallRefusal) in
            guard case .everybodysChanges(let changes, let hasMore) = answer else {
                throw .unavailable
            }
            try host.continueWithChanges(changes, hasMore: hasMore, ofFirehose: id)
        }
    }

    private mutating func waitOrAnswerEmpty(_ id: CallID, _ firehose: FirehoseRequest) {
        guard firehose.waits else { return answer(id, .json(Array("[]".utf8))) }
        calls.open[id]?.firehose?.progress = .waiting
    }

    /// Continues with the changes from the store: reads the names and objects for the answer. If
    /// the caller wants none of the changes, reads further changes, waits for the next change, or
    /// answers with an empty list. A caller that waits also gets a change that was made during the
    /// read. Throws if `changes` is nil, because the caller's change is unknown or too old.
    private mutating func continueWithChanges(
        _ changes: [ChangeWithBucketUser]?, hasMore: Bool, ofFirehose id: CallID
    ) throws(CallRefusal) {
        guard var firehose = calls.open[id]?.firehose,
            case .reading(let mayMissChange) = firehose.progress
        else { return }
        guard let changes else { throw .unknownCursor }
        firehose.changes = firehose.wantedChanges(of: changes)
        firehose.ordinal = changes.last?.change.ordinal ?? firehose.ordinal
        firehose.progress = .busy
        calls.open[id]?.firehose = firehose
        if firehose.changes.isEmpty {
            return hasMore || mayMissChange && firehose.waits
                ? calls.resumedAtWake.append(id) : waitOrAnswerEmpty(id, firehose)
        }
        readNextOrAnswer(forFirehoseOf: id)
    }

    /// Reads the next name or object of the answer, or sends the answer.
    private mutating func readNextOrAnswer(forFirehoseOf id: CallID) {
        guard let firehose = calls.open[id]?.firehose else { return }
        let (app, count) = (firehose.bucket.app, firehose.changes.count)
        if firehose.showsNames, firehose.names.count < count {
            let next = firehose.changes[firehose.names.count]
            findUser(.owner(next.user, app: app), for: id) { host, user in
                host.calls.open[id]?.firehose?.names.append(user?.name)
                host.readNextOrAnswer(forFirehoseOf: id)
            }
        } else if firehose.showsObjects, firehose.objects.count < count {
            let next = firehose.changes[firehose.objects.count]
            let bucket = BucketID(app: app, user: next.user, name: firehose.bucket.name)
            let query = StoreQuery.version(
                next.change.version, of: next.change.key, in: bucket)
            queryStore(query, for: id) { host, answer throws(CallRefusal) in
                guard case .version(let object) = answer else { throw .unavailable }
                let shown = object.flatMap { try? JSON(parsing: $0) } ?? .null
                host.calls.open[id]?.firehose?.objects.append(shown)
                host.readNextOrAnswer(forFirehoseOf: id)
            }
        } else {
            answer(id, .json(firehose.answer))
        }
    }

    /// Wakes the calls that wait for a change in buckets of this name and app. A call that is still
    /// reading reads again before it waits.
    mutating func wakeFirehoses(for change: StoredChange, in bucket: BucketID) {
        let before = SequenceNumber(epoch: change.ordinal.epoch, count: change.ordinal.count - 1)
        for id in calls.firehoses.sorted() {
            guard var firehose = calls.open[id]?.firehose,
                firehose.bucket.app == bucket.app, firehose.bucket.name == bucket.name
            else { continue }
            switch firehose.progress {
            case .waiting:
                firehose.ordinal = firehose.ordinal ?? before
                firehose.progress = .busy
                calls.resumedAtWake.append(id)
            case .reading: firehose.progress = .reading(mayMissChange: true)
            case .busy: break
            }
            calls.open[id]?.firehose = firehose
        }
    }
}
