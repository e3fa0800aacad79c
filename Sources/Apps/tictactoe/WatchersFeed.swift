internal import Guests
import Lobby
import Play
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumSync
internal import Visit

/// The lobby as those see it who only watch at a door: one link to the hub for all of them, and
/// when they are shown what is new.
final class WatchersFeed {
    private let loop: Loop
    private var replica: WatchersReplica
    /// Of the door with all its guests; nil if nothing is recorded.
    let recording: RecordingFile?
    private var link: HubLink?
    private var alarm: Timer?
    private var pace = FramePace()
    private var paceAlarm: Timer?
    private var shownVersion = 0
    /// Those who wait to be told how many people are here.
    private var curious: [DoorGuest] = []

    /// Shows all who watch what is new.
    var onNews: (LobbySnapshot) -> Void = { _ in }

    init(
        _ visit: LobbyVisit.Beginning, by route: LobbyRoute, recording: RecordingFile?,
        on loop: Loop
    ) {
        self.loop = loop
        self.recording = recording
        replica = WatchersReplica(visit)
        alarm = Timer(on: loop) { [unowned self] in turn(.wake) }
        paceAlarm = Timer(on: loop) { [unowned self] in showWatchers() }
        link = route.line { [unowned self] in turn(.link($0)) }
    }

    var snapshot: LobbySnapshot { replica.snapshot }

    func begin() {
        turn(.begin)
    }

    func write(_ edit: LobbyEdit) {
        turn(.write(edit))
    }

    /// Tells how many people are here: now, or as soon as that is known.
    func tellCensus(to guest: DoorGuest) {
        guard snapshot.lobbyState.isComplete else { return curious.append(guest) }
        guest.turn(.census(snapshot.lobbyState.census))
    }

    func sayGoodbye() {
        link?.sayGoodbye()
    }

    private func turn(_ event: WatchersReplica.Event) {
        let now = loop.now
        recording?.write(RecordedDoor.Event.watchers(event), at: now)
        let effects = replica.handle(event, at: now)
        recording?.write(effects.map { RecordedDoor.Effect.watchers($0) })
        for effect in effects { link?.perform(effect) }
        alarm?.arm(at: replica.nextDeadline)
        if !curious.isEmpty, snapshot.lobbyState.isComplete {
            for guest in curious { guest.turn(.census(snapshot.lobbyState.census)) }
            curious = []
        }
        showWatchers()
    }

    /// Shows what is new at most so many times a second: there may be many who watch, and much that
    /// is new.
    private func showWatchers() {
        let snapshot = replica.snapshot
        guard snapshot.version != shownVersion else { return }
        guard pace.allows(at: loop.now, isUrgent: false) else {
            paceAlarm?.arm(at: pace.nextDeadline)
            return
        }
        shownVersion = snapshot.version
        onNews(snapshot)
    }
}
