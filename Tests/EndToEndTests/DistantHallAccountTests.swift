import Glibc
import TestKit
import TestSupport
import Testing

extension Cluster {
    /// Starts servers that have equal parts of the shards at once: they inherit them from a server
    /// that leaves, because transfers would begin after ten seconds. The last server has the
    /// accounts.
    ///
    /// The first hall is for two people. The next ones are at the server that a client came
    /// through.
    fileprivate func serveInParts(_ count: Int) throws -> [ServedProgram] {
        let words = ["--hall-size", "4", "--spread", "2"]
        let first = try serve(words)
        let servers = try (0..<count).map { _ in try serve(words) }
        try eventually { try first.curl("/metrics").contains("tictactoe_node_others \(count)\n") }
        #expect(first.stop() == 0)
        let part = 16 / count
        for server in servers {
            try eventually {
                let page = try server.curl("/metrics")
                return [part, part + 1].contains { page.contains("tictactoe_node_shards \($0)\n") }
            }
        }
        return servers
    }
}

/// Two servers on one Redis, each with half of the shards. `one` has the accounts and the halls
/// with odd numbers, `other` those with even numbers.
private struct TwoHalves {
    // Declared in the order of their ends.
    let one: ServedProgram
    let other: ServedProgram
    private let cluster: Cluster

    init() throws {
        cluster = try Cluster()
        let servers = try cluster.serveInParts(2)
        (other, one) = (servers[0], servers[1])
    }
}

/// A failure means that people who are sent to another server's hall lose something that they have
/// in the first one: their account, their results, or each other.
@Suite("Halls at another server than the accounts", .waits)
struct DistantHallAccountTests {
    @Test(
        "P26 S312 S315 Signed-in players there use their accounts, and get their results",
        arguments: [true, false])
    func accounts(isAtHome: Bool) throws {
        let halves = try TwoHalves()
        let server = isAtHome ? halves.one : halves.other
        let said = try server.python(Self.arrival + Self.round, [isAtHome ? "1" : "0"])
        #expect(said == "there\nover\nwritten\nboth have a result\nended\nsigned in again\n")
    }

