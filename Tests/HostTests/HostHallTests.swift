import GameHost
import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("A lobby of many halls")
struct HostHallTests {
    /// Returns a host with four players to a hall. The first hall accepts two of the clients that
    /// support halls.
    private static func host(
        strangers: Int = 200, store: MemoryStore = MemoryStore()
    ) -> TestHost {
        TestHost(store: store) { $0.game?.halls = HallLimits(size: 4, strangers: strangers) }
    }

    private static func asking(_ more: String = "") -> String {
        #","extensions":["away","resume","rules","halls"]\#(more)"#
    }

    /// Connects a client that supports halls, and returns its hall.
    private static func come(
        _ number: Int, to host: inout TestHost, _ more: String = ""
    ) -> (id: ConnectionID, hall: Int?) {
        let id = host.connect(app: "tictactoe")
        let heard = host.open(
            "Player", as: hallClient(number), token: LobbyCredentials.token, channel: 0,
            asking: asking(more), on: id)
        return (id, hall(in: heard))
    }

    /// Returns the hall that follows `auth`; nil if there is none.
    private static func hall(in heard: [String]) -> Int? {
        guard heard.count > 1, heard[0].hasSuffix(":auth:lobby") else { return nil }
        let parts = heard[1].split(separator: "\"")
        return parts.count == 5 && parts[1] == "hall" ? Int(parts[3]) : nil
    }

    /// Connects Lin, as the client with this number, and puts Lin's Player.
    private static func enterLin(_ number: Int, in host: inout TestHost) -> ConnectionID {
        let (id, _) = come(number, to: &host)
        host.open(
            "Match", as: hallClient(number), token: LobbyCredentials.token, channel: 1,
            asking: asking(), on: id)
        host.expectPut(
            nil, hallClient(number), hallPlayer(number, name: "lin"), channel: 0, by: id)
        return id
    }

