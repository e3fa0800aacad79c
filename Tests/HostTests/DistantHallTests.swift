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

@Suite("Halls at several servers")
struct DistantHallTests {
    @Test("S315 A client whose hall is at another server is denied with 4002 and the hall's number")
    func redirects() {
        var servers = ShardedHosts()
        #expect(servers.dial(1).heard.first == "0:auth:lobby")
        let (id, heard) = servers.dial(2)
        #expect(heard == [#"0:auth:{"msg":"2","code":4002}"#])
        // All channels of a connection get the same answer.
        servers.hosts[0].handle(.closed(servers.dial(3).id, .goodbye))
        let more = servers.hosts[0].open(
            "Match", as: hallClient(2), token: LobbyCredentials.token, channel: 1,
            asking: ShardedHosts.asking(nil), on: id)
        #expect(more == [#"1:auth:{"msg":"2","code":4002}"#])
        let there = servers.dial(2, at: 1, hall: "2").heard
        #expect(there.prefix(2) == ["0:auth:lobby", #"0:o:{"hall":"2"}"#])
        // Two were sent to the hall. A client that does not dial again is in another one.
        #expect(ShardedHosts.redirect(in: servers.dial(4).heard) == "4")
        #expect(servers.dial(5, redials: false).heard.prefix(2).last == #"0:o:{"hall":"3"}"#)
    }

    @Test("A server without the hall sends a returning client to the home, and others to theirs")
    func sentBack() {
        var servers = ShardedHosts(HallLimits(size: 4, spread: 1))
        let back = #","resume":"secret","seat":1"#
        // The home may have sent it to the closed hall. But one person waits in a hall elsewhere.
        #expect(
            servers.dial(1, at: 1, hall: "8", back).heard.prefix(2).last == #"0:o:{"hall":"8"}"#)
        servers = ShardedHosts(HallLimits(size: 4, spread: 1))
        _ = servers.enter(9, mode: "busy")
        servers.wait(1_500)
        #expect(ShardedHosts.redirect(in: servers.dial(1, at: 1, hall: "8", back).heard) == "")
        #expect(ShardedHosts.redirect(in: servers.dial(2, at: 1, hall: "7", back).heard) == "7")
        #expect(ShardedHosts.redirect(in: servers.dial(3, at: 1, hall: "1").heard) == "1")
        // The home knows of no such hall.
        #expect(servers.dial(4, hall: "8").heard.prefix(2).last == #"0:o:{"hall":"1"}"#)
        // A client without a hall that comes here is let in.
        #expect(servers.dial(5, at: 1).heard.prefix(2).last == #"0:o:{"hall":"2"}"#)
    }

    @Test("S316 A change is reported within a second, a closed hall once, and any hall every 3 s")
    func reports() {
        var servers = ShardedHosts(HallLimits(size: 2, closing: .seconds(4), spread: 1))
        let one = servers.enter(1, mode: "busy")
        servers.wait(10_000)
        let quiet = servers.reports
        #expect(quiet.allSatisfy { $0.hall == .first })
        #expect((3...6).contains(quiet.count) && quiet.last?.people == 1)
        #expect(quiet.count { $0.searchIndex != nil } >= 3)

        let two = servers.enter(2, mode: "busy")
        #expect(two.host == 1)
        servers.wait(1_000)
        #expect(servers.reports.last { $0.hall != .first }?.people == 1)
        servers.wait(1_500)
        #expect(servers.told(one, "counts").last?.contains(#""here":2"#) == true)
        #expect(servers.told(two, "counts").last?.contains(#""halls":2"#) == true)
        servers.hosts[1].handle(.closed(two.id, .goodbye))
        servers.wait(8_000)
        #expect(servers.reports.count(where: \.isClosed) == 1)
        #expect(servers.told(one, "counts").last?.contains(#""halls":1"#) == true)

        var alone = TestHost { $0.game?.halls = HallLimits(size: 2) }
        _ = alone.connect(app: "tictactoe")
        alone.wait(.seconds(10))
        #expect(alone.takeReports().isEmpty)
    }