    @Test("S303 S312 When the server with the accounts is killed, signed-in players play on")
    func killedHome() throws {
        let halves = try TwoHalves()
        let guests = try ["ana", "ben"].map { name in
            let guest = try TerminalPerson(name, at: halves.other)
            guest.stopsLooking()
            return guest
        }
        let homes = try ["lin", "okafor"].map { try AccountHome(of: $0, at: halves.other) }
        let people = try homes.map {
            try TerminalPerson(["--server", halves.other.address], environment: $0.environment)
        }
        var begins = false
        people[0].waits(for: "the match") { screen in
            begins = screen.text.contains("lin (O) against okafor (X)")
            return begins || screen.text.contains("lin (X) against okafor (O)")
        }
        let (mover, waiter) = begins ? (people[0], people[1]) : (people[1], people[0])
        for (index, place) in [5, 1, 2, 3, 8].enumerated() {
            let person = index.isMultiple(of: 2) ? mover : waiter
            person.sees("YOUR MOVE")
            if index == 2 {
                #expect(
                    try halves.other.curl("/metrics").contains(
                        "tictactoe_hall_people{hall=\"16\"} 2\n"))
                halves.one.crash()
            }
            if index < 4 { person.plays(place) } else { person.press("\(place)", "enter") }
        }
        mover.sees("YOU WIN")
        #expect(guests.count == 2)
        let found = try halves.other.python(Self.results)
        #expect(found == "1 result\n1 result\n")
    }

    private static let results = #"""
        for name in ["lin", "okafor"]:
            token = call("POST", "authorize/",
                {"username": name, "password": "correct horse battery"}).json()["access_token"]
            print(eventually(lambda: len(
                call("GET", "result/index", token=token).json()["index"])), "result")
        """#

    @Test("S137 S303 When the server with the accounts stands still, signed-in players reconnect")
    func pausedHome() throws {
        let halves = try TwoHalves()
        let said = try halves.other.startPython(Self.arrival + Self.reconnection)
        #expect(said.line() == "there")
        // It is killed at the end of the test, as any server.
        halves.one.send(SIGSTOP)
        try eventually { try halves.other.curl("/healthz").contains(#""role":"writer""#) }
        said.says("go")
        #expect(said.rest() == "ended\nback\n")
    }

    /// Ann is in a hall at the other server and uses her account, whose server then stands still.
    private static let reconnection = #"""
        async def end(ws):
            try:
                while True: await ws.recv()
            except websockets.ConnectionClosed: pass
        async def main():
            guests = [await dial(IDS[0]), await dial(IDS[3])]
            ann, hall = await dial(IDS[1])
            assert int(hall) % 2 == 0, hall
            token = sign("ann", WORD)["access_token"]
            await ann.send(init(2, "profile", IDS[1], token=token, cmd="cv:"))
            await heard(ann, "2:c:")
            print("there", flush=True)
            sys.stdin.readline()
            await asyncio.wait_for(end(ann), 10)
            print("ended", flush=True)
            ann = await websockets.connect(URL + "?hall=" + hall)
            await ann.send(init(0, "Player", IDS[1], hall=hall, **HALLS))
            await heard(ann, "0:auth:lobby")
            await ann.send(init(2, "profile", IDS[1], token=token, cmd="cv:"))
            await heard(ann, "2:auth:ann")
            print("back")
        asyncio.run(main())
        """#

    @Test("S314 A connection with earlier requests is led to the hall that a later one asks for")
    func laterRequest() throws {
        let halves = try TwoHalves()
        for server in [halves.one, halves.other] {
            #expect(try server.python(Self.later) == "401\n101\n0:auth:lobby\n")
        }
    }

    @Test("S315 The first clients of a new home are led to halls that it has only read of")
    func newHome() throws {
        let cluster = try Cluster()
        let servers = try cluster.serveInParts(3)
        // The next home will be at the second server, and the last two people are at the first one.
        let people = try ["ana", "ben", "lin", "okafor"].map { name in
            let person = try TerminalPerson(name, at: servers[0])
            person.stopsLooking()
            return person
        }
        let line = "tictactoe_hall_people{hall=\""
        let halls = try servers[0].curl("/metrics").split(separator: "\n").compactMap { row in
            row.hasPrefix(line) && row.hasSuffix(" 2")
                ? row.dropFirst(line.count).prefix { $0 != "\"" } : nil
        }
        let hall = try #require(halls.first)
        servers[2].crash()
        #expect(try servers[0].python(Self.returning, [String(hall)]) == "\(hall)\n")
        people[3].sees("in sync")
    }

    /// A client dials without a hall as soon as there may be a new home, and names the hall that it
    /// was in.
    private static let returning = #"""
        HALL = sys.argv[2]
        async def main():
            url = f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket"
            async with websockets.connect(url, open_timeout=30) as ws:
                await ws.send(init(0, "Player", "returning", hall=HALL, cmd="cv:",
                    extensions=["halls", "redial"]))
                answer = await heard(ws, "0:auth:")
                if answer != "0:auth:lobby": return print(json.loads(answer[7:])["msg"])
                print(json.loads((await heard(ws, "0:o:"))[4:])["hall"])
        asyncio.run(main())
        """#

    /// A WebSocket is opened behind another request on the same connection.
    private static let later = #"""
        import re
        with socket.create_connection(("127.0.0.1", PORT), 20) as line:
            def read(end):
                found = b""
                while end not in found: found += line.recv(1)
                return found.decode(errors="replace")
            line.sendall(b"GET /1/tictactoe/halls HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            head = read(b"\r\n\r\n")
            print(head.split()[1], flush=True)
            line.recv(int(re.search("Content-Length: (\\d+)", head)[1]))
            line.sendall(b"GET /sock/1/tictactoe/websocket?hall=16 HTTP/1.1\r\n"
                b"Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
            print(read(b"\r\n\r\n").split()[1])
            text = init(0, "Player", "later", extensions=["halls", "redial"], hall="16").encode()
            line.sendall(bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big") + bytes(4) + text)
            print(read(b"lobby")[2:])
        """#

    /// Functions of clients that are sent to a hall.
    private static let arrival = #"""
        URL = f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket"
        IDS = [f"{letter}{1:014x}" for letter in "xaby"]
        WORD = "correct horse"
        def sign(name, word):
            return call("POST", "create/", {"username": name, "password": word}).json()
        HALLS = {"extensions": ["halls", "redial"], "cmd": "cv:"}
        async def dial(id):
            ws = await websockets.connect(URL)
            await ws.send(init(0, "Player", id, **HALLS))
            answer = await heard(ws, "0:auth:")
            if answer == "0:auth:lobby": return ws, None
            await ws.close()
            hall = json.loads(answer[7:])
            assert hall["code"] == 4002, answer
            ws = await websockets.connect(URL + "?hall=" + hall["msg"])
            await ws.send(init(0, "Player", id, hall=hall["msg"], **HALLS))
            await heard(ws, "0:auth:lobby")
            return ws, hall["msg"]

        """#

    /// Ann and Bob are sent to a hall at the other server, play a round there, and use their
    /// accounts on the same connection.
    private static let round = #"""
        async def enter(id, name, word):
            ws, hall = await dial(id)
            account = sign(name, word)
            await ws.send(init(1, "Match", id, hall=hall, **HALLS))
            await ws.send(init(2, "profile", id, token=account["access_token"], cmd="cv:"))
            await heard(ws, "2:c:")
            await change(ws, 0, id, {"playerID": id, "mode": "auto", "name": name, "rules": 2,
                "user": account["userid"]})
            return ws, hall, account
        async def play():
            guests = [await dial(IDS[0]), await dial(IDS[3])]
            assert [hall for _, hall in guests] == [None, None], guests
            ann, hall, account = await enter(IDS[1], "ann", WORD)
            bob, _, bobs = await enter(IDS[2], "bob", WORD)
            assert int(hall) % 2 == int(sys.argv[2]), hall
            print("there")
            match = {"circlePlayerID": IDS[1], "crossPlayerID": IDS[2], "matrix": [0] * 9,
                "nextPieceKind": 2, "round": 1, "circleWins": 0, "crossWins": 0, "draws": 0}
            key = "match-1"
            await change(ann, 1, key, match)
            for version, square in enumerate([4, 0, 2, 1, 6], 1):
                piece = 2 if version % 2 else 1
                match["matrix"][square] = piece
                match["nextPieceKind"] = 3 - piece
                await change(ann if piece == 2 else bob, 1, key, match, version)
            print("over")
            token = account["access_token"]
            await ann.send(init(3, "friend", IDS[1], token=token, cmd="cv:"))
            await heard(ann, "3:c:")
            await change(ann, 3, "friend-1", {"since": 1})
            assert call("GET", "friend/i/friend-1", token=token).json() == {"since": 1}
            print("written")
            for own in [token, bobs["access_token"]]:
                eventually(lambda: len(call("GET", "result/index", token=own).json()["index"]) == 1)
            print("both have a result")
            # The channels of a token that ends are denied, wherever the client is.
            assert call("POST", "update/", {"username": "ann", "password": WORD,
                "new_password": "battery staple"}).ok
            await heard(ann, "2:auth:", "401")
            print("ended")
            # The client keeps its place in the hall, and its next token is accepted there.
            token = call("POST", "authorize/", {"username": "ann",
                "password": "battery staple"}).json()["access_token"]
            await ann.send(init(2, "profile", IDS[1], token=token, cmd="cv:"))
            await heard(ann, "2:auth:ann")
            print("signed in again")
        asyncio.run(play())
        """#
}
