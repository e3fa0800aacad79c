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

@Suite("Messages about other halls")
struct OtherHallTests {
    /// A player in one of the halls.
    private struct Person {
        let client: String
        let id: ConnectionID
    }

    /// Returns a host with two players to a hall. The first hall accepts one of the clients that
    /// support halls.
    private static func host() -> TestHost {
        TestHost { $0.game?.halls = HallLimits(size: 2) }
    }

    private static func enter(
        _ number: Int, mode: String = "auto", in host: inout TestHost
    ) -> Person {
        let id = host.connect(app: "tictactoe")
        let client = hallClient(number)
        for (channel, bucket) in ["Player", "Match"].enumerated() {
            host.open(
                bucket, as: client, token: LobbyCredentials.token, channel: channel,
                asking: #","extensions":["away","resume","rules","halls"]"#, on: id)
        }
        let player = hallPlayer(number, name: "p\(number)", mode: mode)
        host.expectPut(nil, client, player, channel: 0, by: id)
        _ = host.heard(by: id)
        return Person(client: client, id: id)
    }

    /// Returns the messages about halls that a player receives within that time.
    private static func told(
        _ person: Person, within time: Duration, _ what: String, by host: inout TestHost
    ) -> [String] {
        host.wait(time)
        return host.heard(by: person.id).filter { $0.hasPrefix(#"1:o:{"\#(what)""#) }
    }

    private static func seat(
        _ one: Person, _ other: Person, as key: String, in host: inout TestHost
    ) {
        let record = MatchRecord(
            circle: PlayerID(rawValue: one.client), cross: PlayerID(rawValue: other.client))
        host.expectPut(nil, key, record.members, channel: 1, by: one.id)
    }

    @Test("S147, S192: The live matches of all halls come in pages, and over HTTP alike")
    func pages() {
        var host = Self.host()
        let first = Self.enter(0, mode: "busy", in: &host)
        var people: [Person] = []
        for number in 1...50 { people.append(Self.enter(number, in: &host)) }
        for pair in 0..<25 {
            Self.seat(people[pair * 2], people[pair * 2 + 1], as: "m\(pair)", in: &host)
        }
        _ = host.heard(by: first.id)
        let page = host.say(#"0:o:{"halls":{}}"#, by: first.id)
        #expect(page.count == 1)
        let start = #"""
            0:o:{"counts":{"here":51,"free":0,"playing":50,"watching":0,"away":0,"matches":25,\#
            "halls":26},"halls":[{"hall":"2","here":2,"matches":[{"key":"m0","names":["p1","p2"],\#
            "score":[0,0,0],"moves":0,"matrix":[0,0,0,0,0,0,0,0,0]}]},{"hall":"3",
            """#
        #expect(page[0].hasPrefix(start))
        #expect(page[0].hasSuffix(#"],"after":"21"}"#))
        let last = host.say(#"0:o:{"halls":{"after":"21"}}"#, by: first.id)[0]
        #expect(last.contains(#""halls":[{"hall":"22","#) && !last.contains("after"))

        let answer = host.game(.get, "halls", token: LobbyCredentials.token)
        #expect(answer.status == 200 && "0:o:\(answer.body)" == page[0])
        #expect(
            host.game(.get, "halls?name=p3", token: LobbyCredentials.token).body.contains(#""3""#))
        #expect(
            host.game(.get, "halls?match=m9", token: LobbyCredentials.token).body
                == #"{"found":{"match":"m9","hall":"11","key":"m9"}}"#)
        host.expectGame(401, .get, "halls")
        host.expectGame(405, .post, "halls", token: LobbyCredentials.token)
    }

    @Test("S148: Each client receives the number of players in all halls, at most once a second")
    func counts() {
        var host = Self.host()
        let one = Self.enter(1, in: &host)
        host.wait(.seconds(5))
        #expect(host.heard(by: one.id).isEmpty)

        host = Self.host()
        let first = Self.enter(1, mode: "busy", in: &host)
        let two = Self.enter(2, mode: "busy", in: &host)
        let told = Self.told(first, within: .seconds(1), "counts", by: &host)
        #expect(
            told == [
                #"1:o:{"counts":{"here":2,"free":0,"playing":0,"watching":0,"away":0,"#
                    + #""matches":0,"halls":2}}"#
            ])
        #expect(Self.told(first, within: .seconds(3), "counts", by: &host).isEmpty)
        _ = host.heard(by: two.id)
        // A new client receives the numbers, even if they have not changed for the others.
        let three = Self.enter(3, mode: "busy", in: &host)
        #expect(Self.told(three, within: .seconds(2), "counts", by: &host).count == 1)
        #expect(Self.told(first, within: .zero, "counts", by: &host).count == 1)
        for person in [two, three] { host.handle(.closed(person.id, .goodbye)) }
        _ = host.heard(by: first.id)
        let last = Self.told(first, within: .seconds(70), "counts", by: &host)
        #expect(last.last?.hasSuffix(#""halls":1}}"#) == true)
        #expect(Self.told(first, within: .seconds(70), "counts", by: &host).isEmpty)
    }

    @Test("S149: A client that waits alone is offered a hall with another waiting client")
    func offers() {
        var host = Self.host()
        let one = Self.enter(1, in: &host)
        let two = Self.enter(2, in: &host)
        #expect(Self.told(two, within: .milliseconds(999), "offer", by: &host).isEmpty)
        #expect(
            Self.told(two, within: .milliseconds(501), "offer", by: &host)
                == [#"1:o:{"offer":{"hall":"1"}}"#])
        #expect(Self.told(one, within: .milliseconds(200), "offer", by: &host).isEmpty)
        // It accepts the offer, though others have filled the hall meanwhile.
        for channel in 0...1 { _ = host.say(#"\#(channel):o:{"leave":true}"#, by: two.id) }
        for channel in 2...3 {
            let heard = host.open(
                "Match", as: two.client, token: LobbyCredentials.token, channel: channel,
                asking: #","extensions":["halls"],"hall":"1""#, on: two.id)
            #expect(heard[1] == #"\#(channel):o:{"hall":"1"}"#)
        }

        // A client that does not wait, or does not support halls, gets no offer.
        host = Self.host()
        let open = Self.enter(1, mode: "open", in: &host)
        let lone = Self.enter(2, in: &host)
        #expect(Self.told(lone, within: .seconds(5), "offer", by: &host).isEmpty)
        let plain = host.connect(app: "tictactoe")
        host.open("Player", as: "plain", token: LobbyCredentials.token, channel: 0, on: plain)
        host.expectPut(nil, "p", ["playerID": "plain", "mode": "auto"], channel: 0, by: plain)
        #expect(Self.told(lone, within: .seconds(3), "offer", by: &host).count == 1)
        #expect(!host.heard(by: plain).contains { $0.contains("offer") })
        #expect(Self.told(open, within: .zero, "offer", by: &host).isEmpty)
    }

    @Test("S150: A hall's changes are sent and validated in the hall, and counted for all")
    func apart() {
        var host = Self.host()
        let one = Self.enter(1, mode: "busy", in: &host)
        let (two, three) = (Self.enter(2, in: &host), Self.enter(3, in: &host))
        _ = host.heard(by: one.id)
        Self.seat(two, three, as: "m", in: &host)
        #expect(host.heard(by: three.id).contains { $0.hasPrefix("1:c:") })
        #expect(!host.heard(by: one.id).contains { $0.contains(":c:") })
        let foul = MatchRecord(
            circle: PlayerID(rawValue: one.client), cross: PlayerID(rawValue: two.client))
        host.expectPut(400, "n", foul.members, channel: 1, by: one.id)
        #expect(host.metric("lobby_people") == 3 && host.metric("lobby_matches") == 1)
        #expect(host.metric(#"hall_people{hall="1"}"#) == 1)
        #expect(host.metric(#"hall_people{hall="2"}"#) == 2)
        #expect(host.metric(#"hall_matches{hall="2"}"#) == 1)
    }
}

extension TestHost {
    /// Returns a figure of the operator's metrics.
    mutating func metric(_ name: String) -> Int? {
        ask(.get, "/metrics").body.split(separator: "\n")
            .first { $0.hasPrefix("tictactoe_\(name) ") }?.split(separator: " ").last
            .flatMap { Int($0) }
    }
}