    @Test("S140: Only a client that supports halls is sent its hall: the fullest one with room")
    func told() {
        var host = Self.host()
        let id = host.connect(app: "tictactoe")
        let heard = host.open(
            "Player", as: hallClient(1), token: LobbyCredentials.token, channel: 0,
            asking: Self.asking(), on: id)
        #expect(heard.prefix(3) == ["0:auth:lobby", #"0:o:{"hall":"1"}"#, #"0:o:{"rules":3}"#])

        host = Self.host()
        let fives = (1...5).map { Self.come($0, to: &host).hall }
        #expect(fives == [1, 1, 2, 2, 2])
        let plain = host.connect(app: "tictactoe")
        let untold = host.open(
            "Player", as: "plain", token: LobbyCredentials.token, channel: 0, on: plain)
        #expect(untold == ["0:auth:lobby", "0:c:[]"])
        host.expectPut(nil, "p", ["playerID": "plain"], channel: 0, by: plain)
        #expect(host.heard(by: plain).isEmpty)
        // The first hall's clients receive it, and no others.
        let first = host.open(
            "Player", as: "other", token: LobbyCredentials.token, channel: 0,
            on: host.connect(app: "tictactoe"))
        #expect(first.last?.contains("plain") == true)

        host = Self.host()
        #expect(
            (1...11).map { Self.come($0, to: &host).hall } == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4])
    }

    @Test("S141: All channels of a connection are in one hall; another one is refused with 500")
    func oneHall() {
        var host = Self.host()
        for number in 1...4 { _ = Self.come(number, to: &host) }
        let (id, hall) = Self.come(5, to: &host)
        #expect(hall == 2)
        func open(_ channel: Int, _ hall: String) -> [String] {
            host.open(
                "Match", as: hallClient(5), token: LobbyCredentials.token, channel: channel,
                asking: Self.asking(#","hall":"\#(hall)""#), on: id)
        }
        let refused = open(1, "1")
        #expect(refused.count == 1 && refused[0].hasSuffix(#""code":500}"#))
        #expect(Self.hall(in: open(1, "2")) == 2)
        #expect(Self.hall(in: open(2, "no hall")) == 2)
        // After the client has left all of them, it may begin in another hall.
        for channel in 0...2 { _ = host.say(#"\#(channel):o:{"leave":true}"#, by: id) }
        #expect(Self.hall(in: open(3, "1")) == 1)

        // The same if a full hall was named.
        host = Self.host()
        _ = (1...3).map { Self.come($0, to: &host) }
        let (late, second) = Self.come(4, to: &host, #","hall":"7""#)
        #expect(second == 2)
        let more = host.open(
            "Match", as: hallClient(4), token: LobbyCredentials.token, channel: 1,
            asking: Self.asking(#","hall":"7""#), on: late)
        #expect(Self.hall(in: more) == 2)

        // Once there is room in a full hall that was named, the client may enter it.
        host = Self.host()
        let all = (1...7).map { Self.come($0, to: &host, $0 == 7 ? #","hall":"2""# : "") }
        let (again, third) = Self.come(8, to: &host, #","hall":"2""#)
        #expect(all.map(\.hall) == [1, 1, 2, 2, 2, 2, 2] && third == 3)
        host.handle(.closed(all[6].id, .goodbye))
        _ = host.say(#"0:o:{"leave":true}"#, by: again)
        let found = host.open(
            "Match", as: hallClient(8), token: LobbyCredentials.token, channel: 1,
            asking: Self.asking(#","hall":"2""#), on: again)
        #expect(Self.hall(in: found) == 2)
    }

    @Test("S142: A client that names a hall may exceed its size, and a spectator far more")
    func named() {
        var host = Self.host()
        for number in 1...6 { _ = Self.come(number, to: &host) }
        #expect(Self.come(7, to: &host, #","hall":"2""#).hall == 2)
        // Beyond that, or for an invalid name, any other hall is chosen.
        #expect(Self.come(8, to: &host, #","hall":"2""#).hall == 3)
        #expect(Self.come(9, to: &host, #","hall":"02""#).hall == 3)
        #expect(Self.come(10, to: &host, #","hall":2"#).hall == 3)
        #expect(Self.come(11, to: &host, #","hall":"2","watch":true"#).hall == 2)
    }

    @Test("S143: A returning client has its session in its own hall, also after a restart")
    func back() throws {
        var host = Self.host()
        for number in 1...6 { _ = Self.come(number, to: &host) }
        let id = Self.enterLin(7, in: &host)
        let secret = try #require(host.secrets.last)
        #expect(Self.come(8, to: &host).hall == 3)
        host.handle(.closed(id, .broken))
        let back = #","hall":"3","resume":"\#(secret)","seat":1"#
        let returned = Self.come(7, to: &host, back)
        #expect(returned.hall == 3 && host.secrets.last == secret)

        var next = Self.host(store: host.store)
        // A client that presents the secret need not name the hall.
        let (_, hall) = Self.come(7, to: &next, #","resume":"\#(secret)","seat":1"#)
        #expect(hall == 3 && next.secrets.last == secret)
    }

    @Test("S144: A limited number of old programs is let in; for others the lobby is full")
    func strangers() {
        var host = Self.host(strangers: 2)
        func come() -> (id: ConnectionID, heard: [String]) {
            let id = host.connect(app: "tictactoe")
            let heard = host.open(
                "Player", as: "plain", token: LobbyCredentials.token, channel: 0, on: id)
            return (id, heard)
        }
        let first = come()
        #expect(come().heard.first == "0:auth:lobby")
        #expect(come().heard == [#"0:auth:{"msg":"The lobby is full","code":500}"#])
        #expect(Self.come(1, to: &host).hall == 1)
        host.handle(.closed(first.id, .goodbye))
        #expect(come().heard.first == "0:auth:lobby")
        // The door acts for many guests.
        var other = TestHost {
            $0.game?.halls = HallLimits(size: 4, strangers: 0)
            $0.game?.doorToken = Token(TestHost.doorToken)
        }
        let door = other.open(
            "Player", as: "door", token: TestHost.doorToken, channel: 0,
            on: other.connect(app: "tictactoe"))
        #expect(door.first == "0:auth:lobby")
    }

    @Test("S145: An empty hall is closed after a while, unless a player of it is away")
    func closed() {
        var host = Self.host()
        let all = (1...7).map { Self.come($0, to: &host) }
        #expect(all.last?.hall == 3)
        for (id, hall) in all where hall == 2 { host.handle(.closed(id, .goodbye)) }
        host.wait(.seconds(64))
        #expect(Self.come(8, to: &host, #","hall":"2""#).hall == 2)
        for number in 9...20 { _ = Self.come(number, to: &host) }
        #expect(Self.come(21, to: &host).hall == 5)

        // No client opens a closed hall by naming it.
        host = Self.host()
        let halls = (1...6).map { Self.come($0, to: &host) }
        let lin = Self.enterLin(7, in: &host)
        host.handle(.closed(lin, .broken))
        for (id, hall) in halls where hall == 2 { host.handle(.closed(id, .goodbye)) }
        host.wait(.seconds(59))
        #expect(host.metric(#"lobby_halls"#) == 3)
        host.wait(.seconds(10))
        #expect(host.metric(#"lobby_halls"#) == 1)
        #expect(Self.come(8, to: &host, #","hall":"3""#).hall == 2)
    }

    @Test("S145: Thousands of clients that ask for a hall and leave keep no places")
    func passingBy() {
        var host = Self.host()
        for number in 0..<2_000 {
            let (id, hall) = Self.come(number, to: &host, #","hall":"\#(number % 50)""#)
            #expect(hall == 1)
            host.handle(.closed(id, number.isMultiple(of: 2) ? .goodbye : .broken))
        }
        host.wait(.seconds(70))
        #expect(host.metric("lobby_halls") == 1)
        #expect(Self.come(1, to: &host).hall == 1)
        #expect(Self.come(2, to: &host).hall == 1)
        #expect(Self.come(3, to: &host).hall == 2)
    }

    @Test("S146: A user is found in any hall, by name or account, and a match by its key")
    func find() {
        var host = Self.host()
        for number in 1...2 { _ = Self.come(number, to: &host) }
        _ = Self.enterLin(3, in: &host)
        let (id, _) = Self.come(4, to: &host, #","hall":"1""#)
        func ask(_ question: String) -> [String] { host.say("0:o:\(question)", by: id) }
        #expect(
            ask(#"{"find":{"name":"LIN"}}"#)
                == [#"0:o:{"found":{"name":"LIN","hall":"2","key":"\#(hallClient(3))"}}"#])
        #expect(ask(#"{"find":{"name":"okafor"}}"#) == [#"0:o:{"none":{"name":"okafor"}}"#])
        #expect(ask(#"{"find":{"match":"m1"}}"#) == [#"0:o:{"none":{"match":"m1"}}"#])
        #expect(ask(#"{"find":{"user":"u1"}}"#) == [#"0:o:{"none":{"user":"u1"}}"#])
        #expect(ask(#"{"find":"lin"}"#).isEmpty)

        // A client without halls gets no answer, and a hidden player is not found.
        host = Self.host()
        let lin = Self.enterLin(1, in: &host)
        let plain = host.connect(app: "tictactoe")
        host.open("Player", as: "plain", token: LobbyCredentials.token, channel: 0, on: plain)
        #expect(host.say(#"0:o:{"find":{"name":"lin"}}"#, by: plain).isEmpty)
        let (_, hall) = Self.come(2, to: &host)
        #expect(hall == 1)
        var hidden = hallPlayer(1, name: "lin")
        hidden["hidden"] = true
        host.expectPut(nil, hallClient(1), hidden, channel: 0, by: lin)
        _ = host.heard(by: lin)
        #expect(
            host.say(#"0:o:{"find":{"name":"lin"}}"#, by: lin)
                == [#"0:o:{"none":{"name":"lin"}}"#])
    }
}
