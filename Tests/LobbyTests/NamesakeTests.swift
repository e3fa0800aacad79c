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

    @Test(
        "Each of a crowd is told apart, by as few digits as that takes",
        arguments: ["lin", nil])
    func crowd(name: String?) throws {
        let lobbyState = try lobbyState(Array(repeating: name, count: 500))
        let names = lobbyState.people.map(\.name)
        let called = "\(name ?? "guest")#"
        let tags = names.map { $0.dropFirst(called.count) }
        #expect(Set(names).count == 500)
        #expect(names.allSatisfy { $0.hasPrefix(called) })
        #expect(tags.contains { $0.count > 2 })
        for (index, tag) in tags.enumerated() {
            let isNeeded = tags.enumerated().contains {
                $0.offset != index && $0.element.hasPrefix(tag.dropLast())
            }
            #expect(tag.count == 2 || isNeeded)
        }
    }

    @Test("Who is called guest can't be taken for one of those without a name")
    func guests() throws {
        let lobbyState = try lobbyState(["guest"] + Array(repeating: nil, count: 300))
        #expect(Set(lobbyState.people.map(\.name)).count == 301)
        #expect(try self.lobbyState([nil]).people[0].name.count == "guest#ab".count)
        #expect(try self.lobbyState(["guest"]).people[0].name == "guest")
    }

    @Test("Whoever looks the same has a tag, too, and nobody has one who is alone")
    func lookAlikes() throws {
        var lobbyState = try lobbyState(["lin", "Iin", "okafor", "\u{43E}kaf\u{43E}r", "ann"])
        #expect(lobbyState.people.map { $0.name.contains("#") } == [true, true, true, true, false])
        _ = lobbyState.fold(.deleted(.player, LobbyKey(rawValue: "key-1")), at: .start)
        #expect(lobbyState.roster.name(of: id(0)) == "lin")
    }
}
