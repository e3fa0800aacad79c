import SimperiumClock
import SimperiumWire

/// What of a bucket is on its way to those with whom its objects are shared, where each user's log
/// is one of its own: as far as this hub carries it.
///
/// Each of them gets one parcel after the other, so that none overtakes another; and nobody waits
/// for anybody else. What did not arrive stays with the log, and is tried again.
struct Post {
    /// Who waits until a parcel has arrived.
    enum Waiting {
        /// The caller hears that, for which the entry at the other end may stand.
        case answer(RequestID, Outcome)
        /// A removal of all goes on.
        case goOn(Removal, in: BucketID)
        /// It has arrived when it is written that the user could not have it.
        case turnedOut(Delivery)
    }

    /// What became of a parcel at the other end.
    enum Arrival {
        /// With the entry, if it is of just now.
        case there([UInt8]?)
        /// The user has an object of their own of that key.
        case keyTaken
        /// The user was deleted.
        case userGone
        /// It could not be told.
        case failed
    }

    private struct Recipient: Hashable {
        let place: Ordinal
        let user: UserID
    }

    /// So much is carried at once.
    static let portion = Portion(entries: 1_000, bytes: 4 << 20)
    static let backoff = Backoff(from: .milliseconds(500), to: .seconds(20))

    /// What is still to be carried to whom, the next first.
    private var queues: [UserID: Queue<Parcel>] = [:]
    /// How many recipients of each place are left.
    private var left: [Ordinal: Int] = [:]
    private var arrived: [Ordinal] = []
    private var waiting: [Recipient: Waiting] = [:]
    /// Whether there may be more than is known.
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

    /// What has arrived, and may be struck off.
    var done: [Ordinal] { arrived }

    mutating func want() { isWanted = true }

    mutating func wait(_ waiting: Waiting, for place: Ordinal, at user: UserID) {
        self.waiting[Recipient(place: place, user: user)] = waiting
    }

    mutating func takeWaiting(for place: Ordinal, at user: UserID) -> Waiting? {
        waiting.removeValue(forKey: Recipient(place: place, user: user))
    }

    mutating func strikeOff() { arrived = [] }

    /// Forgets what is known of the log, which may have lost it. Who waits goes on waiting.
    mutating func startOver() {
        (queues, left, arrived) = ([:], [:], [])
        (isWanted, hasFailed) = (true, false)
    }

    /// Takes what there is to be carried: what goes out now, and who waited for what is not there
    /// any more, since somebody else has carried it.
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

    /// Takes note of what became of a parcel: what goes to the same user next, and who waited. Nil
    /// if it is none that is under way.
    mutating func note(
        _ isThere: Bool, _ place: Ordinal, at user: UserID
    ) -> (next: Parcel?, waiting: Waiting?)? {
        guard queues[user]?.first?.place == place else { return nil }
        let waited = takeWaiting(for: place, at: user)
        guard isThere else {
            // What is behind it must not come before it.
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

    /// When to look once more for what did not arrive; nil if all did.
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

/// A parcel on its way to one of those for whom it is.
struct Delivery: Sendable {
    let parcel: Parcel
    /// Its owner's bucket, and the user's own.
    let home: BucketID
    let bucket: BucketID
    /// In which life of the engine it was found there.
    let life: Int

    var mark: ParcelMark { ParcelMark(of: home.user, at: parcel.place) }

    /// What a note is called that says what became of it.
    var name: ChangeID? {
        AcceptedChange.of(parcel.entry)?.changeIDs.first
            ?? ChangeID(parcel.place.changeVersion.text)
    }
}
