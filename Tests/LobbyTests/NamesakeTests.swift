import Game
import Lobby
import SimperiumClock
import Testing

@Suite("People of the same name")
struct NamesakeTests {
    private func lobbyState(_ names: [String?]) throws -> LobbyState {
        var lobbyState = LobbyState()
        for (index, name) in names.enumerated() {
            let name = try name.map { name throws(NameFlaw) in try PlayerName(name) }
            let player = Player(id: id(index), name: name, mode: .auto)
            let key = LobbyKey(rawValue: "key-\(index)")
            _ = lobbyState.fold(.inserted(.player, key, player.members, .remote), at: .start)
        }
        return lobbyState
    }

    private func id(_ index: Int) -> PlayerID { PlayerID(rawValue: "somebody-\(index)") }

    @Test("Each of a crowd has a number of its own, also guests, and none that makes another name")
    func crowd() throws {
        for name in ["lin", nil] {
            let names = try lobbyState(Array(repeating: name, count: 500)).people.map(\.name)
            let called = name ?? "guest"
            #expect(Set(names) == Set([called] + (2...500).map { "\(called) \($0)" }))
        }
        let roots = try lobbyState(["root", "root", "root 2", "root"]).people.map(\.name)
        #expect(roots[2] == "root 2")
        #expect(Set(roots) == ["root", "root 2", "root 3", "root 4"])

        let guests = try lobbyState(["guest"] + Array(repeating: nil, count: 300))
        #expect(Set(guests.people.map(\.name)).count == 301)
        for alone in [nil, "guest"] {
            #expect(try lobbyState([alone]).people[0].name == "guest")
        }
    }

    @Test("Nobody is called otherwise because somebody came to watch who is called the same")
    func watchers() throws {
        var lobbyState = try lobbyState(["lin"])
        for index in 1...20 {
            let player = Player(id: id(index), name: try PlayerName("lin"), mode: .busy)
            let key = LobbyKey(rawValue: "key-\(index)")
            _ = lobbyState.fold(.inserted(.player, key, player.members, .remote), at: .start)
            #expect(lobbyState.roster.name(of: id(0)) == "lin")
        }
        _ = lobbyState.fold(.deleted(.player, LobbyKey(rawValue: "key-0")), at: .start)
        let names = (1...20).map { lobbyState.roster.name(of: id($0)) }
        #expect(Set(names) == Set(["lin"] + (2...20).map { "lin \($0)" }))
    }

    @Test("Of those who look the same all but one have a number, and nobody who is alone")
    func lookAlikes() throws {
        var lobbyState = try lobbyState(["lin", "Iin", "okafor", "\u{43E}kaf\u{43E}r", "ann"])
        let names = lobbyState.people.map(\.name)
        #expect(names.count { $0.hasSuffix(" 2") } == 2 && names.last == "ann")
        _ = lobbyState.fold(.deleted(.player, LobbyKey(rawValue: "key-1")), at: .start)
        #expect(lobbyState.roster.name(of: id(0)) == "lin")
    }
}
