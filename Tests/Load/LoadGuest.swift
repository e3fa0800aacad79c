internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

/// A simulated guest that puts a server under load: it plays matches at a steady pace, with
/// rematches, and then looks for the next one; or it watches any match.
struct LoadGuest: Sendable {
    enum Role: Hashable, Sendable {
        case player
        case watcher
    }

    /// The boards that it has seen.
    private struct SeenBoards {
        /// True if it also follows the matches of others.
        let includeOthers: Bool
        /// The match that it plays or watches.
        var match: ObjectKey?
        /// The last board seen.
        var last: ShownBoard?
        /// The watched match, after its first move was seen: from then on its board is current.
        var followed: ObjectKey?
    }

    enum Effect: Hashable, Sendable {
        case link(LinkEffect)
        case report(LoadReport)
    }

    /// The number of rounds before a player wants another opponent.
    private static let roundsInMatch = 3
    /// One of this many players invites a player, instead of looking for any opponent.
    private static let oneInvitesOf = 8 as UInt64

    let role: Role
    private let pace: LoadPlan.Pace
    let beginning: LobbyClient.Beginning
    var visit: LobbyClient
    var random: SeededRandom
    var connection = LoadConnectionState()
    /// The time of its next action in the match.
    private var actsAt: Instant?
    private var hasActed = false
    /// True if it will invite a player.
    private var wantsToInvite = false
    /// The time since when a player has looked for an opponent.
    private var freeSince = Instant.start
    private var seen: SeenBoards
    /// True if it plays; false if it only sits there.
    var isPlaying = false {
        didSet { if !isPlaying { (actsAt, connection.breaksAt) = (nil, nil) } }
    }
    var effects: [Effect] = []

    init(
        _ role: Role, _ beginning: LobbyClient.Beginning, pace: LoadPlan.Pace, random: SeededRandom,
        isAttentive: Bool
    ) {
        self.role = role
        self.beginning = beginning
        visit = LobbyClient(beginning)
        self.pace = pace
        seen = SeenBoards(includeOthers: isAttentive)
        self.random = random
    }

    /// Stored, because it is read after each of very many frames.
    private(set) var nextDeadline: Instant?

    /// The guest's report at rest.
    var rest: LoadReport {
        guard connection.isConnected || !connection.hasArrived else { return .restsUnconnected }
        return .rests(boards, in: visit.halls.hall)
    }

    /// All boards that it has followed.
    private var boards: [ShownBoard] {
        guard !seen.includeOthers else {
            return visit.lobbyState.liveMatches.compactMap(ShownBoard.init)
        }
        return shown.map { role == .player || seen.followed == $0.key ? [$0] : [] } ?? []
    }

    /// Returns true if a frame is only about matches that the guest does not look at. Then it is
    /// not read.
    ///
    /// Mutating, though it changes nothing, so that no copy is made for each of very many frames.
    mutating func ignores(_ frame: [UInt8]) -> Bool {
        guard !seen.includeOthers, connection.hasProgram, connection.isConnected,
            let glance = FrameGlance(frame)
        else { return false }
        for key in glance.keys {
            guard visit.containsMatch(key), key != seen.match else {
                return false
            }
        }
        return true
    }

    mutating func handle(_ event: ProgramEvent, at now: Instant) -> [Effect] {
        if event == .begin { arrive(at: now) }
        receive(event, at: now)
        if let due = actsAt, due <= now { act(at: now) }
        if let times = connection.recordHall(visit.halls.hall) { report(.moved(times: times)) }
        seen.match = role == .player ? visit.own?.key : visit.watching.match
        reportNewBoard()
        scheduleAction(at: now)
        nextDeadline = sooner(
            connection.hasProgram ? visit.nextDeadline : nil,
            sooner(actsAt, connection.nextDeadline))
        defer { effects = [] }
        return effects
    }
}

extension LoadGuest {
    private mutating func arrive(at now: Instant) {
        connection.hasArrived = true
        report(.came(visit.me))
        freeSince = now
        enter(at: now)
    }

    mutating func enter(at now: Instant) {
        switch role {
        case .player: ask(.enter(nil, .auto, .terminal), at: now)
        case .watcher: ask(.watch(.anything), at: now)
        }
    }

    private mutating func receive(_ event: ProgramEvent, at now: Instant) {
        if case .link(let news) = event, !connection.faults.admits(news) {
            if !connection.hasProgram { restartProgram(at: now) }
            return
        }
        if connection.hasProgram {
            changeVisit(at: now) { visit in
                // The course of a load ends with a goodbye.
                event == .hangUp
                    ? visit.disconnect(by: .leave, at: now) : visit.handle(event, at: now)
            }
        }
        if let end = connection.faults.end, end <= now { endFailure(at: now) }
        if let due = connection.breaksAt, due <= now { beginFailure(at: now) }
    }

    mutating func ask(_ request: LobbyRequest, at now: Instant) {
        changeVisit(at: now) { visit in try? visit.ask(request, at: now) }
    }

    /// Changes the state of the visit, and performs the effects.
    mutating func changeVisit(at now: Instant, _ change: (inout LobbyClient) -> Void) {
        change(&visit)
        let output = visit.takeOutput()
        for effect in output.effects {
            switch effect {
            case .link(let effect): perform(effect, at: now)
            case .keep(let seat, _): connection.kept = seat
            default: break
            }
        }
        for news in output.news {
            switch news {
            case .notice(let notice): handle(notice, at: now)
            case .status(.synced): recordReturn(at: now)
            case .status(.offline(_, because: let reason)):
                connection.isConnected = false
                if let reason { recordLoss(reason, at: now) }
            case .status(.unauthorized(let reason)):
                report(.trouble(LoadWords.unauthorized("\(reason)")))
            case .ignored(let error): report(.trouble(LoadWords.notUnderstood("\(error)")))
            case .lostSeat(_, let end):
                report(.trouble(LoadWords.seatLost(end?.why.rawValue)))
            case .status, .takenOver, .account: break
            }
        }
    }

