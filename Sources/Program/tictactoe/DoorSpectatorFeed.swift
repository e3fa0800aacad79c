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
/// watches.
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
    /// The log for lost and restored connections to the server; nil for the server's own door,
    /// which ends with the server, and once the door closes its connections.
    private var log: Log?
    /// The trouble that was logged last; nil while the server admits the door.
    private var trouble: String?

    /// Called after events that may have changed the lobby.
    var onChange: () -> Void = {}
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
    }

    /// The snapshot for a new guest.
    var snapshot: SpectatorHallSnapshot { replica.snapshot }

    /// The versions of all snapshots.
    var versions: Set<Int> { queryInPlace(&replica) { $0.versions } }

    func hallSnapshot(for guest: Int) -> SpectatorHallSnapshot {
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
        onChange()
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
}
