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

/// The lobby as a door's spectators see it. It has one link to the hub for each hall with a
/// spectator, and limits the rate of updates.
final class WatchersFeed {
    private let loop: Loop
    private let route: LobbyRoute
    private var replica: WatchersReplica
    /// The recording of the door with all its guests; nil without a recording.
    let recording: RecordingFile?
    private var links: [Int: HubLink] = [:]
    /// The queue of events. A guest who is shown a match may send a request at once, while another
    /// event is handled.
    private var queue = TurnQueue<WatchersReplica.Event>()
    private var alarm: Timer?
    private var pace = RateLimit(atOnce: 1, perSecond: 15)
    private var paceAlarm: Timer?
    /// Nil for the server's own door, which ends with the server.
    private let log: Log?
    /// The failure in the last log line; nil while the server can be reached.
    private var failure: LinkFailure?
    /// The versions that were shown last.
    private var shown: Set<Int> = []

    /// Called with a test that returns true if a spectator's snapshot is new.
    var onNews: ((LobbySnapshot) -> Bool) -> Void = { _ in }
    /// Called with an event for a guest, and with the guest's number.
    var onEvent: (Guest.Event, Int) -> Void = { _, _ in }

    init(
        _ visit: LobbyClient.Beginning, by route: LobbyRoute, recording: RecordingFile?,
        on loop: Loop, log: Log?
    ) {
        self.loop = loop
        self.log = log
        self.route = route
        self.recording = recording
        replica = WatchersReplica(visit)
        alarm = Timer(on: loop) { [unowned self] in turn(.wake) }
        paceAlarm = Timer(on: loop) { [unowned self] in showWatchers() }
    }

    /// The snapshot for a new guest.
    var snapshot: LobbySnapshot { replica.snapshot }

    func snapshot(for guest: Int) -> LobbySnapshot { inPlace(&replica) { $0.snapshot(for: guest) } }

    func begin() {
        turn(.begin)
    }

    func grant(_ wish: WatcherWish, to guest: Int) {
        turn(.wish(wish, by: guest))
    }

    /// Removes a guest who has left.
    func release(_ guest: Int) {
        turn(.left(guest))
    }

    func sayGoodbye() {
        for link in links.values { link.sayGoodbye() }
    }

    private func turn(_ event: WatchersReplica.Event) {
        queue.append(event)
        guard queue.startTurn() else { return }
        while let event = queue.next() {
            let now = loop.now
            recording?.write(RecordedDoor.Event.watchers(event), at: now)
            let effects = replica.handle(event, at: now)
            recording?.write(effects.map { RecordedDoor.Effect.watchers($0) })
            for effect in effects { perform(effect) }
        }
        alarm?.arm(at: inPlace(&replica) { $0.nextDeadline })
        logFailure()
        showWatchers()
    }

    /// Logs when the server becomes unreachable, and when it can be reached again.
    private func logFailure() {
        guard let log else { return }
        switch inPlace(&replica, { $0.status }) {
        case .offline(_, let reason?) where reason != failure:
            failure = reason
            log.write(ServerLogEntry(trouble: LogWords.serverNotReached, "\(reason)"))
        case .synced where failure != nil:
            failure = nil
            log.write(ServerLogEntry(serverReached: route.server))
        case .connecting, .authorizing, .indexing, .offline, .synced, .unauthorized: break
        }
    }

    private func perform(_ effect: WatchersReplica.Effect) {
        switch effect {
        case .link(let effect, let line): link(line).perform(effect)
        case .led(let guest, let key): onEvent(.led(snapshot(for: guest), key), guest)
        case .missed(let guest, let text): onEvent(.missed(text), guest)
        case .counted(let guest, let census): onEvent(.census(census), guest)
        }
    }

    private func link(_ line: Int) -> HubLink {
        if let link = links[line] { return link }
        // Closed links are removed, except for the one to the first hall.
        links = links.filter { !$1.isIdle || $0 == 0 }
        let link = route.line { [unowned self] in turn(.link($0, line: line)) }
        links[line] = link
        return link
    }

    /// Shows spectators the changes, at most fifteen times a second: there may be many of both.
    private func showWatchers() {
        let versions = inPlace(&replica) { $0.versions }
        guard versions != shown else { return }
        guard pace.allows(at: loop.now) else {
            paceAlarm?.arm(at: pace.opensAt)
            return
        }
        let old = shown
        shown = versions
        onNews { !old.contains($0.version) }
    }
}
