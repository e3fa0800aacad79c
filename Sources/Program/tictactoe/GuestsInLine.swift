import SimperiumLoop

/// The guests who are to have a turn, in their order: to be read further, or shown something new.
///
/// Once a second everybody's clock ticks, some moves are for many eyes, and some people type
/// without end. So each turn of the loop serves a few, and between two of them those are heard who
/// have pressed a key.
final class GuestsInLine {
    /// So many have their turn before the door listens again, as a guest may have pressed a key.
    private static let guestsPerTurn = 8

    private let loop: Loop
    private var guests: [DoorGuest] = []
    private var endOfTurn: EndOfTurn?
    private var nextTurn: Timer?

    init(on loop: Loop) {
        self.loop = loop
        nextTurn = Timer(on: loop) {}
        endOfTurn = EndOfTurn(on: loop, .commit) { [unowned self] in serveSome() }
    }

    func append(_ guest: DoorGuest) {
        guests.append(guest)
        // This turn of the loop may have served others already.
        if guests.count == 1 { nextTurn?.arm(at: loop.now) }
    }

    private func serveSome() {
        guard !guests.isEmpty else { return }
        let next = guests.prefix(Self.guestsPerTurn)
        guests.removeFirst(next.count)
        for guest in next { guest.takeTurn() }
        if !guests.isEmpty { nextTurn?.arm(at: loop.now) }
    }
}