    @Test("People and matches at other servers are found and listed, for clients that get there")
    func found() {
        var servers = ShardedHosts()
        let one = servers.enter(1, mode: "busy")
        let (two, three) = (servers.enter(2), servers.enter(3))
        let plain = servers.enter(4, mode: "busy", redials: false)
        #expect([two.host, three.host, plain.host] == [1, 1, 0])
        let record = MatchRecord(
            circle: PlayerID(rawValue: two.client), cross: PlayerID(rawValue: three.client))
        servers.hosts[1].expectPut(nil, "m", record.members, channel: 1, by: two.id)
        servers.wait(4_000)
        for person in [one, two, plain] { _ = servers.hosts[person.host].heard(by: person.id) }

        let found = #"0:o:{"found":{"name":"P3","hall":"2","key":"\#(three.client)"}}"#
        #expect(servers.ask(#"{"find":{"name":"P3"}}"#, by: one) == [found])
        #expect(
            servers.ask(#"{"find":{"match":"m"}}"#, by: one)
                == [#"0:o:{"found":{"match":"m","hall":"2","key":"m"}}"#])
        #expect(
            servers.ask(#"{"find":{"user":"u"}}"#, by: one) == [#"0:o:{"none":{"user":"u"}}"#])
        #expect(
            servers.ask(#"{"find":{"name":"P3"}}"#, by: plain)
                == [#"0:o:{"none":{"name":"P3"}}"#])
        let page = #"""
            "halls":[{"hall":"2","here":2,"matches":[{"key":"m","names":["p2","p3"],\#
            "score":[0,0,0],"moves":0,"matrix":[0,0,0,0,0,0,0,0,0]}]}]}
            """#
        #expect(servers.ask(#"{"halls":{}}"#, by: one).first?.hasSuffix(page) == true)
        #expect(
            servers.ask(#"{"halls":{}}"#, by: plain).first?.hasSuffix(#""halls":[]}"#) == true)
        #expect(
            servers.ask(#"{"find":{"name":"p1"}}"#, by: two)
                == [#"0:o:{"found":{"name":"p1","hall":"1","key":"\#(one.client)"}}"#])
        // Without reports they are forgotten.
        servers.areConnected = false
        servers.wait(11_000)
        _ = servers.hosts[0].heard(by: one.id)
        #expect(servers.ask(#"{"find":{"match":"m"}}"#, by: one).first?.contains("none") == true)
        #expect(servers.ask(#"{"halls":{}}"#, by: one).first?.contains(#""halls":[]"#) == true)
    }

    @Test("Of two who wait at different servers, the one in the higher hall is offered the other")
    func offers() {
        var servers = ShardedHosts()
        let (one, two) = (servers.enter(1), servers.enter(2))
        servers.wait(3_000)
        #expect(servers.told(two, "offer") == [#"1:o:{"offer":{"hall":"1"}}"#])
        #expect(servers.told(one, "offer").isEmpty)
        for channel in 0...1 {
            _ = servers.hosts[1].say(#"\#(channel):o:{"leave":true}"#, by: two.id)
        }
        let heard = servers.hosts[1].open(
            "Player", as: two.client, token: LobbyCredentials.token, channel: 2,
            asking: ShardedHosts.asking("1"), on: two.id)
        #expect(heard == [#"2:auth:{"msg":"1","code":4002}"#])
        servers.hosts[1].handle(.closed(two.id, .goodbye))
        #expect(servers.dial(2, hall: "1").heard.prefix(2).last == #"0:o:{"hall":"1"}"#)

        // A client that does not dial again stays, and the other one comes.
        servers = ShardedHosts(HallLimits(size: 2, spread: 2))
        _ = servers.enter(3, mode: "busy")
        let plain = servers.enter(4, redials: false)
        let other = servers.enter(5, mode: "busy")
        #expect(plain.host == 0 && other.host == 0)
        let far = servers.enter(6)
        #expect(far.host == 1)
        servers.wait(3_000)
        #expect(servers.told(far, "offer") == [#"1:o:{"offer":{"hall":"3"}}"#])
        #expect(servers.told(plain, "offer").isEmpty)
    }
}
