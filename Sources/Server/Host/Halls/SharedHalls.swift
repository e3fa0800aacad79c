import Game
import Lobby
import SharedLog
import SimperiumClock
import SyncHub

/// A server's part in the list of halls that all servers of an engine have.
///
/// It is asked for places, which is the only thing that anybody waits for. All else is told and
/// heard a little later, and nothing is lost with an answer.
struct SharedHalls: Sendable {
    let limits: HallLimits
    var entrances = HallEntrances()
    var report = HallReport()
    /// All who are in any hall, and how the halls are spread over the servers.
    private(set) var census: Census?
    private(set) var spread = DirectorySpread.empty
    var hallCount: Int { spread.halls }
    /// To whom somebody comes from another server, until then.
    private var expected: [PlayerID: Instant] = [:]
    /// Whether the list has the places as they are, and whether it is being told.
    private var arePlacesTold = true
    private var arePlacesOnTheirWay = false
    private var areWaitersTold = true
    private var areWaitersOnTheirWay = false
    private(set) var questions: [HallQuestion] = []

    init(_ limits: HallLimits) {
        self.limits = limits
    }

    mutating func ask(_ deed: DirectoryDeed, for asker: HallAsker) {
        questions.append(HallQuestion(asker: asker, deed: deed))
    }

    mutating func takeQuestions() -> [HallQuestion] {
        defer { questions = [] }
        return questions
    }

    mutating func askForPlaces() {
        for (id, wish) in entrances.takeUnasked() {
            ask(.enter(wish.inDirectory, limits.inDirectory), for: .place(id))
        }
    }

    /// A place was taken, or given back.
    mutating func notePlaces() { arePlacesTold = false }

    /// Tells which places there are, unless one more is on its way.
    mutating func tell(_ places: [DirectoryPlaces]) {
        guard !arePlacesTold, !arePlacesOnTheirWay, entrances.isEmpty else { return }
        (arePlacesTold, arePlacesOnTheirWay) = (true, true)
        ask(.hold(places), for: .places)
    }

    mutating func settlePlaces(_ answer: DirectoryAnswer?) {
        arePlacesOnTheirWay = false
        if answer != .done { arePlacesTold = false }
    }

    mutating func settleNews(_ answer: DirectoryAnswer?) {
        guard case .sums(let figures, let spread)? = answer else {
            return report.settle(hasArrived: false)
        }
        report.settle(hasArrived: true)
        census = Census(figures: figures)
        self.spread = spread
    }
}

/// Those who wait alone.
extension SharedHalls {
    /// Whether nobody comes to somebody from elsewhere.
    func isFree(_ player: PlayerID, at now: Instant) -> Bool {
        expected[player].map { $0 <= now } ?? true
    }

    mutating func tell(_ waiters: [HallWaiter]) {
        guard !areWaitersOnTheirWay, !waiters.isEmpty || !areWaitersTold else { return }
        (areWaitersTold, areWaitersOnTheirWay) = (waiters.isEmpty, true)
        let told = waiters.map { waiter in
            DirectoryWaiter(
                waiter.id.rawValue, in: waiter.hall.rawValue, kind: waiter.clock?.rawValue ?? 0,
                canMove: waiter.canMove)
        }
        ask(.wait(told), for: .waiters)
    }

    /// Who is to go where.
    mutating func settleWaiters(
        _ answer: DirectoryAnswer?, at now: Instant
    ) -> [(PlayerID, HallNumber)] {
        areWaitersOnTheirWay = false
        guard case .offers(let offers, let names)? = answer else {
            areWaitersTold = false
            return []
        }
        expected = expected.filter { $0.value > now }
        for name in names { expected[PlayerID(rawValue: name)] = now + DirectoryLimits.promise }
        return offers.compactMap { offer in
            HallNumber(rawValue: offer.hall).map { (PlayerID(rawValue: offer.id), $0) }
        }
    }
}

extension HallWish {
    fileprivate var inDirectory: DirectoryWish {
        switch self {
        case .any: DirectoryWish(.any)
        case .unaware: DirectoryWish(.plain)
        case .named(let hall): DirectoryWish(.named, hall: hall.rawValue)
        case .back(let hall), .toWatch(let hall), .offered(let hall):
            DirectoryWish(.kept, hall: hall.rawValue)
        }
    }
}

extension HallLimits {
    fileprivate var inDirectory: DirectoryRoom {
        DirectoryRoom(
            size: size, extended: extended, most: spectators, plain: strangers,
            ownInFirst: ownInFirst, closing: closing, halls: HallNumber.most)
    }
}
