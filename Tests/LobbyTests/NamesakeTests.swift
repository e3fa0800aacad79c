import Game
import Lobby
import SimperiumClock
import SimperiumWire
import Testing

@Suite("People of the same name")
struct NamesakeTests {
    private func lobbyState(_ names: [String?]) throws -> LobbyState {
        var lobbyState = LobbyState()
        for (index, name) in names.enumerated() {
            let name = try name.map { name throws(NameFlaw) in try PlayerName(name) }
            let player = Player(id: id(index), name: name, mode: .auto)
            let key = ObjectKey.trappingIfInvalid("key-\(index)")
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

    @Test("The widest names get numbers, too, also beside a name that ends in a digit")
    func widest() throws {
        let name = String(repeating: "w", count: PlayerName.widest)
        let names = try lobbyState([name, name, "ann2", name]).people.map(\.name)
        #expect(Set(names) == [name, "\(name) 2", "\(name) 3", "ann2"])
    }

    @Test("An earlier player keeps name and number: newcomers come last, and no mode changes it")
    func keepsNumbers() throws {
        let shown = ["lin"] + (2...20).map { "lin \($0)" }
        var lobbyState = try lobbyState(Array(repeating: "lin", count: 20))
        #expect((0..<20).map { lobbyState.roster.shownName(of: id($0)) } == shown)
        for mode in [MatchmakingMode.busy, .open] {
            for index in 0..<20 {
                let player = Player(id: id(index), name: try PlayerName("lin"), mode: mode)
                let key = ObjectKey.trappingIfInvalid("key-\(index)")
                _ = lobbyState.fold(
                    .updated(.player, key, player.members, members: nil, .remote), at: .start)
                #expect((0..<20).map { lobbyState.roster.shownName(of: id($0)) } == shown)
            }
        }
        // A player who takes the name again is a newcomer.
        for name in ["lee", "lin"] {
            let player = Player(id: id(0), name: try PlayerName(name), mode: .open)
            let key = ObjectKey.trappingIfInvalid("key-0")
            _ = lobbyState.fold(
                .updated(.player, key, player.members, members: nil, .remote), at: .start)
        }
        #expect(lobbyState.roster.shownName(of: id(0)) == "lin 20")
        #expect(lobbyState.roster.shownName(of: id(1)) == "lin")
    }

    @Test("Watchers do not change a name; of names that look alike all but one get a number")
    func watchers() throws {
        var lobbyState = try lobbyState(["lin"])
        for index in 1...20 {
            let player = Player(id: id(index), name: try PlayerName("lin"), mode: .busy)
            let key = ObjectKey.trappingIfInvalid("key-\(index)")
            _ = lobbyState.fold(.inserted(.player, key, player.members, .remote), at: .start)
            #expect(lobbyState.roster.shownName(of: id(0)) == "lin")
        }
        _ = lobbyState.fold(.deleted(.player, ObjectKey.trappingIfInvalid("key-0")), at: .start)
        let names = (1...20).map { lobbyState.roster.shownName(of: id($0)) }
        #expect(Set(names) == Set(["lin"] + (2...20).map { "lin \($0)" }))

        var alike = try self.lobbyState(["lin", "Iin", "okafor", "\u{43E}kaf\u{43E}r", "ann"])
        let called = alike.people.map(\.name)
        #expect(called.count { $0.hasSuffix(" 2") } == 2 && called.last == "ann")
        _ = alike.fold(.deleted(.player, ObjectKey.trappingIfInvalid("key-1")), at: .start)
        #expect(alike.roster.shownName(of: id(0)) == "lin")
    }
}
