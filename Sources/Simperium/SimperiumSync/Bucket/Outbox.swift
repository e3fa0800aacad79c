internal import SimperiumClock
internal import SimperiumWire

/// The queue of objects whose drafts wait to be sent.
struct Outbox: Sendable {
    struct Ticket: Sendable {
        let turn: Int
        let key: ObjectKey
    }

    private var tickets = Queue<Ticket>()
    private var lastTurn = 0

    init() {}

    /// Restores the queue from the store. New turns follow those of the queue and of the changes in
    /// flight, whose last one is `others`.
    init(_ waiting: [Ticket], after others: Int) {
        let waiting = waiting.sorted { $0.turn < $1.turn }
        tickets = Queue(waiting)
        lastTurn = max(others, waiting.last?.turn ?? 0)
    }

    mutating func nextTurn() -> Int {
        lastTurn += 1
        return lastTurn
    }

    mutating func append(_ key: ObjectKey) -> Int {
        let turn = nextTurn()
        tickets.append(Ticket(turn: turn, key: key))
        return turn
    }

    mutating func popFirst() -> Ticket? { tickets.popFirst() }
}
