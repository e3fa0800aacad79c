package import Game
package import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// One person's stay in the lobby: events of the buckets and the person's requests go in, edits and
/// notices come out.
///
/// A session does no I/O. Its owner hands in every event with the present time, performs the
/// effects in their order, and calls again with `.wake` at `nextDeadline`. A move is in the lobby's
/// state at once; people and seats change only as the hub confirms them.
package struct LobbySession: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        case heard(LobbyEvent)
        /// The lobby's state as another session has it, for a person who only watches.
        case shown(LobbyState)
        case asked(Request)
        /// The hub has given this program back what an earlier run of it owned.
        case returned
        /// The program's connection is an account's, of that id and name; nil for a guest's.
        case signedIn(as: Holder?)
        case wake
    }

    /// The account that a connection is signed in to.
    package struct Holder: Hashable, Sendable {
        package let user: String
        /// Nil for a name that can't be shown.
        package let name: PlayerName?

        package init(user: String, name: PlayerName?) {
            self.user = user
            self.name = name
        }
    }

    package enum Effect: Hashable, Sendable {
        case edit(LobbyEdit)
        case tell(Notice)
    }

    package let me: PlayerID
    /// The key of the person's Player, and of their Watcher.
    package let ownKey: ObjectKey
    package var lobbyState = LobbyState()
    /// Our Player, as it is or will be as soon as the hub has it; nil while we are not here.
    package internal(set) var player: Player?
    /// The account that the connection is signed in to; nil for a guest.
    package internal(set) var holder: Holder?
    /// True if our Player has been written, and neither deleted nor refused since.
    var isEntered = false
    /// True if our Player and our match are here as an earlier run left them.
    var isReturning = false
    /// True if spectators must not see the person's name.
    package internal(set) var isHidden = false
    /// The terms that the person wants to play by.
    package internal(set) var terms = MatchTerms()
    /// True if the person is busy only on the way to another hall.
    var isSteppingAside = false
    /// True if the hub has refused the version of our rules on this connection.
    var hasOtherRules = false
    /// A match that we have left before both had moved, until the hub has confirmed that.
    @Boxed var leaving: OwnMatch?
    /// The person's own part of the match that they play; nil while they play none.
    package internal(set) var own: OwnMatch?
    package internal(set) var challenge: Challenge?
    package internal(set) var watching = Watching()
    var matchmaker: Matchmaker
    var ownWatcher = OwnWatcher()
    /// Matches that we have deleted and the hub has not.
    var discarded: Set<ObjectKey> = []
    package internal(set) var invitations = Invitations()
    var random: SeededRandom
    private var turn = Turn()

    /// `me` is the program's client id, and the key of its Player.
    package init(me: PlayerID, seed: UInt64) {
        guard let key = me.key else { preconditionFailure("a client id in the lobby is a key") }
        self.me = me
        ownKey = key
        matchmaker = Matchmaker(for: me)
        random = SeededRandom(seed: seed)
    }

    /// Returns the session of the same person in another place, with an empty state. Random numbers
    /// continue.
    package func successor(as me: PlayerID) -> LobbySession {
        var next = LobbySession(me: me, seed: 0)
        next.random = random
        (next.holder, next.isHidden, next.terms) = (holder, isHidden, terms)
        next.matchmaker.refusedUsers = matchmaker.refusedUsers
        return next
    }

    /// The time of the next `handle(.wake, at:)`, if no event comes before.
    package var nextDeadline: Instant? {
        let askingDue = lobbyState.isComplete ? invitations.nextDeadline : nil
        let due = sooner(sooner(matchmaker.nextDeadline, askingDue), turn.nextTick)
        guard isInMatch else { return due }
        let warning = match.flatMap { own?.nextWarning(in: $0) }
        return sooner(due, sooner(sooner(own?.answerDue, warning), timeoutDue))
    }

    /// The match that the person plays. It stays here if its object is removed, until the session
    /// has seen why.
    package var match: LobbyMatch? { own.flatMap { $0.removed ?? lobbyState[$0.key] } }

    package var isOurTurn: Bool {
        guard let own, let match else { return false }
        return own.isOurTurn(in: match)
    }

    /// Tested by a pattern, because the operator would copy the match to compare it.
    package var isInMatch: Bool { if case nil = own { false } else { true } }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .heard(let event):
            guard receive(event, at: now) else { return [] }
        case .shown(let lobbyState): show(lobbyState, at: now)
        case .asked(let request):
            do throws(RequestObstacle) {
                try ask(request, at: now)
            } catch {
                tell(.refused(error))
            }
        case .returned: isReturning = true
        case .signedIn(let holder): signIn(as: holder)
        case .wake: break
        }
        settle(at: now)
        defer { turn.effects = [] }
        return turn.effects
    }

    /// Draws the conclusions from the present state.
    private mutating func settle(at now: Instant) {
        if lobbyState.isComplete {
            enterIfDue()
            if isEntered { discardMatches() }
            takeSeat(at: now)
            isReturning = false
            followInvitations(at: now)
            lookForOpponent(at: now)
        } else {
            matchmaker.rest()
        }
        followMatch(at: now)
        if lobbyState.isComplete { followWatching() }
        turn.nextTick = [
            own?.answerDue, own?.absence?.until, claimDue, invitations.next?.until,
            invitations.asking?.until,
        ].compactMap { $0?.nextSecond(after: now) }.min()
    }
}

