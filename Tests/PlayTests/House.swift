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
        var client: ScreenClient
        var wishes: [ScreenClient.Effect] = []
    }

    private var net = SimulatedNet<String, Never>(latency: 1_000...1_000)
    private var server: LobbyServer
    private var guests: [String: Guest] = [:]
    /// The guests in the order of their arrival.
    private(set) var names: [String] = []
    /// The guest who came last.
    var latest: String { names[names.count - 1] }
    /// True if dials are answered.
    var isServerUp = true {
        didSet { net.failedDials = isServerUp ? 0 : 100 }
    }
    /// True if nothing arrives anywhere, as where a cable is pulled; it does when it is back.
    var isSilent = false {
        didSet { isSilent ? net.hold(names) : net.release() }
    }

    /// Without a guard, any client may write anything.
    init(isGuarded: Bool = true, halls: HallLimits = .unlimited) {
        server = LobbyServer(isGuarded: isGuarded, halls: halls)
        net.address = "127.0.0.1:8383"
    }

    var now: Instant { net.now }
    /// The number of frames that were sent to the server.
    var frameCount: Int { net.sent }

    /// Lets a guest in, and returns their name in this house: the name itself, or "lin 2" for the
    /// second lin.
    @discardableResult
    mutating func enter(
        _ name: String, _ opening: StartAction = .lobby, rows: Int = 24, columns: Int = 80,
        keymap: Keymap = Keymap(), isQuick: Bool = false, fixed: Set<SettingName> = [],
        profile: PlayerProfile = PlayerProfile(), preferences: Preferences = Preferences(),
        server: String = "play.example", device: String = "", way: Player.ClientKind = .terminal
    ) -> String {
        let number = names.count
        let namesakes = names.count { $0 == name || $0.hasPrefix(name + " ") }
        let guest = namesakes == 0 ? name : "\(name) \(namesakes + 1)"
        let seed = UInt64(number + 1)
        let id: ClientID = named("guest-\(number)")
        var (profile, preferences) = (profile, preferences)
        profile.name = PlayerName(cleaning: name)
        profile.startedAt = Self.when
        profile.device = device
        profile.way = way
        preferences.server = server
        preferences.isReached = true
        preferences.keymap = keymap
        preferences.isQuick = isQuick
        preferences.fixed = fixed
        let client = ScreenClient(
            opening, profile: profile,
            visit: LobbyClient(.lobby(id, run: RunID(rawValue: seed), seed: seed)),
            preferences: preferences, size: Size(rows: rows, columns: columns), seed: seed)
        guests[guest] = Guest(client: client)
        names.append(guest)
        feed(.begin, to: guest)
        run(for: .milliseconds(50))
        return guest
    }

    /// Returns the server's objects in a bucket.
    func objects(in bucket: LobbyBucket) -> [JSONObject] {
        server.objects(in: bucket).map(\.object)
    }

    func screen(_ guest: String) -> String { client(guest).draw().text }

    func client(_ guest: String) -> ScreenClient { self[guest].client }

    func canvas(_ guest: String) -> Canvas { client(guest).draw() }

    /// Returns the requests of a guest's program to their terminal since it began.
    func wishes(of guest: String) -> [ScreenClient.Effect] { self[guest].wishes }

    private subscript(_ name: String) -> Guest {
        guard let guest = guests[name] else { preconditionFailure("no \(name) is in the house") }
        return guest
    }

    /// Presses keys one after the other, and lets what they do arrive everywhere.
    mutating func press(_ guest: String, _ keys: String...) {
        for key in keys {
            feed(.key(Keyboard.event(of: key)), to: guest)
            run(for: .milliseconds(20))
        }
    }

    mutating func type(_ text: String, by guest: String) {
        for letter in text { press(guest, String(letter)) }
    }

    /// Chooses an action by a part of its name, as in the palette.
    mutating func choose(_ guest: String, _ name: String) {
        press(guest, ":")
        for letter in name.unicodeScalars {
            feed(.key(.key(.character(letter))), to: guest)
        }
        press(guest, "enter")
    }

    /// Answers an invitation once its box takes keys: by Enter, after so many steps down.
    mutating func answer(_ guest: String, down steps: Int = 0) {
        run(for: .milliseconds(500))
        for _ in 0..<steps { press(guest, "down") }
        press(guest, "enter")
    }

    mutating func feed(_ event: ProgramEvent, to guest: String) {
        feed(.program(event), to: guest)
    }

    mutating func feed(_ input: ScreenInput, to guest: String) { feed(.input(input), to: guest) }

    private mutating func feed(_ event: ScreenClient.Event, to guest: String) {
        var client = client(guest)
        let effects = client.handle(event, at: now)
        guests[guest]?.client = client
        for effect in effects {
            switch effect {
            case .program(.link(let effect)): net.perform(effect, by: guest)
            case .program, .show, .leave: guests[guest]?.wishes.append(effect)
            }
        }
        net.setAlarm(of: guest, at: client.nextDeadline)
    }

    /// Changes members of the first object of a bucket, as a client without our checks could.
    mutating func forge(_ members: JSONObject, in bucket: LobbyBucket = .match) {
        guard let (key, object) = server.objects(in: bucket).first else { return }
        var forged = object
        for member in members { forged[member.name] = member.value }
        net.perform(server.write(forged, as: key, in: bucket, at: net.now))
        run(for: .milliseconds(20))
    }

    /// Breaks a guest's connection without a goodbye, as a pulled cable would.
    mutating func cutLine(of guest: String) { net.cutLine(of: guest) }

    /// Breaks a guest's connection, and takes the server down, so that the guest stays offline.
    mutating func cutOff(_ guest: String) {
        isServerUp = false
        cutLine(of: guest)
    }

    mutating func run(for span: Duration) {
        let end = now + span
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let guest): feed(.link(event), to: guest)
            case .wakes(let guest): feed(.wake, to: guest)
            case .server(let event): net.handle(&server, event)
            }
        }
    }
}

extension PlayerProfile {
    /// The profile of a player who is asked for a name.
    static var atFirstStart: PlayerProfile {
        var profile = PlayerProfile()
        profile.asksName = true
        return profile
    }
}
