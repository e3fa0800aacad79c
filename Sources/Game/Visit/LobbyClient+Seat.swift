internal import Drawing
internal import Game
internal import Lobby
package import Records
package import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// The user's seat in a match. Another run of the program can resume the seat.
extension LobbyClient {
    /// True if another run of the program can continue the match.
    package var outlivesProgram: Bool {
        own != nil && seatTracker?.outlivesProgram == true
    }

    /// The goodbye of a program that must end although the user did not quit.
    package var goodbyeOnHangUp: GoodbyeKind {
        if outlivesProgram { return .keepSeat(.gone) }
        // An ssh guest's connection broke, and the opponent must see that. A server of the first
        // version would wait for the guest to return, so the guest leaves instead.
        let isGuest = player?.way == .ssh
        return own != nil && isGuest && lobbyState.supportsInvitations ? .connectionLost : .leave
    }

    /// The goodbye when the server or the door closes. A match waits as after a broken connection,
    /// even if the player can't return to it.
    package var goodbyeAtClosing: GoodbyeKind { isInMatch ? .keepSeat(.gone) : .leave }

    /// Checks the connection more often while the user is in a match, or may return to one.
    mutating func updateConnectionCheckFrequency(at now: Instant) {
        let isUrgent = isInMatch || seatTracker?.hasKept == true
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        passToReplica(.hurry(isUrgent), at: now)
    }

    mutating func handle(_ result: ResumeResult, at now: Instant) {
        let opponent = own?.opponentName ?? seatTracker?.kept?.opponent
        let isBack = seatTracker?.recordResume(result) ?? false
        // This client may not edit the lost session's objects. The hub removes these objects,
        // perhaps later. A hub without session numbers resumes each bucket with the bucket's own
        // secret instead. An object that no hub has acknowledged is inserted again in the new
        // session.
        if case .lost = result, replica?.resumeToken != nil {
            if lobbyState.roster.contains(ownKey) { isEntered = false }
            if lobbyState.watchers[ownKey] != nil { ownWatcher.match = nil }
        }
        switch result {
        case .kept:
            takeover = nil
            guard isBack else { return }
            findsOwnObjects = true
            updateAndWriteEdits(at: now)
        case .takenOver: output.news.append(.takenOver)
        case .lost where takeover != nil: cancelTakeover(at: now)
        case .lost(let end):
            guard let opponent else { return }
            seatTracker?.hasReportedEnd = own != nil
            output.news.append(.lostSeat(opponent: opponent, end))
        }
    }

    mutating func saveSeat() {
        // Usually no seat is stored, and looking at all objects is slow.
        guard seatTracker?.keeps == true, let replica else { return }
        let own = own
        let hasChanged = seatTracker?.updateKept(in: own?.key, isComplete: lobbyState.isComplete) {
            clientID in
            guard let own, let seat = replica.resumeToken else { return nil }
            return KeptSeat(
                seat, of: clientID, in: own.key, against: own.opponentName,
                unsent: replica.storedObjectIfUnacknowledged(own.key, in: LobbyBucket.match.name))
        }
        guard hasChanged == true else { return }
        output.effects.insert(.keep(seatTracker?.kept, safely: !isOnline), at: 0)
    }

    /// Returns true if an earlier run made a move in the match, or consented to take one back, and
    /// the hub has not confirmed that.
    func hasUnconfirmedMoveOfEarlierRun(in shown: LobbyMatch) -> Bool {
        let stored = replica?.storedObjectIfUnacknowledged(
            shown.key, in: LobbyBucket.match.name)
        guard let ghost = stored?.ghost, let confirmed = try? MatchRecord(ghost.object) else {
            return false
        }
        return confirmed.match.moment != shown.match?.moment
    }

    private var isTakenOver: Bool { status == .offline(retryAt: nil, because: .takenOver) }

    var isOnline: Bool {
        switch status {
        case .authorizing, .indexing, .synced: true
        case .connecting, .offline, .unauthorized: false
        }
    }
}

/// The user's seat in a match. The user's other devices can see the seat and take it over.
extension LobbyClient {
    /// A match on another device that the user could continue here; nil if there is none.
    package var otherDeviceMatch: OtherDeviceMatch? {
        guard let note = records?.seat, note.client != me.rawValue, let account,
            takeover == nil, own == nil, lobbyState.isComplete,
            status == .synced, accountStatus == .synced
        else { return nil }
        let person = PlayerID(rawValue: note.client)
        guard let match = ObjectKey(note.match), lobbyState.roster[person]?.user == account.user,
            lobbyState.ledger.seatedMatch(of: person) == match, let shown = lobbyState[match]
        else { return nil }
        let opponent = lobbyState.roster.shownName(of: shown.opponent(of: person))
        return OtherDeviceMatch(note: note, opponent: opponent)
    }

    mutating func publishSeat(at now: Instant) {
        guard let keeping = signedInAccount?.keeping, keeping != .nothing, !device.isEmpty
        else { return }
        let match = own?.key
        guard match != publishedMatch || match == nil && isNoteOurs, takeover == nil,
            !isTakenOver
        else { return }
        if let match {
            let note = PublishedSeat(
                match: match.text, client: me.rawValue, device: ForeignText(device))
            if records?.seat != note { writeRecord(.seat(note), at: now) }
        } else {
            guard lobbyState.isComplete else { return }
            if isNoteOurs { writeRecord(.seat(nil), at: now) }
        }
        publishedMatch = match
    }

