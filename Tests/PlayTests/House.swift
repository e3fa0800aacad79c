import Drawing
import Guests
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Simulation
import SyncHub
import Visit

/// People at terminals and the server they play on, all real, with wires and a clock that are not.
struct House {
    private enum Happening {
        case toServer([UInt8], wire: Int)
        case toGuest(Client.Event, guest: Int)
        case opens(wire: Int)
        case serverHearsEnd(wire: Int, SyncHub.Farewell)
    }

    private struct Wire {
        let guest: Int
        let id: SimperiumSync.ConnectionID
        var isOpen = true
    }

    private struct Guest {
        var client: Client
        var wishes: [Client.Effect] = []
        var wire: Int?
    }

    /// What a frame takes from here to there.
    private static let latency = Duration.milliseconds(1)

    private(set) var now = Instant.start
    private var server: LobbyServer
    private var guests: [Guest] = []
    private var wires: [Wire] = []
    /// How many frames were sent to the server.
    private(set) var frameCount = 0
    /// What is under way, in the order in which it arrives.
    private var agenda: [(at: Instant, what: Happening)] = []
    /// Whether a dial finds anybody.
    var isServerUp = true
    /// Whether nothing arrives anywhere, as where a cable is pulled; it does when it is back.
    var isSilent = false {
        didSet {
            guard !isSilent else { return }
            for happening in withheld { later(happening) }
            withheld = []
        }
    }
    private var withheld: [Happening] = []

    /// Without a guard anybody may write anything.
    init(isGuarded: Bool = true, halls: HallLimits = .unlimited) {
        server = LobbyServer(isGuarded: isGuarded, halls: halls)
    }

    /// Lets somebody in, whose name tells the seed of their chance, too.
    @discardableResult
    mutating func enter(
        _ name: String, _ opening: Opening = .lobby, rows: Int = 24, columns: Int = 80,
        keymap: Keymap = Keymap(), isQuick: Bool = false, fixed: Set<SettingName> = [],
        habits: Habits = Habits(),
        device: String = "", way: Player.Way = .terminal
    ) -> Int {
        let number = guests.count
        let seed = UInt64(number + 1)
        let id: ClientID = named("guest-\(number)")
        var preferences = Preferences()
        preferences.name = PlayerName(cleaning: name)
        preferences.server = "play.example"
        preferences.isReached = true
        preferences.keymap = keymap
        preferences.isQuick = isQuick
        preferences.fixed = fixed
        preferences.startedAt = Self.when
        preferences.habits = habits
        preferences.device = device
        preferences.way = way
        let client = Client(
            opening, visit: LobbyVisit(.lobby(id, run: RunID(rawValue: seed), seed: seed)),
            preferences: preferences, size: Size(rows: rows, columns: columns), seed: seed)
        guests.append(Guest(client: client))
        feed(.begin, to: number)
        run(for: .milliseconds(50))
        return number
    }

    /// What the server has in a bucket.
    func objects(in bucket: LobbyBucket) -> [JSONObject] {
        server.objects(in: bucket).map(\.object)
    }

    var count: Int { guests.count }

    func screen(_ guest: Int) -> String { guests[guest].client.draw().text }

    func client(_ guest: Int) -> Client { guests[guest].client }

    func canvas(_ guest: Int) -> Canvas { guests[guest].client.draw() }

    /// What a guest's program asked their terminal for since it began.
    func wishes(of guest: Int) -> [Client.Effect] { guests[guest].wishes }

    /// Presses keys one after the other, and lets what they do arrive everywhere.
    mutating func press(_ guest: Int, _ keys: String...) {
        for key in keys {
            feed(.key(Keyboard.event(of: key)), to: guest)
            run(for: .milliseconds(20))
        }
    }

    mutating func feed(_ event: Client.Event, to guest: Int) {
        for effect in guests[guest].client.handle(event, at: now) { perform(effect, of: guest) }
    }

    /// Changes members of the first object of a bucket, as somebody does who bypasses everything.
    mutating func forge(_ members: JSONObject, in bucket: LobbyBucket = .match) {
        guard let (key, object) = server.objects(in: bucket).first else { return }
        var forged = object
        for member in members { forged[member.name] = member.value }
        perform(server.write(forged, as: key, in: bucket, at: now))
        run(for: .milliseconds(20))
    }

