import Lobby
import SimperiumJSON
import SimperiumWire
import Simulation
import Testing

@Suite("Matches with many spectators")
struct WatcherGuardTests {
    @Test("S214 The fifty-first Watcher is refused, and one for many, but a door's is not")
    func crowd() {
        var cheats = Cheats()
        let watcher: JSONObject = ["matchID": "m"]
        for number in 1...50 {
            let id = cheats.join("w\(number)")
            #expect(cheats.put("w\(number)", watcher, in: .watcher, by: id) == nil)
        }
        let late = cheats.join("late")
        #expect(cheats.put("late", watcher, in: .watcher, by: late) == "400 crowded")
        #expect(cheats.put("late", ["matchID": "n"], in: .watcher, by: late) == nil)
        #expect(cheats.put("late", watcher, in: .watcher, by: late) == "400 crowded")
        let many: JSONObject = ["matchID": "n", "count": 2]
        #expect(cheats.put("late", many, in: .watcher, by: late) == "400 noDoor")

        let door = cheats.join("door", token: LobbyServer.doorToken)
        #expect(cheats.put("d1", watcher, in: .watcher, by: door) == nil)
        let crowd: JSONObject = ["matchID": "m", "count": 400]
        #expect(cheats.put("d2", crowd, in: .watcher, by: door) == nil)
    }
}