    private mutating func perform(_ effect: LinkEffect, at now: Instant) {
        let (effect, event) = connection.faults.pass(effect)
        if let effect { effects.append(.link(effect)) }
        if let event { changeVisit(at: now) { $0.handle(.link(event), at: now) } }
    }

    private mutating func handle(_ notice: Notice, at now: Instant) {
        switch notice {
        case .matchBegan:
            guard let play = visit.own else { return }
            report(.seated(play.key, against: play.opponent, after: now - freeSince))
        case .matchEnded:
            freeSince = now
            actsAt = nil
            // A person is asked before the next search.
            if role == .player, visit.player?.mode.isLooking == false {
                lookForAnyOpponent(at: now)
            }
        case .invited(let id, _):
            let answer = random.chance(4, in: 5) ? LobbyRequest.InvitationAnswer.play : .later
            ask(.answer(id, answer), at: now)
        case .askEnded, .challengeFailed: lookForAnyOpponent(at: now)
        case .roundEnded: report(.roundEnded)
        case .doubtful, .flawed, .notTaken: report(.trouble(LoadWords.noticed("\(notice)")))
        default: break
        }
    }

    mutating func report(_ report: LoadReport) {
        effects.append(.report(report))
    }

    /// Decides when the guest acts next, if it does.
    private mutating func scheduleAction(at now: Instant) {
        guard connection.isAttended else { return actsAt = nil }
        if isPlaying, connection.breaksAt == nil, connection.faults.failure == nil,
            let span = pace.untilBreak
        {
            connection.breaksAt = now + span.share(perMille: random.numberBelow(2_001))
        }
        if wantsToInvite, isPlaying, actsAt == nil { actsAt = now + pause() }
        guard isPlaying, actsAt == nil, let own = visit.own,
            let match = visit.match,
            own.isOurTurn(in: match) || match.match?.outcome != nil && !hasAnswered(own, match)
        else { return }
        actsAt = now + pause()
    }

    /// Returns a pause near the pace. The first one is of any length up to it, so that the matches
    /// don't move in step.
    private mutating func pause() -> Duration {
        let perMille = hasActed ? 750 + random.numberBelow(501) : random.numberBelow(1_001)
        return pace.move.share(perMille: perMille)
    }

    private func hasAnswered(_ own: OwnMatch, _ match: LobbyMatch) -> Bool {
        match.record?.wantsRematch.contains(own.piece) == true
    }

    private mutating func act(at now: Instant) {
        actsAt = nil
        hasActed = true
        if wantsToInvite { return inviteAnyPlayer(at: now) }
        guard let own = visit.own, let shown = visit.match,
            let match = shown.match
        else { return }
        if match.outcome != nil {
            isLastRound(match, own) ? leave(at: now) : ask(.act(.rematch), at: now)
        } else if own.isOurTurn(in: shown), let square = random.pick(Array(match.position.moves)) {
            ask(.act(.play(square)), at: now)
            guard let shown = visit.match.flatMap(ShownBoard.init) else { return }
            seen.last = shown
            report(.played(shown))
        }
    }

    private mutating func leave(at now: Instant) {
        // If no player can be asked, one who looks for any opponent may come.
        wantsToInvite = random.chance(1, in: Self.oneInvitesOf) && !invitablePlayers.isEmpty
        ask(.leaveMatch(wantsToInvite ? .open : .auto), at: now)
    }

    /// Invites a player who can be invited; otherwise looks for any opponent.
    private mutating func inviteAnyPlayer(at now: Instant) {
        wantsToInvite = false
        guard visit.own == nil else { return }
        if let other = random.pick(invitablePlayers) { ask(.challenge(other), at: now) }
        if visit.invitations.asking == nil { lookForAnyOpponent(at: now) }
    }

    /// Looks for any opponent. The time that an invited player took does not count.
    private mutating func lookForAnyOpponent(at now: Instant) {
        freeSince = now
        ask(.look(.auto), at: now)
    }

    private var invitablePlayers: [PlayerID] {
        visit.lobbyState.people.map(\.id).filter { id in
            id != visit.me && visit.isInvitable(id)
                && (!visit.lobbyState.supportsInvitations
                    || visit.lobbyState.roster[id]?.supportsInvitations == true)
        }
    }

    /// True if this guest wants no rematch, or can't have one.
    private func isLastRound(_ match: Match, _ own: OwnMatch) -> Bool {
        let isPlain = visit.lobbyState.roster[own.opponent]?.isPassive == true
        return isPlain || match.round >= Self.roundsInMatch && own.piece == .circle
    }

    /// The board that it plays at, or watches.
    private var shown: ShownBoard? {
        switch role {
        case .player: visit.match.flatMap(ShownBoard.init)
        case .watcher:
            visit.watching.match.flatMap { visit.lobbyState[$0] }
                .flatMap(ShownBoard.init)
        }
    }

    /// Reports a board that has not been on show before.
    private mutating func reportNewBoard() {
        guard let shown, shown != seen.last else { return }
        let isNext = seen.last.map { $0.isBefore(shown) } ?? false
        seen.last = shown
        if isNext { seen.followed = shown.key }
        report(.saw(shown, isNext ? role : nil))
    }
}

extension Duration {
    fileprivate func share(perMille share: Int) -> Duration {
        .nanoseconds(nanoseconds / 1_000 * Int64(share))
    }
}
