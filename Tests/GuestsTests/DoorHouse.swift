import Game
import Guests
import Lobby
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import Visit

/// A door with spectators, players, and the server, all real, with connections without delay and a
/// simulated clock.
struct DoorHouse {
    /// A program, or one of the door's connections.
    private enum Program: Hashable {
        case player(Int)
        case watcher(Int)
        case door
        case line(Int)
    }

    private enum Happening {
        case player(ProgramEvent, Int)
        case playerLeaves(Int)
        case door(SpectatorLobbyReplicas.Event)
        case watcher(ProgramEvent, Int)
        case watcherAsks(LobbyRequest, Int)
        case watcherSeeks(HallSearchGoal, Int)
        case watcherLists(Int, Int)
    }

    private var net = SimulatedNet<Program, Happening>(latency: 0...0)
    private(set) var server: LobbyServer
    private(set) var replica: SpectatorLobbyReplicas
    private var watchers: [LobbyClient] = []
    /// The names of the spectators.
    private var names: [String] = []
    private var players: [LobbyClient] = []
    private var notices: [[Notice]] = []
    /// The counts that callers have been sent.
    private(set) var counts: [Census] = []
    /// The halls' questions by the door, for matches or players.
    private(set) var questions: [String] = []

    init(halls: HallLimits, servers: Int = 1) {
        server = LobbyServer(isGuarded: true, halls: halls, shards: servers)
        replica = SpectatorLobbyReplicas(
            .init(
                settings: .lobby(named("door"), run: RunID(rawValue: 1), seed: 1),
                token: LobbyServer.doorToken))
        enter(.door(.begin))
        run(for: .milliseconds(10))
    }

    /// Adds a player who looks for an opponent.
    mutating func play(_ name: String) {
        let number = players.count
        let settings = ReplicaSettings.lobby(
            named("player-\(number)"), run: RunID(rawValue: 1), seed: UInt64(number))
        players.append(LobbyClient(settings))
        let enter = LobbyRequest.enter(PlayerName(cleaning: name), .auto, .terminal)
        try? players[number].ask(enter, at: net.now)
        self.enter(.player(.begin, number))
        run(for: .milliseconds(200))
    }

    /// Has the player whose turn it is in a match play a square.
    mutating func play(_ square: Square, in key: ObjectKey) {
        let isMeant = { (visit: LobbyClient) in visit.own?.key == key && visit.isOurTurn }
        guard let player = players.firstIndex(where: isMeant) else {
            preconditionFailure("no player has the turn in \(key)")
        }
        try? players[player].ask(.act(.play(square)), at: net.now)
        performEffects(ofPlayer: player)
        run(for: .milliseconds(10))
    }

    /// Makes the players leave that `isMeant` selects.
    mutating func leave(where isMeant: (LobbyClient) -> Bool) {
        for (player, visit) in players.enumerated() where isMeant(visit) {
            enter(.playerLeaves(player))
        }
        run(for: .milliseconds(10))
    }

    /// Adds a guest who only watches.
    mutating func watch(_ name: String) {
        let number = watchers.count
        watchers.append(
            LobbyClient(
                watchingAs: PlayerID(rawValue: "guest-\(number)"), shown: replica.snapshot,
                seed: 1))
        names.append(name)
        notices.append([])
        net.setAlarm(of: .watcher(number), at: watchers[number].nextDeadline)
    }

    func watcher(_ name: String) -> LobbyClient { watchers[number(of: name)] }

    func lastNotice(to name: String) -> Notice? { notices[number(of: name)].last }

    private func number(of name: String) -> Int {
        guard let number = names.firstIndex(of: name) else {
            preconditionFailure("no \(name) watches")
        }
        return number
    }

    mutating func ask(_ request: LobbyRequest, by name: String) {
        enter(.watcherAsks(request, number(of: name)))
        run(for: .milliseconds(10))
    }

