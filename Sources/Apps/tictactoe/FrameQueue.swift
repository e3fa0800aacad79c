import SimperiumLoop

/// The guests who are to be shown something new, in their order.
///
/// Once a second everybody's clock ticks, and some moves are for many eyes. So each turn shows a
/// few what is new, and between two turns those are heard who have pressed a key.
final class FrameQueue {
    /// So many frames are drawn before the door listens again, as a guest may have pressed a key.
    private static let framesPerTurn = 8

    private let loop: Loop
    private var guests: [DoorGuest] = []
    private var endOfTurn: EndOfTurn?
    private var nextTurn: Timer?

    init(on loop: Loop) {
        self.loop = loop
        nextTurn = Timer(on: loop) {}
        endOfTurn = EndOfTurn(on: loop, .commit) { [unowned self] in showSome() }
    }

    func append(_ guest: DoorGuest) {
        guests.append(guest)
        // This turn's frames may have been drawn already.
        if guests.count == 1 { nextTurn?.arm(at: loop.now) }
    }

    private func showSome() {
        guard !guests.isEmpty else { return }
        let next = guests.prefix(Self.framesPerTurn)
        guests.removeFirst(next.count)
        for guest in next { guest.show() }
        if !guests.isEmpty { nextTurn?.arm(at: loop.now) }
    }
}
