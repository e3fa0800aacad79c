import SimperiumWire

/// A seat, as the hub names it.
struct SeatID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt64
}

/// What one client owns by presence in one log, on all channels of its connection.
///
/// A seat outlives its connection, as long as a lease does, and passes to whoever shows its secret.
/// Its number tells the run of a program that has it from those before.
struct Seat {
    /// By what a client proves that a seat is its own.
    struct Claim: Hashable {
        let log: LogID
        let clientID: ClientID
        let proof: SecretDigest
    }

    /// No client can have it raised beyond.
    static let highestNumber = Int(Int32.max)

    fileprivate(set) var claim: Claim
    /// What its client proved it with before it was given another secret.
    fileprivate var former: Claim?
    /// The secret itself; nil where only the store tells of the seat, and nobody has shown it.
    fileprivate(set) var secret: ResumeSecret?
    fileprivate(set) var number: Int
    /// Which of its client's connections showed its secret last, if that said so.
    fileprivate(set) var line: SeatLine?
    /// The connection that has it; nil while the client is away.
    fileprivate(set) var holder: ConnectionID?
    /// The buckets in which it has a lease.
    fileprivate(set) var buckets: [BucketHandle] = []
    /// How many channels have it that their buckets have not let go of.
    fileprivate var channels = 0

    /// Whether nobody can come back to anything.
    fileprivate var isVacant: Bool { buckets.isEmpty && channels == 0 }
}

/// The seats of all clients that know of them.
struct Seats {
    private var seats: [SeatID: Seat] = [:]
    private var ids: [Seat.Claim: SeatID] = [:]
    private var count: UInt64 = 0
    var readings = SeatReadings()
    var ends = SeatEnds()

    subscript(id: SeatID) -> Seat? { seats[id] }

    /// How many there are.
    var known: Int { seats.count }

    func find(_ claim: Seat.Claim) -> SeatID? { ids[claim] }

    /// A seat that nobody has had.
    mutating func begin(
        _ claim: Seat.Claim, _ secret: ProvenSecret, for holder: ConnectionID
    ) -> SeatID {
        add(Seat(claim: claim, secret: secret.text, number: 1, holder: holder))
    }

    /// The seat that the store tells of.
    mutating func recall(_ claim: Seat.Claim, number: Int) -> SeatID {
        guard let id = ids[claim] else { return add(Seat(claim: claim, number: number)) }
        if let known = seats[id]?.number, number > known { seats[id]?.number = number }
        return id
    }

    private mutating func add(_ seat: Seat) -> SeatID {
        count += 1
        let id = SeatID(rawValue: count)
        seats[id] = seat
        ids[seat.claim] = id
        return id
    }

    /// Takes note of what a client shows that proves a seat to be its own.
    mutating func hear(_ secret: ProvenSecret, for id: SeatID) {
        if seats[id]?.claim.proof == secret.digest { seats[id]?.secret = secret.text }
    }

    /// Has a seat be proved by a secret that nobody had. With the one before it is still found.
    mutating func give(_ secret: ProvenSecret, to id: SeatID) {
        guard let claim = seats[id]?.claim else { return }
        if let older = seats[id]?.former { ids[older] = nil }
        let renewed = Seat.Claim(log: claim.log, clientID: claim.clientID, proof: secret.digest)
        seats[id]?.former = claim
        seats[id]?.claim = renewed
        seats[id]?.secret = secret.text
        ids[renewed] = id
    }

    mutating func pass(
        _ id: SeatID, to holder: ConnectionID, by line: SeatLine?, number: Int
    ) {
        seats[id]?.holder = holder
        seats[id]?.line = line
        seats[id]?.number = min(number, Seat.highestNumber)
    }

    /// Its client is away.
    mutating func vacate(_ id: SeatID) {
        seats[id]?.holder = nil
        dropIfVacant(id)
    }

    /// Ends a seat. What of it is still to be done in its buckets is done without it.
    mutating func end(_ id: SeatID) -> Seat? {
        guard let seat = seats.removeValue(forKey: id) else { return nil }
        ids[seat.claim] = nil
        if let former = seat.former { ids[former] = nil }
        return seat
    }

    private mutating func dropIfVacant(_ id: SeatID) {
        if seats[id]?.isVacant == true { _ = end(id) }
    }
}

extension Seats {
    /// Takes note of a channel that has the seat, or is about to: so long it is kept.
    mutating func addChannel(to id: SeatID) {
        seats[id]?.channels += 1
    }

    mutating func removeChannel(from id: SeatID) {
        seats[id]?.channels -= 1
        dropIfVacant(id)
    }

    mutating func addLease(in bucket: BucketHandle, to id: SeatID) {
        guard seats[id]?.buckets.contains(bucket) == false else { return }
        seats[id]?.buckets.append(bucket)
    }

    mutating func removeLease(in bucket: BucketHandle, from id: SeatID) {
        seats[id]?.buckets.removeAll { $0 == bucket }
        dropIfVacant(id)
    }
}
