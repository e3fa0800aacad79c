import SimperiumClock
import SimperiumWire

/// The deliveries from one bucket's outbox to other users' logs, as far as this hub makes them.
///
/// Each user is sent one entry at a time, so entries arrive in order. Users don't wait for each
/// other. A failed entry stays in the outbox and is retried later.
///
/// Order of calls: `load` with the entries of the outbox returns the first deliveries; `note` with
/// each result returns the next one; `rest` returns the time of a retry. The caller deletes `done`
/// entries from the outbox, and then calls `strikeOff`.
struct Post {
    /// An action that waits for a delivery.
    enum Waiting {
        /// Answers the caller. An entry from the user's own log may replace the one in the outcome.
        case answer(RequestID, Outcome)
        /// Continues a removal of all objects.
        case goOn(Removal, in: BucketID)
        /// Completes a delivery that the user could not have, after the end of the sharing has been
        /// recorded.
        case turnedOut(Delivery)
    }

    /// The result of a delivery.
    enum Arrival {
        /// The entry is in the user's log. Contains the log's entry if it has been written just
        /// now.
        case there([UInt8]?)
        /// The user has another object under the key.
        case keyTaken
        /// The user was deleted.
        case userGone
        /// The delivery failed, and is retried.
        case failed
    }

    private struct Recipient: Hashable {
        let place: Ordinal
        let user: UserID
    }

    /// The most entries that are loaded at once.
    static let portion = Portion(entries: 1_000, bytes: 4 << 20)
    static let backoff = Backoff(from: .milliseconds(500), to: .seconds(20))

    /// The entries to be delivered to each user, the next one first.
    private var queues: [UserID: Queue<Parcel>] = [:]
    /// The number of users that each entry has yet to reach.
    private var left: [Ordinal: Int] = [:]
    private var arrived: [Ordinal] = []
    private var waiting: [Recipient: Waiting] = [:]
    /// True if the outbox may have more entries than were loaded.
    private(set) var isWanted = false
    private var hasFailed = false
    private(set) var failures = 0

    var isUnderWay: Bool { !queues.isEmpty }
    var isIdle: Bool { queues.isEmpty && waiting.isEmpty && arrived.isEmpty && !isWanted }

    /// The requests from outside that have not been answered.
    var requests: [RequestID] {
        waiting.values.compactMap { waiting in
            switch waiting {
            case .answer(let request, _): request
            case .goOn(let removal, _): removal.author?.request
            case .turnedOut: nil
            }
        }
    }

    /// The delivered entries, which may be deleted from the outbox.
    var done: [Ordinal] { arrived }

    mutating func want() { isWanted = true }

    mutating func wait(_ waiting: Waiting, for place: Ordinal, at user: UserID) {
        self.waiting[Recipient(place: place, user: user)] = waiting
    }

    mutating func takeWaiting(for place: Ordinal, at user: UserID) -> Waiting? {
        waiting.removeValue(forKey: Recipient(place: place, user: user))
    }

    mutating func strikeOff() { arrived = [] }

    /// Drops the loaded entries, because the log may have lost them. Waiting actions keep waiting.
    mutating func startOver() {
        (queues, left, arrived) = ([:], [:], [])
        (isWanted, hasFailed) = (true, false)
    }

    /// Adds the entries of the outbox. Returns the first deliveries, and the actions that waited
    /// for entries that another hub has delivered meanwhile.
    mutating func load(_ parcels: [Parcel]) -> (next: [(Parcel, UserID)], over: [Waiting]) {
        isWanted = false
        hasFailed = false
        for parcel in parcels {
            left[parcel.place] = parcel.recipients.count
            for user in parcel.recipients { queues[user, default: Queue()].append(parcel) }
        }
        let places = Set(parcels.map(\.place))
        let over = waiting.keys.filter { !places.contains($0.place) }
            .sorted { ($0.place, $0.user.text) < ($1.place, $1.user.text) }
        let users = queues.keys.sorted { $0.text < $1.text }
        return (
            users.compactMap { user in next(for: user).map { ($0, user) } },
            over.compactMap { waiting.removeValue(forKey: $0) }
        )
    }

    private func next(for user: UserID) -> Parcel? { queues[user]?.first }

    /// Records the result of a delivery. Returns the next entry for the same user, and the action
    /// that waited. Nil if the delivery is not under way.
    mutating func note(
        _ isThere: Bool, _ place: Ordinal, at user: UserID
    ) -> (next: Parcel?, waiting: Waiting?)? {
        guard queues[user]?.first?.place == place else { return nil }
        let waited = takeWaiting(for: place, at: user)
        guard isThere else {
            // Later entries must not overtake it.
            queues[user] = nil
            (hasFailed, isWanted) = (true, true)
            return (nil, waited)
        }
        _ = queues[user]?.popFirst()
        left[place, default: 1] -= 1
        if left[place] == 0 {
            left[place] = nil
            arrived.append(place)
        }
        let next = next(for: user)
        if next == nil { queues[user] = nil }
        return (next, waited)
    }

    /// Returns the time of the retry; nil if all entries arrived.
    mutating func rest(at now: Instant) -> Instant? {
        guard hasFailed else {
            failures = 0
            return nil
        }
        left = [:]
        failures += 1
        return now + Self.backoff.wait(after: failures)
    }
}

/// An outbox entry on its way to one user.
struct Delivery: Sendable {
    let parcel: Parcel
    /// The owner's bucket, and the user's own.
    let home: BucketID
    let bucket: BucketID
    /// The run of the shared store that the entry was found in.
    let life: Int

    var mark: ReplicationCheckpoint { ReplicationCheckpoint(of: home.user, at: parcel.place) }

    /// The id of the record of the delivery's result.
    var name: ChangeID? {
        AcceptedChange.of(parcel.entry)?.changeIDs.first
            ?? ChangeID(parcel.place.changeVersion.text)
    }
}