    mutating func seek(_ sought: HallSearchGoal, by name: String) {
        enter(.watcherSeeks(sought, number(of: name)))
        run(for: .milliseconds(10))
    }

    /// Lists this many matches of other halls.
    mutating func list(_ rows: Int, by name: String) {
        enter(.watcherLists(rows, number(of: name)))
        run(for: .milliseconds(10))
    }

    /// Asks for the number of players, like a guest who then leaves.
    mutating func count() {
        enter(.door(.wish(.count, by: -1)))
        run(for: .milliseconds(10))
    }

    mutating func part(_ name: String) {
        enter(.door(.left(number(of: name))))
        run(for: .milliseconds(10))
    }

    mutating func run(for span: Duration) {
        let end = net.now + span
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, .player(let player)): handle(.player(.link(event), player))
            case .program(let event, .line(let line)): handle(.door(.link(event, line: line)))
            case .program: preconditionFailure("only players and the door have lines")
            case .wakes(.player(let player)): handle(.player(.wake, player))
            case .wakes(.watcher(let watcher)): handle(.watcher(.wake, watcher))
            case .wakes: handle(.door(.wake))
            case .server(let event): net.handle(&server, event)
            case .world(let happening): handle(happening)
            }
        }
    }

    private mutating func enter(_ happening: Happening) { net.enter(happening, at: net.now) }
}

extension DoorHouse {
    private mutating func handle(_ happening: Happening) {
        switch happening {
        case .player(let event, let player):
            players[player].handle(event, at: net.now)
            performEffects(ofPlayer: player)
        case .playerLeaves(let player):
            players[player].disconnect(by: .leave, at: net.now)
            performEffects(ofPlayer: player)
        case .watcher(let event, let watcher):
            watchers[watcher].handle(event, at: net.now)
            performEffects(ofWatcher: watcher)
        case .watcherAsks(let request, let watcher):
            try? watchers[watcher].ask(request, at: net.now)
            performEffects(ofWatcher: watcher)
        case .watcherSeeks(let sought, let watcher):
            watchers[watcher].setHallSearch(sought, at: net.now)
            performEffects(ofWatcher: watcher)
        case .watcherLists(let rows, let watcher):
            watchers[watcher].listDistantMatches(rows, at: net.now)
            performEffects(ofWatcher: watcher)
        case .door(let event): handle(event)
        }
    }

    private mutating func performEffects(ofPlayer player: Int) {
        for case .link(let effect) in players[player].takeOutput().effects {
            net.perform(effect, by: .player(player))
        }
        net.setAlarm(of: .player(player), at: players[player].nextDeadline)
    }

    private mutating func performEffects(ofWatcher watcher: Int) {
        let output = watchers[watcher].takeOutput()
        for case .wish(let wish) in output.effects { enter(.door(.wish(wish, by: watcher))) }
        for case .notice(let notice) in output.news { notices[watcher].append(notice) }
        net.setAlarm(of: .watcher(watcher), at: watchers[watcher].nextDeadline)
    }

    private mutating func handle(_ event: SpectatorLobbyReplicas.Event) {
        let versions = replica.versions
        for effect in replica.handle(event, at: net.now) {
            switch effect {
            case .link(let effect, let line):
                record(effect)
                net.perform(effect, by: .line(line))
            case .answer(.counted(let census), _): counts.append(census)
            case .answer(let answer, let guest): enter(.watcher(.answered(answer), guest))
            }
        }
        for watcher in watchers.indices {
            let snapshot = replica.snapshot(for: watcher)
            guard !versions.contains(snapshot.version) else { continue }
            enter(.watcher(.answered(.snapshot(snapshot)), watcher))
        }
        net.setAlarm(of: .door, at: replica.nextDeadline)
    }

    private mutating func record(_ effect: LinkEffect) {
        guard case .send(let frame, _) = effect else { return }
        let text = String(decoding: frame, as: UTF8.self)
        if text.contains(#""halls":{"#) || text.contains(#""find""#) { questions.append(text) }
    }
}
