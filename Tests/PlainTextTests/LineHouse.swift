import Lobby
import PlainText
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import SyncHub
import Visit

/// Programs that talk in lines, and the server that they talk to: nothing on the way takes time.
struct LineHouse {
    private enum Happening {
        case toServer(Hub.Event)
        case toProgram(LineEvent, number: Int)
    }

    private struct Guest {
        var program: any LineProgram
        var said: [String] = []
        /// By the numbers that the server has for lines.
        var line: UInt64?
        var id: SimperiumSync.ConnectionID?
    }

    private var now = Instant.start
    private var server: LobbyServer
    private var guests: [Guest] = []
    private var lines = 0 as UInt64
    private var agenda: [Happening] = []
    var isServerUp = true

    init(halls: HallLimits = .unlimited) {
        server = LobbyServer(isGuarded: true, halls: halls)
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
        guard let line = guests[number].line, let id = guests[number].id else { return }
        guests[number].line = nil
        agenda.append(.toServer(.closed(SyncHub.ConnectionID(rawValue: line), .broken)))
        agenda.append(.toProgram(.link(.closed(id, .lost)), number: number))
        settle()
    }

    mutating func run(for span: Duration) {
        let end = now + span
        while true {
            settle()
            let deadlines = guests.map(\.program.nextDeadline) + [server.nextDeadline]
            guard let next = deadlines.compactMap(\.self).min(), next <= end else { break }
            now = max(now, next)
            if let due = server.nextDeadline, due <= now { agenda.append(.toServer(.wake)) }
            for number in guests.indices {
                guard let due = guests[number].program.nextDeadline, due <= now else { continue }
                agenda.append(.toProgram(.wake, number: number))
            }
        }
        now = end
    }
}

extension LineHouse {
    private mutating func settle() {
        while !agenda.isEmpty {
            switch agenda.removeFirst() {
            case .toServer(let event): tellServer(event)
            case .toProgram(let event, let number): tell(event, to: number)
            }
        }
    }

    private mutating func tell(_ event: LineEvent, to number: Int) {
        for effect in guests[number].program.handle(event, at: now) {
            switch effect {
            case .say(let line), .complain(let line): guests[number].said.append(line)
            case .link(let effect): perform(effect, of: number)
            case .leave, .keep, .leaveSeat, .forgetToken, .store, .keepChoices, .call: break
            }
        }
    }

    private mutating func perform(_ effect: LinkEffect, of number: Int) {
        switch effect {
        case .dial(let id):
            guard isServerUp else {
                let refusal = ConnectionFailure.refused(at: "127.0.0.1:8383")
                return agenda.append(.toProgram(.link(.closed(id, refusal)), number: number))
            }
            lines += 1
            (guests[number].line, guests[number].id) = (lines, id)
            let line = SyncHub.ConnectionID(rawValue: lines)
            agenda.append(.toServer(.opened(line, app: nil)))
            agenda.append(.toProgram(.link(.opened(id)), number: number))
        case .send(let frame, _):
            guard let line = guests[number].line else { return }
            agenda.append(.toServer(.received(frame, from: SyncHub.ConnectionID(rawValue: line))))
        case .hangUp: cutLine(of: number)
        }
    }

    private mutating func tellServer(_ event: Hub.Event) {
        for effect in server.handle(event, at: now) {
            guard case .send(let frame, let ids) = effect else { continue }
            for id in ids {
                guard let number = guests.firstIndex(where: { $0.line == id.rawValue }),
                    let own = guests[number].id
                else { continue }
                let event = LineEvent.link(.received(frame, on: own))
                agenda.append(.toProgram(event, number: number))
            }
        }
    }
}