extension LobbySession {
    /// Another person, by the name that is shown of them.
    package func other(called name: String) -> PlayerID? {
        lobbyState.people.first { $0.name == name && $0.id != me }?.id
    }

    /// True if a player can be invited now, as far as it depends on them.
    package func isWilling(_ id: PlayerID) -> Bool {
        guard let other = lobbyState.roster[id], other.code == nil else { return false }
        let isReachable = !lobbyState.hasAsking || other.isAskable || other.mode.isLooking
        return isReachable && lobbyState.obstacle(to: id) == nil
    }

    /// True if pairing passes a player over for this person.
    package func passesOver(_ id: PlayerID, at now: Instant) -> Bool {
        matchmaker.passesOver(id, in: lobbyState, at: now)
    }

    /// From when on the person may end the round, because the opponent is away; nil if they may
    /// not.
    package var claimDue: Instant? {
        guard let absence = own?.absence, let match, match.match?.outcome == nil,
            match.flaw == nil, lobbyState.hasAsking, let online = lobbyState.onlineSince
        else { return nil }
        return max(absence.since, online) + OwnMatch.claimTime + .milliseconds(250)
    }

    /// True if the person has waited long enough for the opponent.
    package func mayClaim(at now: Instant) -> Bool {
        claimDue.map { $0 <= now } ?? false
    }

    /// Returns the end of the match if the person left it now.
    package func endByLeaving(at now: Instant) -> MatchEnd {
        guard let match, let state = match.match, match.flaw == nil, state.outcome == nil else {
            return .left
        }
        if mayClaim(at: now) { return .endedUndecided }
        return state.hasBegun ? .forfeited : .left
    }

    /// True if the Player of an earlier run of the program is still here, because the hub has not
    /// closed its connection. Until then its objects are not ours.
    var isPredecessorHere: Bool { !isEntered && lobbyState.roster.contains(ownKey) }

    /// True if the Watcher of an earlier run is still here, with its Player or without one; or our
    /// own that we have deleted, until the hub has, too.
    var isPredecessorWatching: Bool {
        ownWatcher.match == nil && lobbyState.watchers[ownKey] != nil
    }

    /// The effects of an event, and the time when a figure on the screen changes.
    private struct Turn: Hashable {
        var effects: [Effect] = []
        var nextTick: Instant?
    }

    /// The clock that the person wants to play by; nil for none.
    package var limit: MoveLimit? { terms.limit }

    /// The Watcher that this session keeps for the person.
    struct OwnWatcher: Hashable, Sendable {
        /// The Match that it names, or will name.
        var match: ObjectKey?
        /// True if the hub has refused it for the present match. It is not written again for the
        /// same one.
        var isRefused = false
    }

    /// A match that we have started, until the hub has confirmed that it came in time.
    package struct Challenge: Hashable, Sendable {
        package let key: ObjectKey
        package let opponent: PlayerID
        package let name: String
        /// True if the person chose the opponent; false if the program did.
        package let isChosen: Bool
    }

    mutating func tell(_ notice: Notice) {
        turn.effects.append(.tell(notice))
    }

    mutating func write(_ edit: LobbyEdit) {
        turn.effects.append(.edit(edit))
    }
}

extension Instant {
    /// Returns the time when a countdown to this instant shows another second; nil if it is over.
    func nextSecond(after now: Instant) -> Instant? {
        let left = self - now
        guard left > .zero else { return nil }
        return self + .seconds(1 - left.secondsRoundedUp)
    }
}
