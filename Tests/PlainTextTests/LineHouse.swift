import Lobby
import PlainText
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import Visit

/// Programs that talk in lines, and the server that they talk to: nothing on the way takes time.
struct LineHouse {
    private struct Guest {
        var program: any PlayerFrontEnd<UserLineInput, PrintedLine>
        var said: [String] = []
    }

    private var net = SimulatedNet<String, Never>(latency: 0...0)
    private var server: LobbyServer
    private var guests: [String: Guest] = [:]
    /// True if dials are answered.
    var isServerUp = true {
        didSet { net.failedDials = isServerUp ? 0 : 100 }
    }

    init(halls: HallLimits = .unlimited) {
        server = LobbyServer(isGuarded: true, halls: halls)
        net.address = "127.0.0.1:8383"
    }

    static func visit(_ number: Int) -> LobbyClient { LobbyClient(beginning(number)) }

    static func beginning(_ number: Int) -> LobbyClient.Beginning {
        let seed = UInt64(number + 1)
        let id: ClientID = named("guest-\(number)")
        return LobbyClient.Beginning(
            settings: .lobby(id, run: RunID(rawValue: seed), seed: seed), token: .lobby)
    }

    /// Lets a player in who types lines. Tests call them by this name. `lines` come before the
    /// program is connected. Without a `profile`, the player has only the name.
    mutating func enter(
        _ name: String, _ opening: StartAction = .lobby, as profile: PlayerProfile? = nil,
        typing lines: [String] = []
    ) {
        let profile = profile ?? PlayerProfile(PlayerName(cleaning: name))
        enter(name, typing: lines) { visit in
            LineClient(opening, profile: profile, visit: LobbyClient(visit), seed: 1)
        }
    }

    /// Lets a program in that is made of the next visit. Tests call it by this name.
    mutating func enter(
        _ name: String, typing lines: [String] = [],
        _ program: (LobbyClient.Beginning) -> any PlayerFrontEnd<UserLineInput, PrintedLine>
    ) {
        guests[name] = Guest(program: program(Self.beginning(guests.count)))
        handle(.program(.begin), to: name)
        for line in lines { handle(.input(.typed(line)), to: name) }
        run(for: .milliseconds(50))
    }

    /// Lets a report in that follows the lobby or a match.
    mutating func report(
        _ subject: LobbyReport.ReportSubject, _ format: LobbyReport.ReportFormat,
        to name: String = "report"
    ) {
        enter(name) {
            LobbyReport(.init(subject, format, follows: true, isServerNamed: true, visit: $0))
        }
    }

    /// Types a line. Returns the output since then.
    mutating func type(_ line: String, by name: String) -> [String] {
        let before = said(to: name).count
        handle(.input(.typed(line)), to: name)
        run(for: .milliseconds(50))
        return Array(said(to: name)[before...])
    }

    /// Signs a player in, with a copy of their account.
    mutating func signIn(_ name: String, _ copy: LocalAccountData) {
        handle(.program(.signedIn(copy)), to: name)
        run(for: .milliseconds(100))
    }

    func said(to name: String) -> [String] {
        guard let guest = guests[name] else { preconditionFailure("no \(name) is in the house") }
        return guest.said
    }

    /// Breaks a player's connection without a goodbye.
    mutating func cutLine(of name: String) {
        net.cutLine(of: name)
        run(for: .zero)
    }

    mutating func run(for span: Duration) {
        let end = net.now + span
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let name): handle(.program(.link(event)), to: name)
            case .wakes(let name): handle(.program(.wake), to: name)
            case .server(let event): net.handle(&server, event)
            }
        }
    }

    private mutating func handle(_ event: FrontEndEvent<UserLineInput>, to name: String) {
        let effects = guests[name]?.program.handle(event, at: net.now) ?? []
        guests[name]?.said += effects.lines
        for case .program(.link(let effect)) in effects { net.perform(effect, by: name) }
        net.setAlarm(of: name, at: guests[name]?.program.nextDeadline)
    }
}

extension [LineClient.Effect] {
    /// The lines that are printed.
    var lines: [String] {
        compactMap { effect in
            switch effect {
            case .show(.say(let line)), .show(.complain(let line)): line
            case .leave(_, let lastLine): lastLine
            case .program: nil
            }
        }
    }
}
