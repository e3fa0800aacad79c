import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("A visit of a lobby with many halls")
struct HallVisitTests {
    /// One server has all halls, or each hall is at another server than the next.
    static let servers = [1, 2]

    /// A lobby with these players: one in the first hall, two in each further one.
    private static func world(at servers: Int, of modes: MatchmakingMode?...) -> LobbyWorld {
        var world = LobbyWorld(seed: 1, halls: HallLimits(size: 2), shards: servers)
        for mode in modes {
            world.add(mode)
            world.run(for: .milliseconds(50))
        }
        return world
    }

    private static func halls(_ world: LobbyWorld) -> [Int?] {
        world.visitors.map { $0.visit?.halls.hall?.rawValue }
    }

    @Test(
        "C80: A program goes to the hall that it is given, and comes back to it after a break",
        arguments: servers)
    func comesBack(servers: Int) throws {
        var world = Self.world(at: servers, of: .open, .auto, .auto)
        world.run(for: .milliseconds(100))
        #expect(Self.halls(world) == [1, 2, 2])
        let key = try #require(world.visitors[1].visit?.match?.key)
        world.cutLine(of: 1)
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 2, 2])
        #expect(world.visitors[1].visit?.match?.key == key)
        // So does the next run of the program, from what this one has kept.
        world.kill(1)
        world.start(1, nil, goingOn: true)
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 2, 2])
        #expect(world.visitors[1].visit?.match?.key == key)
    }

    @Test(
        "C81: A person who waits alone moves to another hall, and both play within 3 s",
        arguments: servers)
    func movesToOpponent(servers: Int) {
        var world = Self.world(at: servers, of: .auto, .auto)
        #expect(Self.halls(world) == [1, 2])
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 1])
        #expect(world.visitors[1].visit?.own?.opponentName == "p0")
        #expect(world.server.objects(in: .player).count == 2)
        let second = HallNumber(rawValue: 2) ?? .first
        #expect(world.server.objects(in: .player, of: second).isEmpty)
        #expect(world.server.refusals == [])

        // People who play, do not wait or have an older program stay.
        var still = Self.world(at: servers, of: .open, .auto, .open)
        still.run(for: .seconds(5))
        #expect(Self.halls(still) == [1, 2, 2])
        #expect(still.visitors[1].visit?.player?.mode == .auto)
    }

    @Test(
        "C81, C88: A Match that comes first is played, and ends the search of its players",
        arguments: servers)
    func matchIsFaster(servers: Int) {
        var world = Self.world(at: servers, of: .auto, .auto)
        world.latency = 50_000...50_000
        // A player enters the hall just as the present one is told to go.
        var isGone = false
        for _ in 0..<400 where !isGone {
            world.run(for: .milliseconds(10))
            isGone = world.visitors[1].visit?.halls.isSeeking == true
        }
        #expect(isGone)
        world.cutLine(of: 0)
        world.add(.auto)
        world.run(for: .seconds(8))
        let pairs = world.visitors.filter { $0.visit?.match != nil }
        #expect(pairs.count == 2)
        #expect(pairs.allSatisfy { $0.visit?.player?.mode == .open })
    }

    @Test("C81: A player whose first step is refused stays in the hall, and still looks there")
    func staysAfterRefusal() throws {
        var world = Self.world(at: 1, of: .auto, .auto)
        world.latency = 20_000...20_000
        world.programWithRefusedModes = 1
        for _ in 0..<600 where world.visitors[1].visit?.halls.isSeeking != true {
            world.run(for: .milliseconds(5))
        }
        try #require(world.visitors[1].visit?.halls.isSeeking == true)
        world.run(for: .milliseconds(200))
        #expect(world.server.refusals.count == 1)
        #expect(world.visitors[1].visit?.halls.isSeeking == false)
        #expect(world.visitors[1].visit?.player?.mode == .auto)
        #expect(Self.halls(world) == [1, 2])
        world.programWithRefusedModes = nil
        // One of the two is offered the other's hall later.
        world.run(for: .seconds(15))
        #expect(world.visitors[1].visit?.own?.opponentName == "p0")
    }

    @Test(
        "C81: A line that breaks on the way is no trouble",
        arguments: servers)
    func breaksOnTheWay(servers: Int) {
        for step in 0..<40 {
            var world = Self.world(at: servers, of: .auto, .auto)
            world.latency = 20_000...20_000
            world.run(for: .milliseconds(900))
            world.run(for: .milliseconds(20 * step))
            world.cutLine(of: 1)
            world.run(for: .seconds(8))
            #expect(world.visitors[1].visit?.own?.opponentName == "p0", "\(step)")
        }
    }

    @Test(
        "C81: A person who enters again on the way does so in the other hall only",
        arguments: servers)
    func entersOnTheWay(servers: Int) throws {
        var world = Self.world(at: servers, of: .auto, .auto)
        world.latency = 20_000...20_000
        // The Player's removal is on its way to the server.
        for _ in 0..<400 where world.visitors[1].visit?.player != nil {
            world.run(for: .milliseconds(5))
        }
        try #require(world.visitors[1].visit?.halls.isSeeking == true)
        world.ask(.enter(try PlayerName("p1"), .open, .terminal), by: 1)
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 1])
        #expect(world.visitors[1].visit?.player?.mode == .open)
        #expect(world.visitors[1].visit?.own == nil, "as asked, not as before")
        #expect(world.hallFaults == [])
    }

    @Test("C81: A person who stops looking is not taken to another hall and paired there")
    func stopsOnTheWay() throws {
        // Until the Player has left the first hall.
        for way in stride(from: 0, through: 180, by: 20) {
            for request in [LobbyRequest.look(.open), .look(.busy), .invite] {
                var world = Self.world(at: 1, of: .auto, .auto)
                world.latency = 50_000...50_000
                for _ in 0..<400 where world.visitors[1].visit?.halls.isSeeking != true {
                    world.run(for: .milliseconds(5))
                }
                try #require(world.visitors[1].visit?.halls.isSeeking == true)
                world.run(for: .milliseconds(way))
                guard world.visitors[1].visit?.player != nil || request != .invite else { continue }
                world.ask(request, by: 1)
                world.run(for: .seconds(5))
                let visitor = try #require(world.visitors[1].visit)
                #expect(visitor.own == nil, "\(request) after \(way) ms")
                switch request {
                case .look(let mode): #expect(visitor.player?.mode == mode, "\(way) ms")
                default: #expect(visitor.player?.code != nil, "\(way) ms")
                }
                #expect(world.hallFaults == [])
            }
        }
    }

    @Test(
        "C81: A person who watches a match on the way leaves no Watcher behind",
        arguments: servers)
    func watchesOnTheWay(servers: Int) throws {
        var world = Self.world(at: servers, of: .open, .auto, .auto)
        world.run(for: .seconds(1))
        world.seek(.toWatch("p2"), by: 0)
        world.run(for: .seconds(1))
        let key = try #require(world.visitors[0].visit?.watching.match)
        world.add(.open)
        world.run(for: .seconds(1))
        try #require(Self.halls(world) == [2, 2, 2, 1])
        world.latency = 20_000...20_000
        world.seek(.opponent(try PlayerName("p3")), by: 0)
        for _ in 0..<400 where world.visitors[0].visit?.player != nil {
            world.run(for: .milliseconds(5))
        }
        world.ask(.watch(.match(key)), by: 0)
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 2, 2, 1])
        let second = HallNumber(rawValue: 2) ?? .first
        #expect(world.server.objects(in: .watcher, of: second).isEmpty)
    }

    @Test(
        "C82: A code names its hall, except the first one, and leads there; no other is taken",
        arguments: servers)
    func codes(servers: Int) throws {
        var world = Self.world(at: servers, of: .open, .open, .open)
        world.ask(.invite, by: 1)
        world.run(for: .milliseconds(50))
        let code = try #require(world.visitors[1].visit?.invitation)
        #expect("\(code)".hasSuffix("-2"))
        world.join(try #require(JoinCodeWithHall("\(code)")), by: 0)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [2, 2, 2])
        #expect(world.visitors[0].visit?.own?.opponentName == "p1")
        #expect(world.visitors[0].visit?.player?.name?.text == "p0")

        var first = Self.world(at: servers, of: .open, .open)
        first.ask(.invite, by: 0)
        first.run(for: .milliseconds(50))
        let plain = try #require(first.visitors[0].visit?.invitation)
        #expect("\(plain)" == first.visitors[0].visit?.player?.code?.text)
        first.join(try #require(JoinCodeWithHall("NONE-2")), by: 1)
        #expect(first.visitors[1].notices.last == .refused(.unknownCode))
        first.join(plain, by: 1)
        first.run(for: .seconds(1))
        #expect(first.visitors[1].visit?.own?.opponentName == "p0")
    }

    @Test(
        "C83: A person is found in any hall, now or when they come",
        arguments: servers)
    func opponents(servers: Int) throws {
        var world = Self.world(at: servers, of: .open, .open)
        world.seek(.opponent(try PlayerName("p0")), by: 1)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [1, 1])
        #expect(world.visitors[1].visit?.otherPlayer(called: "p0") != nil)
        world.seek(.opponent(try PlayerName("p3")), by: 1)
        world.run(for: .seconds(4))
        for _ in 0..<2 {
            world.add(.open)
            world.run(for: .milliseconds(50))
        }
        #expect(Self.halls(world) == [1, 1, 2, 2])
        world.run(for: .seconds(4))
        #expect(Self.halls(world) == [1, 2, 2, 2])
    }

    @Test("C83: A search that waits for a player asks nothing while the program is offline")
    func searchesOffline() throws {
        var world = Self.world(at: 1, of: .open, .open)
        world.seek(.opponent(try PlayerName("p2")), by: 1)
        world.run(for: .seconds(1))
        world.failedDials = 100
        world.cutLine(of: 1)
        for _ in 0..<100 {
            world.run(for: .milliseconds(100))
            let visitor = try #require(world.visitors[1].visit)
            #expect(visitor.nextDeadline.map { $0 > world.now } != false)
        }
        world.failedDials = 0
        world.add(.open)
        world.run(for: .seconds(10))
        #expect(world.visitors[1].visit?.otherPlayer(called: "p2") != nil)
    }

    @Test(
        "C83: Players are found for spectators, too; a player who is in no hall is not found",
        arguments: servers)
    func watching(servers: Int) throws {
        var world = Self.world(at: servers, of: .open, .auto, .auto)
        world.run(for: .seconds(1))
        world.seek(.toWatch("p2"), by: 0)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [2, 2, 2])
        let key = try #require(world.visitors[1].visit?.match?.key)
        #expect(world.visitors[0].visit?.watching.match == key)
        world.add(nil)
        world.run(for: .milliseconds(50))
        world.seek(.toWatch(key.text), by: 3)
        world.run(for: .seconds(1))
        #expect(world.visitors[3].visit?.watching.match == key)
        world.seek(.toWatch("p9"), by: 0)
        world.run(for: .seconds(1))
        #expect(world.visitors[0].notices.last == .refused(.nobodyCalled("p9")))
        #expect(world.visitors[0].visit?.watching.match == key)
    }

    @Test(
        "A spectator who may not see hidden names does not see them in another hall, either",
        arguments: servers)
    func hiddenNames(servers: Int) throws {
        var world = Self.world(at: servers, of: .open, .auto, .auto)
        world.hideNames(from: 0)
        world.ask(.hide(true), by: 2)
        world.run(for: .seconds(1))
        let key = try #require(world.visitors[1].visit?.match?.key)
        world.seek(.toWatch(key.text), by: 0)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [2, 2, 2])
        let roster = world.visitors[0].visit?.lobbyState.roster
        #expect(roster?.shownName(of: PlayerID(rawValue: "p1")) == "p1")
        #expect(roster?.shownName(of: PlayerID(rawValue: "p2")) != "p2")
    }

    @Test("People who meet in a hall at another server are sent there once, and come back to it")
    func redirects() throws {
        var world = Self.world(at: 2, of: .open, .auto, .auto)
        world.run(for: .milliseconds(100))
        let second = try #require(HallNumber(rawValue: 2))
        #expect(world.server.redirects.values.map(\.self) == [second, second])
        let key = try #require(world.visitors[1].visit?.match?.key)
        #expect(world.visitors.allSatisfy { $0.visit?.halls.isSeeking == false })
        world.cutLine(of: 1)
        world.run(for: .seconds(3))
        #expect(world.visitors[1].visit?.match?.key == key)
        #expect(world.server.redirects.count == 2, "the address leads to the hall")
        // The next run of the program dials without it.
        world.kill(1)
        world.start(1, nil, goingOn: true)
        world.run(for: .seconds(3))
        #expect(world.visitors[1].visit?.match?.key == key)
        #expect(world.server.redirects.count == 3)
    }

    @Test(
        "C84: The players of all halls are counted",
        arguments: servers)
    func counts(servers: Int) {
        var world = Self.world(at: servers, of: .open, .auto, .auto, .open)
        world.run(for: .seconds(3))
        for visitor in world.visitors {
            #expect(visitor.visit?.census.here == 4 && visitor.visit?.census.playing == 2)
        }
        for visitor in 1...3 { world.kill(visitor) }
        world.run(for: .seconds(140))
        #expect(world.visitors[0].visit?.census.here == 1)
        #expect(world.visitors[0].visit?.halls.census == nil)
    }

    @Test("A page that ends with the first hall has a next page; one without a later hall has none")
    func readsPages() {
        var list = OtherHallMatchList()
        list.setVisibleRows(5, at: .start)
        let first: JSONObject = ["halls": [:]]
        #expect(list.nextRequest(at: .start) == first)
        let second: JSONObject = ["halls": ["after": "1"]]
        #expect(list.addPage([], nextAfter: .first, besides: nil) == second)
        #expect(!list.isRead)
        #expect(list.addPage([], nextAfter: .first, besides: nil) == nil)
        #expect(list.isRead)
    }
}
