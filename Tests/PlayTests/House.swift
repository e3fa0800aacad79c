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
import Visit

/// People at terminals and the server they play on, all real, with wires and a clock that are not.
struct House {
    private struct Guest {
        var client: Client
        var wishes: [Client.Effect] = []
    }

    private var net = SimulatedNet<Int, Never>(latency: 1_000...1_000)
    private var server: LobbyServer
    private var guests: [Guest] = []
    /// True if dials are answered.
    var isServerUp = true {
        didSet { net.failedDials = isServerUp ? 0 : 100 }
    }
    /// True if nothing arrives anywhere, as where a cable is pulled; it does when it is back.
    var isSilent = false {
        didSet { isSilent ? net.hold(guests.indices) : net.release() }
    }

    /// Without a guard anybody may write anything.
    init(isGuarded: Bool = true, halls: HallLimits = .unlimited) {
        server = LobbyServer(isGuarded: isGuarded, halls: halls)
        net.address = "127.0.0.1:8383"
    }

    var now: Instant { net.now }
    /// The number of frames that were sent to the server.
    var frameCount: Int { net.sent }

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
        for effect in guests[guest].client.handle(event, at: net.now) {
            switch effect {
            case .link(let effect): net.perform(effect, by: guest)
            // These guests have lines of their own.
            case .wish: break
            case .useTheme, .useMouse, .useHover, .ring, .copy, .redraw, .suspend, .leave, .keep,
                .leaveSeat, .signIn, .signOut, .forgetToken, .store, .call, .keepChoices,
                .useGlyphs:
                guests[guest].wishes.append(effect)
            }
        }
        net.setAlarm(of: guest, at: guests[guest].client.nextDeadline)
    }

    /// Changes members of the first object of a bucket, as somebody does who bypasses everything.
    mutating func forge(_ members: JSONObject, in bucket: LobbyBucket = .match) {
        guard let (key, object) = server.objects(in: bucket).first else { return }
        var forged = object
        for member in members { forged[member.name] = member.value }
        net.perform(server.write(forged, as: key, in: bucket, at: net.now))
        run(for: .milliseconds(20))
    }

    /// Breaks somebody's line without a word, as a pulled cable would.
    mutating func cutLine(of guest: Int) { net.cutLine(of: guest) }

    mutating func run(for span: Duration) {
        let end = now + span
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let guest): feed(.link(event), to: guest)
            case .wakes(let guest): feed(.wake, to: guest)
            case .server(let event): net.tell(&server, event)
            }
        }
    }
}
