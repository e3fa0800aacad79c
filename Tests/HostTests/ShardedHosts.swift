import Game
import GameHost
import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

/// Two hosts with a shard of the halls each, which exchange their reports as text.
struct ShardedHosts {
    /// A player in a hall of one of the hosts.
    struct Person {
        let client: String
        let host: Int
        let id: ConnectionID
    }

    var hosts: [TestHost]
    /// All reports so far.
    private(set) var reports: [CrossShardHallReport] = []
    /// False while the hosts get no reports.
    var areConnected = true

    /// The home opens halls in the other shard once it has a player.
    init(_ limits: HallLimits = HallLimits(size: 2, spread: 1)) {
        hosts = (0..<2).map { own in
            TestHost {
                $0.game?.halls = limits
                $0.shards = HallSharding(count: 2, own: own)
            }
        }
        hosts[1].home = hosts[0].store
    }

    /// Lets time pass for both.
    mutating func wait(_ milliseconds: Int) {
        let plugin = GamePlugin()
        for _ in 0..<(milliseconds / 50) {
            for index in hosts.indices { hosts[index].wait(.milliseconds(50)) }
            let news = hosts.indices.map { hosts[$0].takeReports() }
            for index in hosts.indices where areConnected {
                let lines = plugin.sharedStoreLines(of: CrossShardReports(news[1 - index]))
                let read = lines.map { (text: $0.text, age: Duration.zero) }
                guard let others = plugin.reports(inSharedStoreLines: read) else { continue }
                hosts[index].handle(.receivedReports(others))
            }
            reports += news.joined()
        }
    }

    static func asking(_ hall: String?, redials: Bool = true) -> String {
        let more = redials ? #","redial""# : ""
        return #","extensions":["away","resume","rules","halls"\#(more)]"#
            + (hall.map { #","hall":"\#($0)""# } ?? "")
    }

    /// Opens a channel on a new connection, and returns what its client receives.
    mutating func dial(
        _ number: Int, at host: Int = 0, hall: String? = nil, redials: Bool = true,
        _ more: String = ""
    ) -> (id: ConnectionID, heard: [String]) {
        let id = hosts[host].connect(app: "tictactoe")
        let heard = hosts[host].open(
            "Player", as: hallClient(number), token: LobbyCredentials.token, channel: 0,
            asking: Self.asking(hall, redials: redials) + more, on: id)
        return (id, heard)
    }

    /// Lets a player in, at the host that has their hall.
    mutating func enter(_ number: Int, mode: String = "auto", redials: Bool = true) -> Person {
        var (host, hall): (Int, String?) = (0, nil)
        var (id, heard) = dial(number, redials: redials)
        while let other = Self.redirect(in: heard) {
            hosts[host].handle(.closed(id, .goodbye))
            (host, hall) = (((Int(other) ?? 1) - 1) % 2, other)
            (id, heard) = dial(number, at: host, hall: hall)
        }
        let client = hallClient(number)
        hosts[host].open(
            "Match", as: client, token: LobbyCredentials.token, channel: 1,
            asking: Self.asking(hall, redials: redials), on: id)
        let player = hallPlayer(number, name: "p\(number)", mode: mode)
        hosts[host].expectPut(nil, client, player, channel: 0, by: id)
        _ = hosts[host].heard(by: id)
        return Person(client: client, host: host, id: id)
    }

    /// Returns the hall in a refusal that sends a client to another server.
    static func redirect(in heard: [String]) -> String? {
        guard heard.count == 1, heard[0].hasSuffix(#"","code":4002}"#) else { return nil }
        return heard[0].split(separator: "\"", omittingEmptySubsequences: false)[3].description
    }

    mutating func ask(_ question: String, by person: Person) -> [String] {
        hosts[person.host].say("0:o:\(question)", by: person.id)
    }

    /// Returns the messages about halls that a player has received.
    mutating func told(_ person: Person, _ what: String) -> [String] {
        hosts[person.host].heard(by: person.id).filter { $0.hasPrefix(#"1:o:{"\#(what)""#) }
    }
}

/// Returns the id of the client with this number, in the tests of halls.
func hallClient(_ number: Int) -> String { String("c000000000000000\(number)".suffix(15)) }

/// Returns the Player of the client with this number.
func hallPlayer(_ number: Int, name: String, mode: String = "auto") -> JSONObject {
    ["playerID": JSON(hallClient(number)), "name": JSON(name), "mode": JSON(mode), "rules": 2]
}
