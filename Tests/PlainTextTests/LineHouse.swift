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
        var program: any LineProgram
        var said: [String] = []
    }

    private var net = SimulatedNet<Int, Never>(latency: 0...0)
    private var server: LobbyServer
    private var guests: [Guest] = []
    /// True if dials are answered.
    var isServerUp = true {
        didSet { net.failedDials = isServerUp ? 0 : 100 }
    }

    init(halls: HallLimits = .unlimited) {
        server = LobbyServer(isGuarded: true, halls: halls)
        net.address = "127.0.0.1:8383"
    }

    static func visit(_ number: Int) -> LobbyVisit { LobbyVisit(beginning(number)) }

    static func beginning(_ number: Int) -> LobbyVisit.Beginning {
        let seed = UInt64(number + 1)
        let id: ClientID = named("guest-\(number)")
        return LobbyVisit.Beginning(
            settings: .lobby(id, run: RunID(rawValue: seed), seed: seed), token: .lobby)
    }

    /// Lets a program in, which has the visit of its number.
    mutating func enter(_ program: any LineProgram) {
        guests.append(Guest(program: program))
        tell(.begin, to: guests.count - 1)
        run(for: .milliseconds(50))
    }

    /// Types a line, and returns what was said since.
    mutating func type(_ line: String, by number: Int) -> [String] {
        let before = guests[number].said.count
        tell(.typed(line), to: number)
        run(for: .milliseconds(50))
        return Array(guests[number].said[before...])
    }

    /// Signs somebody in, with what is kept of their account.
    mutating func signIn(_ number: Int, _ copy: AccountCopy) {
        tell(.signedIn(copy), to: number)
        run(for: .milliseconds(100))
    }

    func said(to number: Int) -> [String] { guests[number].said }

    /// Breaks somebody's line without a word.
    mutating func cutLine(of number: Int) {
        net.cutLine(of: number)
        run(for: .zero)
    }

    mutating func run(for span: Duration) {
        let end = net.now + span
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let number): tell(.link(event), to: number)
            case .wakes(let number): tell(.wake, to: number)
            case .server(let event): net.tell(&server, event)
            }
        }
    }

    private mutating func tell(_ event: LineEvent, to number: Int) {
        for effect in guests[number].program.handle(event, at: net.now) {
            switch effect {
            case .say(let line), .complain(let line): guests[number].said.append(line)
            case .link(let effect): net.perform(effect, by: number)
            case .leave, .keep, .leaveSeat, .forgetToken, .store, .keepChoices, .call: break
            }
        }
        net.setAlarm(of: number, at: guests[number].program.nextDeadline)
    }
}
