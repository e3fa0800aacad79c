internal import Lobby
internal import SimperiumClock
internal import SimperiumSync

/// How a visit keeps the person's place in a match, and has it back.
extension LobbyVisit {
    /// Whether nothing was heard so far of the place that an earlier run of the program had.
    package var isReturning: Bool { seatWatch?.isReturning ?? false }

    /// Whether the person is in a match that another run of the program can go on with.
    package var outlivesProgram: Bool {
        session.own != nil && seatWatch?.outlivesProgram == true
    }

    /// How to hang up for somebody who goes without having wished it.
    package var partingUnasked: Event {
        if outlivesProgram { return .pause(.gone) }
        // Who comes by ssh has a line to lose. A server of the first version would wait for it.
        let isGuest = session.player?.way == .ssh
        return session.own != nil && isGuest && session.lobbyState.hasAsking ? .lost : .suspend
    }

    /// The same where what the person came by closes for everybody. That is nobody's loss, so a
    /// match waits as it does for a broken line, also for somebody who can't come back to it.
    package var partingAtClosing: Event { session.isInMatch ? .pause(.gone) : .suspend }

    /// Has the line watched closely while a match is open, or may be.
    mutating func hurry(at now: Instant) {
        let isUrgent = session.isInMatch || seatWatch?.hasKept == true
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        forward(Replica.Event.hurry(isUrgent), at: now)
    }

    mutating func take(_ news: SeatNews, at now: Instant) {
        let opponent = session.own?.opponentName ?? seatWatch?.kept?.opponent
        let isBack = seatWatch?.take(news) ?? false
        switch news {
        case .kept:
            fetching = nil
            if isBack { forward(LobbySession.Event.returned, at: now) }
        case .takenOver: effects.append(.takenOver)
        case .lost where fetching != nil: goHome(at: now)
        case .lost(let end):
            guard let opponent else { return }
            seatWatch?.hasToldEnd = session.own != nil
            effects.append(.lostSeat(opponent: opponent, end))
        }
    }

    mutating func keepSeat() {
        // Of most visits nothing is kept, and looking at all of the lobby costs time.
        guard seatWatch?.keeps == true, let lobby, let kept = seatWatch?.follow(session, lobby)
        else { return }
        effects.insert(.keep(kept, safely: !isOnline), at: 0)
    }

    var isOnline: Bool {
        switch status {
        case .authorizing, .indexing, .synced: true
        case .connecting, .offline, .unauthorized: false
        }
    }
}