    private var isNoteOurs: Bool { records?.seat?.client == me.rawValue }

    /// Starts to take over another device's match. First, this device leaves the lobby. Does
    /// nothing if `place` is not the match that `otherDeviceMatch` offers now.
    package mutating func startTakeover(of place: OtherDeviceMatch, at now: Instant) {
        defer { performEventConsequences(at: now) }
        guard place == otherDeviceMatch, let clientID = ClientID(place.note.client),
            let home = ClientID(me.rawValue)
        else { return }
        takeover = MatchTakeover(
            place: place, clientID: clientID, homeClientID: home, homePlayer: player)
        performAutomaticRequest(.watch(.nothing), at: now)
        performAutomaticRequest(.leave, at: now)
    }

    /// Requests the other device's seat, once the server has removed this device's objects. If
    /// there is no connection, cancels the takeover.
    mutating func continueTakeover(at now: Instant) {
        guard let takeover, !takeover.hasRequestedSeat else { return }
        guard isOnline else { return cancelTakeover(at: now) }
        guard statistics.unsentOrUnacknowledged == 0 else { return }
        self.takeover?.hasRequestedSeat = true
        restart(as: takeover.clientID, takesSeat: true, at: now)
    }

    /// Continues as this device's earlier Player, because the other device's seat can't be taken
    /// over. If this client has already requested the seat, notifies the user.
    mutating func cancelTakeover(at now: Instant) {
        guard let takeover = takeover.take() else { return }
        if takeover.hasRequestedSeat {
            restart(as: takeover.homeClientID, takesSeat: false, at: now)
        }
        if let player = takeover.homePlayer {
            performAutomaticRequest(.enter(player.name, player.mode, player.way), at: now)
        }
        guard takeover.hasRequestedSeat else { return }
        output.news.append(.lostSeat(opponent: takeover.place.opponent, nil))
    }
}

/// A match on another device of the user, as this device sees it.
package struct OtherDeviceMatch: Hashable, Sendable {
    package let note: PublishedSeat
    package let opponent: String
}

/// The progress of taking over another device's seat.
struct MatchTakeover: Sendable {
    let place: OtherDeviceMatch
    let clientID: ClientID
    /// The earlier client id and Player of this device, to return to after a failure. The Player is
    /// nil if this device was not in the lobby.
    let homeClientID: ClientID
    let homePlayer: Player?
    /// False while this device leaves the lobby. The seat is requested after that.
    var hasRequestedSeat = false
}

/// A tracker of the seat that is stored for another run of the program.
struct KeptSeatTracker: Sendable {
    private let clientID: ClientID
    let keeps: Bool
    /// True if another run can resume the seat, because this program stores the seat, the door has
    /// the seat's secret, or the seat was taken over from another device.
    let outlivesProgram: Bool
    /// The seat that is stored now, as far as this run knows; nil if none is stored.
    @BoxedRareValue private(set) var kept: KeptSeat?
    /// True while this run waits for the hub to resume or refuse the seat of an earlier run or of
    /// another device.
    private(set) var isReturning: Bool
    /// The match whose seat was lost; nil if no seat was lost. The match may still be shown for a
    /// moment.
    private var lostMatch: ObjectKey?
    /// True if the user has left, so that no seat is stored.
    var hasLeft = false
    /// True if the user was notified of the match's end, so that a second notice is dropped.
    var hasReportedEnd = false

    init(_ settings: ReplicaSettings, keptSeat: KeptSeat?, keeps: Bool) {
        clientID = settings.clientID
        self.keeps = keeps
        outlivesProgram = keeps || settings.ownSecret != nil
        kept = keptSeat
        isReturning = keptSeat != nil || settings.ownSecret != nil
    }

    /// Creates the tracker for a client that continues under `clientID`. `takesSeat` is true if the
    /// client takes over another device's seat.
    init(_ clientID: ClientID, after other: KeptSeatTracker, takesSeat: Bool) {
        self.clientID = clientID
        keeps = other.keeps
        outlivesProgram = takesSeat || other.outlivesProgram
        kept = other.kept
        isReturning = takesSeat
    }

    var hasKept: Bool { !_kept.isEmpty }

    /// Records the hub's answer. Returns true if this run has thereby got the seat of an earlier
    /// run or of another device.
    mutating func recordResume(_ result: ResumeResult) -> Bool {
        defer { isReturning = false }
        if result != .kept { lostMatch = kept?.match }
        return isReturning && result == .kept
    }

    /// Sets `kept` to the user's current seat, as `seat` returns it. Returns true if `kept` has
    /// changed, so that the stored seat must be replaced or removed. While the lobby is incomplete,
    /// the stored seat is kept, because its match may still appear.
    mutating func updateKept(
        in match: ObjectKey?, isComplete: Bool, seat: (ClientID) -> KeptSeat?
    ) -> Bool {
        guard keeps, !isReturning else { return false }
        let present = hasLeft || match == lostMatch ? nil : seat(clientID)
        let isOver = hasLeft || lostMatch != nil || isComplete
        guard present != kept, present != nil || isOver else { return false }
        kept = present
        return true
    }
}
