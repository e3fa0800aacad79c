import Game
import Guests
import Lobby
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import SyncHub
import Visit

/// A door with guests who only watch, people who play, and the server, all real, with wires that
/// take no time and a clock that is not.
struct DoorHouse {
    /// Whose a wire is.
    fileprivate enum End: Equatable {
        case player(Int)
        case line(Int)
    }

    private enum Happening {
        case server(Hub.Event)
        case player(LobbyVisit.Event, Int)
        case door(WatchersReplica.Event)
        case watcher(LobbyVisit.Event, Int)
    }

    private struct Wire {
        let end: End
        let id: SimperiumSync.ConnectionID
        var isOpen = true
    }

    private(set) var now = Instant.start
    private(set) var server: LobbyServer
    private(set) var replica: WatchersReplica
    private(set) var watchers: [LobbyVisit] = []
    private(set) var players: [LobbyVisit] = []
    /// What the guests were told.
    private(set) var notices: [[Notice]] = []
    /// What those were told who asked how many are here.
    private(set) var counts: [Census] = []
    /// Which halls the door has asked for matches, or for anybody.
    private(set) var questions: [String] = []
    private var wires: [Wire] = []
    private var queue: [Happening] = []

    init(halls: HallLimits) {
        server = LobbyServer(isGuarded: true, halls: halls)
        replica = WatchersReplica(
            .init(
                settings: .lobby(named("door"), run: RunID(rawValue: 1), seed: 1),
                token: LobbyServer.doorToken))
        queue = [.door(.begin)]
        run(for: .milliseconds(10))
    }

    /// Lets somebody in who looks for anybody.
    @discardableResult
    mutating func play(_ name: String) -> Int {
        let number = players.count
        let settings = ReplicaSettings.lobby(
            named("player-\(number)"), run: RunID(rawValue: 1), seed: UInt64(number))
        players.append(LobbyVisit(settings))
        let enter = Request.enter(PlayerName(cleaning: name), .auto, .terminal)
        queue += [.player(.asked(enter), number), .player(.begin, number)]
        run(for: .milliseconds(200))
        return number
    }

    mutating func leave(_ player: Int) {
        queue.append(.player(.suspend, player))
        run(for: .milliseconds(10))
    }

    /// Lets a guest in who only watches.
    @discardableResult
    mutating func watch() -> Int {
        let number = watchers.count
        watchers.append(
            LobbyVisit(
                watchingAs: PlayerID(rawValue: "guest-\(number)"), shown: replica.snapshot,
                seed: 1))
        notices.append([])
        return number
    }

    mutating func tell(_ event: LobbyVisit.Event, to watcher: Int) {
        queue.append(.watcher(event, watcher))
        run(for: .milliseconds(10))
    }

    /// Somebody asks how many are here, and goes.
    mutating func count() {
        queue.append(.door(.wish(.count, by: -1)))
        run(for: .milliseconds(10))
    }

    mutating func part(_ watcher: Int) {
        queue.append(.door(.left(watcher)))
        run(for: .milliseconds(10))
    }

    mutating func run(for span: Duration) {
        let end = now + span
        while true {
            while !queue.isEmpty { happen(queue.removeFirst()) }
            let deadlines =
                players.map(\.nextDeadline) + watchers.map(\.nextDeadline)
                + [server.nextDeadline, replica.nextDeadline]
            guard let next = deadlines.compactMap(\.self).min(), next <= end else { break }
            now = max(now, next)
            if server.nextDeadline.map({ $0 <= now }) == true { queue.append(.server(.wake)) }
            if replica.nextDeadline.map({ $0 <= now }) == true { queue.append(.door(.wake)) }
            for (index, visit) in players.enumerated() where visit.isDue(at: now) {
                queue.append(.player(.wake, index))
            }
            for (index, visit) in watchers.enumerated() where visit.isDue(at: now) {
                queue.append(.watcher(.wake, index))
            }
        }
        now = end
    }
}

extension DoorHouse {
    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .server(let event): perform(server.handle(event, at: now))
        case .player(let event, let player):
            for case .link(let effect) in players[player].handle(event, at: now) {
                perform(effect, of: .player(player))
            }
        case .watcher(let event, let watcher):
            for effect in watchers[watcher].handle(event, at: now) {
                if case .wish(let wish) = effect { queue.append(.door(.wish(wish, by: watcher))) }
                if case .tell(let notice) = effect { notices[watcher].append(notice) }
            }
        case .door(let event):
            let versions = replica.versions
            for effect in replica.handle(event, at: now) {
                switch effect {
                case .link(let effect, let line): perform(effect, of: .line(line))
                case .led(let guest, let key):
                    queue.append(.watcher(.led(replica.snapshot(for: guest), key), guest))
                case .missed(let guest, let text): queue.append(.watcher(.missed(text), guest))
                case .counted(_, let census): counts.append(census)
                }
            }
            for watcher in watchers.indices {
                let snapshot = replica.snapshot(for: watcher)
                guard !versions.contains(snapshot.version) else { continue }
                queue.append(.watcher(.shown(snapshot), watcher))
            }
        }
    }

    private mutating func perform(_ effect: LinkEffect, of end: End) {
        switch effect {
        case .dial(let id):
            wires.append(Wire(end: end, id: id))
            let wire = SyncHub.ConnectionID(rawValue: UInt64(wires.count - 1))
            queue.append(.server(.opened(wire, app: LobbyServer.app)))
            tell(.opened(id), end)
        case .send(let frame, let id):
            guard let wire = wire(of: id, end) else { return }
            let text = String(decoding: frame, as: UTF8.self)
            if case .line = end, text.contains(#""halls":{"#) || text.contains(#""find""#) {
                questions.append(text)
            }
            queue.append(
                .server(.received(frame, from: SyncHub.ConnectionID(rawValue: UInt64(wire)))))
        case .hangUp(let id, _):
            guard let wire = wire(of: id, end) else { return }
            wires[wire].isOpen = false
            queue.append(
                .server(.closed(SyncHub.ConnectionID(rawValue: UInt64(wire)), .goodbye)))
            tell(.closed(id, .lost), end)
        }
    }

    private func wire(of id: SimperiumSync.ConnectionID, _ end: End) -> Int? {
        wires.lastIndex { $0.id == id && $0.isOpen && $0.end == end }
    }

    private mutating func tell(_ event: LinkEvent, _ end: End) {
        switch end {
        case .player(let player): queue.append(.player(.link(event), player))
        case .line(let line): queue.append(.door(.link(event, line: line)))
        }
    }

    private mutating func perform(_ effects: [LobbyServer.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let frame, let ids):
                for id in ids where wires[Int(id.rawValue)].isOpen {
                    let wire = wires[Int(id.rawValue)]
                    tell(.received(frame, on: wire.id), wire.end)
                }
            case .close(let id, _):
                let wire = wires[Int(id.rawValue)]
                wires[Int(id.rawValue)].isOpen = false
                tell(.closed(wire.id, .closedByHub), wire.end)
            }
        }
    }
}

extension LobbyVisit {
    fileprivate func isDue(at now: Instant) -> Bool { nextDeadline.map { $0 <= now } ?? false }
}
