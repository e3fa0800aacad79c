internal import SimperiumWire

/// The seat that a replica holds, and what of it the hub was asked and has said on one connection.
struct Seating: Hashable, Sendable {
    /// What the next connection shows; nil where the hub knows no seats, or none was given so far.
    private(set) var held: Seat?
    /// Whether another run held it last, so that this one has to take it over.
    private var takes: Bool
    /// Whether it is taken over without its secret, because it belongs to the account that the
    /// connection is signed in to.
    private var takesAsHolder = false
    /// Whether it has yet to be asked for so on this connection.
    var isAwaitingHolder = false
    /// The secret that the seat is to have: only a door may name it.
    private let own: ResumeSecret?
    /// What was shown on this connection, until it was answered.
    private var shown: ResumeSecret?
    private var end: SeatEnd?
    /// The hall that is named, or was given last.
    private(set) var hall: HallRequest?
    /// Whether another program has it, and keeps it.
    private(set) var isTakenOver = false

    init(_ settings: ReplicaSettings) {
        held = settings.seat
        hall = settings.seat?.hall.flatMap { HallRequest($0) } ?? settings.hall
        own = settings.ownSecret
        takes = settings.seat != nil || settings.ownSecret != nil
    }

    /// Another client's place, or one of which nothing is known.
    init(_ own: ResumeSecret?, takesAsHolder: Bool, in hall: HallRequest?) {
        self.own = own
        self.hall = hall
        self.takesAsHolder = takesAsHolder
        takes = takesAsHolder || own != nil
    }

    mutating func connect() {
        shown = held?.secret ?? own
        isAwaitingHolder = takesAsHolder
        end = nil
    }

    func ask(in request: inout InitRequest) {
        request.resume = held?.secret ?? own
        request.seat = held.flatMap { $0.number > 0 ? $0.number : nil }
        request.takes = takes
        request.ownSecret = own
        if request.extensions.contains(.halls) { request.hall = hall }
    }

    /// The hub has said in which hall the channels are, before it tells of the seat.
    mutating func enter(_ hall: String) {
        self.hall = HallRequest(hall)
    }

    /// The seat that was shown has ended. Another one follows.
    mutating func take(_ end: SeatEnd) {
        self.end = self.end ?? end
    }

    /// What the hub wants to be shown next time, and what that says of what it was shown.
    mutating func take(_ secret: ResumeSecret, number: Int) -> SeatNews? {
        defer {
            // A hub without numbers has a secret for each bucket.
            held = number > 0 ? Seat(secret, number: number, in: hall?.name) : nil
            (takes, takesAsHolder) = (false, false)
            shown = nil
        }
        // Of a seat that has just begun the number is the first.
        if takesAsHolder { return number > 1 ? .kept : .lost(nil) }
        guard let shown else { return nil }
        return shown == secret && end == nil ? .kept : .lost(end)
    }

    mutating func lose() {
        held = nil
        isTakenOver = true
    }
}
