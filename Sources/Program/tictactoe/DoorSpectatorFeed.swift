import FrontDoor
internal import Guests
import Host
import Lobby
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumSync
internal import Visit
import Wording

/// The lobby as a door's spectators see it: one link to the hub for each hall that a spectator
/// watches, and the pace of updates.
final class DoorSpectatorFeed {
    private let loop: Loop
    private let connector: LobbyConnector
    private var replica: SpectatorLobbyReplicas
    /// The recording of the door with all its guests; nil if there is none.
    let recording: EventRecordingFile?
    private var links: [Int: HubLink] = [:]
    /// The queued events. A queue is needed because an answer may make a guest send a request at
    /// once.
    private var queue = SerialEventQueue<SpectatorLobbyReplicas.Event>()
    private var alarm: Timer?
    private var pace = RateLimiter(atOnce: 1, perSecond: 15)
    private var turns = 0
    private var paceAlarm: Timer?
    /// The log for lost and restored connections to the server; nil for the server's own door,
    /// which ends with the server, and once the door closes its connections.
    private var log: Log?
    /// The trouble that was logged last; nil while the server admits the door.
    private var trouble: String?
    /// The versions of the snapshots at the last turn.
    private var shown: Set<Int> = []
    /// The number of turns that are left until each spectator has seen the last change.
    private var turnsLeft = 0
    /// The number of turns needed to show the last change to all spectators.
    private var turnsOfAll = 0

    /// Called with the number of a turn. Returns the number of groups of spectators, because each
    /// turn shows one group all changes.
    var onTurn: (Int) -> Int = { _ in 1 }
    /// Called with an answer for a guest, and the guest's number.
    var onAnswer: (DoorAnswer, Int) -> Void = { _, _ in }

    init(
        _ visit: LobbyClient.Beginning, by connector: LobbyConnector,
        recording: EventRecordingFile?, on loop: Loop, log: Log?
    ) {
        self.loop = loop
        self.log = log
        self.connector = connector
        self.recording = recording
        replica = SpectatorLobbyReplicas(visit)
        alarm = Timer(on: loop) { [unowned self] in processEvent(.wake) }
        paceAlarm = Timer(on: loop) { [unowned self] in showChangesAtLimitedRate() }
    }

    /// The snapshot for a new guest.
    var snapshot: LobbySnapshot { replica.snapshot }

    func hallSnapshot(for guest: Int) -> LobbySnapshot {
        queryInPlace(&replica) { $0.snapshot(for: guest) }
    }

    func begin() {
        processEvent(.begin)
    }

    func processRequest(_ request: DoorRequest, of guest: Int) {
        processEvent(.wish(request, by: guest))
    }

    func removeDepartedGuest(_ guest: Int) {
        processEvent(.left(guest))
    }

    func closeLinksWithGoodbye() {
        log = nil
        for link in links.values { link.closeWithGoodbye() }
    }

    private func processEvent(_ event: SpectatorLobbyReplicas.Event) {
        queue.append(event)
        guard queue.beginHandling() else { return }
        while let event = queue.next() {
            let now = loop.now
            recording?.write(RecordedDoor.Event.watchers(event), at: now)
            let effects = replica.handle(event, at: now)
            recording?.write(effects.map { RecordedDoor.Effect.watchers($0) })
            for effect in effects { perform(effect) }
        }
        alarm?.arm(at: queryInPlace(&replica) { $0.nextDeadline })
        logReachability()
        showChangesAtLimitedRate()
    }

    /// Logs each new reason why the server can't be reached or refuses the door, and logs when the
    /// server has been reached again.
    private func logReachability() {
        guard let log else { return }
        switch queryInPlace(&replica, { $0.status }) {
        case .offline(_, let reason?): logIfNew(LogWords.serverNotReached, "\(reason)", in: log)
        case .unauthorized(let reason):
            logIfNew(LogWords.doorRefused, LogWords.missingToken(becauseOf: reason), in: log)
        case .synced where trouble != nil:
            trouble = nil
            log.write(ServerLogEntry(serverReached: connector.seatServer))
        case .connecting, .authorizing, .indexing, .offline, .synced: break
        }
    }

    private func logIfNew(_ event: String, _ why: String, in log: Log) {
        guard why != trouble else { return }
        trouble = why
        log.write(ServerLogEntry(trouble: event, why))
    }

    private func perform(_ effect: SpectatorLobbyReplicas.Effect) {
        switch effect {
        case .link(let effect, let hallID): hubLink(toHall: hallID).perform(effect)
        case .answer(let answer, let guest): onAnswer(answer, guest)
        }
    }

    private func hubLink(toHall hallID: Int) -> HubLink {
        if let link = links[hallID] { return link }
        // Links that have closed are removed, except for the link to the first hall.
        links = links.filter { !$1.isIdle || $0 == 0 }
        let link = connector.makeHubLink { [unowned self] in processEvent(.link($0, line: hallID)) }
        links[hallID] = link
        return link
    }

    /// Shows changes to spectators, at most fifteen times a second. Each turn shows a match's
    /// changes to its own spectators. Other changes are shown to one group of spectators in each
    /// turn, because drawing each change for thousands of spectators would take too long.
    private func showChangesAtLimitedRate() {
        let versions = queryInPlace(&replica) { $0.versions }
        guard turnsLeft > 0 || versions != shown else { return }
        guard pace.chargeIfAllowed(at: loop.now) else {
            paceAlarm?.arm(at: pace.nextUseAt)
            return
        }
        turns += 1
        let all = onTurn(turns)
        // If the number of groups has changed, all turns are repeated, because a spectator may have
        // been in no group so far.
        turnsLeft = (versions == shown && all == turnsOfAll ? turnsLeft : all) - 1
        (shown, turnsOfAll) = (versions, all)
        if turnsLeft > 0 { paceAlarm?.arm(at: pace.nextUseAt) }
    }
}
