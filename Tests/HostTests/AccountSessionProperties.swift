import GameHost
import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import TestSupport
import Testing

/// Several devices of one account that take one session from each other.
@Suite("Properties of an account's session")
struct AccountSessionProperties {
    private static let client = "0123456789abcde"
    private static let key: ObjectKey = named(client)

    /// Returns the name of the stored Player.
    private static func name(in host: TestHost) -> String? {
        let id = GameBuckets.log.bucket(named("Player"))
        guard case .entity(let entity, _) = host.store.answer(.entity(key, in: id)),
            let bytes = entity.object
        else { return nil }
        return (try? JSON(parsing: bytes))?.object?["mode"]?.string
    }

    @Test("P27: Never do two devices have it: only the writes of the last to take it are accepted")
    func oneHolder() {
        for seed in Seeds.first(20) { takeTurns(seed) }
    }

    private func takeTurns(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var host = TestHost()
        let (token, user) = host.enrol("kim")
        var object: JSONObject = ["playerID": JSON(Self.client), "mode": "auto", "name": "kim"]
        object["user"] = JSON(user)
        var lines: [ConnectionID] = []
        var holder: ConnectionID?
        for turn in 0..<40 {
            if holder == nil || random.chance(1, in: 4) {
                let id = host.connect(app: "tictactoe")
                host.open("profile", as: "d\(turn)", token: token, channel: 1, on: id)
                let takes = holder == nil ? "}" : #","take":true}"#
                _ = host.say(Self.initialize + takes, by: id)
                if holder == nil {
                    host.expectPut(nil, Self.client, object, channel: 0, by: id)
                }
                holder = id
                lines.append(id)
            }
            guard let line = random.pick(lines) else { continue }
            let before = Self.name(in: host)
            object["mode"] = before == "busy" ? "open" : "busy"
            _ = host.put(Self.client, object, channel: 0, by: line)
            let isWritten = Self.name(in: host) != before
            #expect(isWritten == (line == holder), "seed \(seed), turn \(turn)")
            #expect((host.endings[line] == nil) == (line == holder))
        }
    }

    private static let initialize = """
        0:init:{"clientid":"\(client)","api":"1.1","token":"\(LobbyCredentials.token)",\
        "app_id":"tictactoe","name":"Player","extensions":["resume","rules"]
        """
}
