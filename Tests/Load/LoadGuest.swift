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

    /// The boards that it looks at.
    private struct Eyes {
        /// True if it also follows the matches of others.
        let areEverywhere: Bool
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
    private static let oneAsksOf = 8 as UInt64

    let role: Role
    private let pace: LoadPlan.Pace
    let beginning: LobbyClient.Beginning
    var visit: LobbyClient
    var random: SeededRandom
    var line = LoadGuestLine()
    /// The time of its next action in the match.
    private var actsAt: Instant?
    private var hasActed = false
    /// True if it will invite a player.
    private var wantsToAsk = false
    /// The time since when a player has looked for an opponent.
    private var freeSince = Instant.start
    private var eyes: Eyes
    /// True if it plays; false if it only sits there.
    var isPlaying = false {
        didSet { if !isPlaying { (actsAt, line.breaksAt) = (nil, nil) } }
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
        eyes = Eyes(areEverywhere: isAttentive)
        self.random = random
    }

    /// Stored, because it is read after each of very many frames.
    private(set) var nextDeadline: Instant?

    /// The guest's report at rest.
    var rest: LoadReport {
        guard line.isConnected || !line.hasCome else { return .restsUnconnected }
        return .rests(boards, in: visit.halls.hall)
    }

    /// All boards that it has followed.
    private var boards: [ShownBoard] {
        guard !eyes.areEverywhere else {
            return visit.lobbyState.liveMatches.compactMap(ShownBoard.init)
        }
        return shown.map { role == .player || eyes.followed == $0.key ? [$0] : [] } ?? []
    }

    /// Returns true if a frame is only about matches that the guest does not look at. Then it is
    /// not read.
    ///
    /// Mutating, though it changes nothing, so that no copy is made for each of very many frames.
    mutating func ignores(_ frame: [UInt8]) -> Bool {
        guard !eyes.areEverywhere, line.hasProgram, line.isConnected,
            let glance = FrameGlance(frame)
        else { return false }
        for key in glance.keys {
            guard visit.containsMatch(key), key != eyes.match else {
                return false
            }
        }
        return true
    }

    mutating func handle(_ event: ProgramEvent, at now: Instant) -> [Effect] {
        if event == .begin { arrive(at: now) }
        receive(event, at: now)
        if let due = actsAt, due <= now { act(at: now) }
        if let times = line.follow(visit.halls.hall) { report(.moved(times: times)) }
        eyes.match = role == .player ? visit.own?.key : visit.watching.match
        look()
        think(at: now)
        nextDeadline = sooner(
            line.hasProgram ? visit.nextDeadline : nil, sooner(actsAt, line.nextDeadline))
        defer { effects = [] }
        return effects
    }
}

extension LoadGuest {
    private mutating func arrive(at now: Instant) {
        line.hasCome = true
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
        if case .link(let news) = event, !line.rough.admits(news) {
            if !line.hasProgram { startAgain(at: now) }
            return
        }
        if line.hasProgram {
            inLobby(at: now) { visit in
                // The course of a load ends with a goodbye.
                event == .hangUp
                    ? visit.disconnect(by: .leave, at: now) : visit.handle(event, at: now)
            }
        }
        if let end = line.rough.end, end <= now { endTrouble(at: now) }
        if let due = line.breaksAt, due <= now { beginTrouble(at: now) }
    }

    mutating func ask(_ request: LobbyRequest, at now: Instant) {
        inLobby(at: now) { visit in try? visit.ask(request, at: now) }
    }

    /// Does something in the lobby, and carries out its effects.
    mutating func inLobby(at now: Instant, _ change: (inout LobbyClient) -> Void) {
        change(&visit)
        let output = visit.takeOutput()
        for effect in output.effects {
            switch effect {
            case .link(let effect): perform(effect, at: now)
            case .keep(let seat, _): line.kept = seat
            default: break
            }
        }
        for news in output.news {
            switch news {
            case .notice(let notice): handle(notice, at: now)
            case .status(.synced): noteConnection(at: now)
            case .status(.offline(_, because: let reason)):
                line.isConnected = false
                if let reason { noteLoss(reason, at: now) }
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
        let (effect, event) = line.rough.pass(effect)
        if let effect { effects.append(.link(effect)) }
        if let event { inLobby(at: now) { $0.handle(.link(event), at: now) } }
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
            if role == .player, visit.player?.mode.isLooking == false { lookForAnybody(at: now) }
        case .invited(let id, _):
            let answer = random.chance(4, in: 5) ? LobbyRequest.InvitationAnswer.play : .later
            ask(.answer(id, answer), at: now)
        case .askEnded, .challengeFailed: lookForAnybody(at: now)
        case .roundEnded: report(.roundEnded)
        case .doubtful, .flawed, .notTaken: report(.trouble(LoadWords.noticed("\(notice)")))
        default: break
        }
    }

    mutating func report(_ report: LoadReport) {
        effects.append(.report(report))
    }

    /// Decides when the guest acts next, if it does.
    private mutating func think(at now: Instant) {
        guard line.isAttended else { return actsAt = nil }
        if isPlaying, line.breaksAt == nil, line.rough.trouble == nil, let span = pace.untilBreak {
            line.breaksAt = now + span.share(perMille: random.numberBelow(2_001))
        }
        if wantsToAsk, isPlaying, actsAt == nil { actsAt = now + pause() }
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
        if wantsToAsk { return ask(at: now) }
        guard let own = visit.own, let shown = visit.match,
            let match = shown.match
        else { return }
        if match.outcome != nil {
            isLast(match, own) ? leave(at: now) : ask(.act(.rematch), at: now)
        } else if own.isOurTurn(in: shown), let square = random.pick(Array(match.position.moves)) {
            ask(.act(.play(square)), at: now)
            guard let shown = visit.match.flatMap(ShownBoard.init) else { return }
            eyes.last = shown
            report(.played(shown))
        }
    }

    private mutating func leave(at now: Instant) {
        // If no player can be asked, one who looks for any opponent may come.
        wantsToAsk = random.chance(1, in: Self.oneAsksOf) && !askable.isEmpty
        ask(.leaveMatch(wantsToAsk ? .open : .auto), at: now)
    }

    /// Invites a player who can be invited; otherwise looks for any opponent.
    private mutating func ask(at now: Instant) {
        wantsToAsk = false
        guard visit.own == nil else { return }
        if let other = random.pick(askable) { ask(.challenge(other), at: now) }
        if visit.invitations.asking == nil { lookForAnybody(at: now) }
    }

    /// Looks for any opponent. The time that an invited player took does not count.
    private mutating func lookForAnybody(at now: Instant) {
        freeSince = now
        ask(.look(.auto), at: now)
    }

    private var askable: [PlayerID] {
        visit.lobbyState.people.map(\.id).filter { id in
            id != visit.me && visit.isInvitable(id)
                && (!visit.lobbyState.supportsInvitations
                    || visit.lobbyState.roster[id]?.supportsInvitations == true)
        }
    }

    /// True if this guest wants no rematch, or can't have one.
    private func isLast(_ match: Match, _ own: OwnMatch) -> Bool {
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
    private mutating func look() {
        guard let shown, shown != eyes.last else { return }
        let isNext = eyes.last.map { $0.isBefore(shown) } ?? false
        eyes.last = shown
        if isNext { eyes.followed = shown.key }
        report(.saw(shown, isNext ? role : nil))
    }
}

extension Duration {
    fileprivate func share(perMille share: Int) -> Duration {
        .nanoseconds(nanoseconds / 1_000 * Int64(share))
    }
}
