internal import Guests
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumWire

/// What guests ask the server about accounts, each on a line of its own, until it is answered.
final class DoorCalls {
    private let route: LobbyRoute
    private let loop: Loop
    private var callers: [Int: AccountCaller] = [:]
    private var count = 0

    init(by route: LobbyRoute, on loop: Loop) {
        self.route = route
        self.loop = loop
    }

    /// What a guest with a key needs to have an account; nil if nothing that proves it may be sent
    /// to the server.
    var terms: GuestContext.AccountTerms? {
        guard route.isSafe else { return nil }
        let now = Stamp(milliseconds: ThisProcess.calendarMilliseconds)
        return GuestContext.AccountTerms(
            at: route.origin, as: .visitor(), since: now + (Instant.start - loop.now))
    }

    func ask(_ request: AccountRequest, _ take: @escaping (AccountReply) -> Void) {
        count += 1
        let number = count
        let caller = route.newCaller()
        callers[number] = caller
        caller.ask(request) { [weak self] reply in
            self?.callers[number] = nil
            take(reply)
        }
    }
}