    /// Breaks somebody's line without a word, as a pulled cable would.
    mutating func cutLine(of guest: Int) {
        guard let wire = guests[guest].wire else { return }
        end(wire, .broken, .lost)
    }

    mutating func run(for span: Duration) {
        let end = now + span
        while let next = nextMoment, next <= end {
            now = max(now, next)
            happen()
        }
        now = end
    }
}

extension House {
    private var nextMoment: Instant? {
        let deadlines = guests.map(\.client.nextDeadline) + [server.nextDeadline]
        return (deadlines.compactMap(\.self) + agenda.prefix(1).map(\.at)).min()
    }

    /// One thing that is due: what arrives, or else who waits for this moment.
    private mutating func happen() {
        if let first = agenda.first, first.at <= now {
            agenda.removeFirst()
            return isSilent ? withheld.append(first.what) : arrive(first.what)
        }
        if let deadline = server.nextDeadline, deadline <= now { return tellServer(.wake) }
        for guest in guests.indices {
            guard let deadline = guests[guest].client.nextDeadline, deadline <= now else {
                continue
            }
            return feed(.wake, to: guest)
        }
    }

    private mutating func arrive(_ happening: Happening) {
        switch happening {
        case .opens(let wire):
            tellServer(.opened(SyncHub.ConnectionID(rawValue: UInt64(wire)), app: nil))
            feed(.link(.opened(wires[wire].id)), to: wires[wire].guest)
        case .toServer(let frame, let wire):
            tellServer(.received(frame, from: SyncHub.ConnectionID(rawValue: UInt64(wire))))
        case .toGuest(let event, let guest): feed(event, to: guest)
        case .serverHearsEnd(let wire, let farewell):
            tellServer(.closed(SyncHub.ConnectionID(rawValue: UInt64(wire)), farewell))
        }
    }

    private mutating func perform(_ effect: Client.Effect, of guest: Int) {
        switch effect {
        case .link(.dial(let id)):
            guard isServerUp else {
                return later(
                    .toGuest(.link(.closed(id, .refused(at: "127.0.0.1:8383"))), guest: guest))
            }
            wires.append(Wire(guest: guest, id: id))
            guests[guest].wire = wires.count - 1
            later(.opens(wire: wires.count - 1))
        case .link(.send(let frame, _)):
            frameCount += 1
            if let wire = guests[guest].wire { later(.toServer(frame, wire: wire)) }
        case .link(.hangUp(_, let parting)):
            guard let wire = guests[guest].wire else { return }
            let farewell: SyncHub.Farewell =
                switch parting {
                case .goodbye: .goodbye
                case .lost: .lost
                case .keepingSeat, .abandoning: .broken
                }
            end(wire, farewell, .lost)
        // These guests have lines of their own.
        case .wish: break
        case .useTheme, .useMouse, .useHover, .ring, .copy, .redraw, .suspend, .leave, .keep,
            .leaveSeat,
            .signIn,
            .signOut, .forgetToken, .store, .call, .keepChoices, .useGlyphs:
            guests[guest].wishes.append(effect)
        }
    }

    private mutating func tellServer(_ event: Hub.Event) {
        perform(server.handle(event, at: now))
    }

    private mutating func perform(_ effects: [LobbyServer.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let frame, let ids):
                for id in ids where wires[Int(id.rawValue)].isOpen {
                    let wire = wires[Int(id.rawValue)]
                    later(.toGuest(.link(.received(frame, on: wire.id)), guest: wire.guest))
                }
            case .close(let id, let isTakenOver):
                end(Int(id.rawValue), nil, isTakenOver ? .takenOver : .closedByHub)
            }
        }
    }

    private mutating func end(
        _ wire: Int, _ farewell: SyncHub.Farewell?, _ failure: ConnectionFailure
    ) {
        guard wires[wire].isOpen else { return }
        wires[wire].isOpen = false
        let guest = wires[wire].guest
        guests[guest].wire = nil
        if let farewell { later(.serverHearsEnd(wire: wire, farewell)) }
        later(.toGuest(.link(.closed(wires[wire].id, failure)), guest: guest))
    }

    private mutating func later(_ happening: Happening) {
        agenda.append((now + Self.latency, happening))
    }
}
