import Glibc
import TestKit
import TestSupport
import Testing

/// Rounds with clocks, series and phrases, at three real terminals: two players and a spectator.
@Suite("Rounds with clocks and series, at real terminals", .waits)
struct RoundScenesTests {
    /// Seats okafor, who made a code; lin, who joins and begins; and zoe, who watches.
    private func seat(
        _ okafor: TerminalPerson, _ lin: [String], at server: ServedProgram
    ) throws -> (lin: TerminalPerson, zoe: TerminalPerson) {
        okafor.sees("Looking for a match")
        okafor.press("i")
        okafor.sees("Your code: ")
        let code = try #require(
            okafor.screen.text.split(separator: "Your code: ").dropFirst().first)
        let lin = try TerminalPerson(
            ["join", String(code.prefix { $0 != " " && $0 != "\n" })] + lin)
        lin.sees("YOUR MOVE")
        let zoe = try TerminalPerson(
            ["watch", "okafor", "--server", server.address, "--name", "zoe"])
        zoe.sees("O TO MOVE")
        return (lin, zoe)
    }

    private func words(_ name: String, _ address: String, _ more: String...) -> [String] {
        ["--server", address, "--name", name] + more
    }

    @Test("A clock runs out, and both players and the spectator read whose it was")
    func clock() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson(["play"] + words("okafor", server.address, "--clock", "10"))
        let (lin, zoe) = try seat(okafor, words("lin", server.address), at: server)
        lin.press("5", "enter")
        for person in [okafor, lin, zoe] { person.sees(" s ▀▀▀") }
        // The clock of the player to move changes its colour. The clock of the other does not.
        let green = okafor.screen.colours
        okafor.waits(for: "amber, and then red") { $0.colours.isSuperset(of: [31, 33]) }
        zoe.waits(for: "amber, and then red") { $0.colours.isSuperset(of: [31, 33]) }
        #expect(!green.contains(31) && !lin.screen.colours.contains(31))
        okafor.sees("YOU LOSE — you ran out of time", "You ran out of time. lin wins the round.")
        lin.sees("YOU WIN — okafor ran out of time", "after one move")
        zoe.sees("OUT OF TIME")
    }

    @Test("A broken connection stops no clock")
    func brokenLine() throws {
        let server = try ServedProgram(in: .memory)
        let relay = try Relay(to: server.port)
        let okafor = try TerminalPerson(["play"] + words("okafor", relay.address, "--clock", "10"))
        let (lin, zoe) = try seat(okafor, words("lin", server.address), at: server)
        lin.press("5", "enter")
        okafor.sees("YOUR MOVE")
        relay.interrupt()
        lin.sees("YOU WIN", "okafor ran out of time. You win the round.")
        zoe.sees("OUT OF TIME")
        relay.restore()
        okafor.sees("YOU LOSE — you ran out of time")
    }

    @Test("A player who has waited long enough claims the round", .tier(.soak))
    func claim() throws {
        let server = try ServedProgram(in: .memory)
        let relay = try Relay(to: server.port)
        let okafor = try TerminalPerson(["play"] + words("okafor", relay.address))
        let (lin, zoe) = try seat(okafor, words("lin", server.address), at: server)
        lin.press("5", "enter")
        okafor.sees("YOUR MOVE")
        okafor.press("1", "enter")
        lin.sees("YOUR MOVE")
        relay.interrupt()
        lin.sees("c claim")
        lin.press("c")
        lin.press("y")
        lin.sees("YOU WIN")
        zoe.sees("lin")
        relay.restore()
        okafor.sees("okafor (X) against lin (O)")
        okafor.sees("0", "1")
    }

    @Test("A series ends at its target, without a rematch; phrases reach all three")
    func target() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson(["play"] + words("okafor", server.address, "--target", "3"))
        let (lin, zoe) = try seat(okafor, words("lin", server.address), at: server)
        for person in [okafor, lin, zoe] { person.sees("first to 3") }
        for round in 1...3 {
            okafor.press("R")
            okafor.sees("Resign this round?")
            okafor.press("y")
            guard round < 3 else { break }
            lin.sees("YOU WIN")
            lin.press("r")
            okafor.sees("lin wants a rematch")
            okafor.press("r")
            okafor.sees("ROUND \(round + 1)")
            lin.sees("ROUND \(round + 1)")
        }
        lin.sees("You won the series, 3 to 0.")
        okafor.sees("lin won the series, 3 to 0.")
        okafor.press("g")
        okafor.sees("1 good game")
        okafor.press("1")
        for person in [okafor, lin, zoe] { person.sees("\"good game\"") }
        // The end of the series has a screen of its own. Both can begin another one there.
        for person in [okafor, lin] { person.sees("Another series", "●●●", "○○○") }
        zoe.sees("●●●", "lin won the series")
        lin.press("r")
        okafor.sees("lin invites you to play", "first to 3")
        okafor.accepts("lin")
        for person in [okafor, lin] { person.sees("ROUND 1  first to 3", "○○○") }
    }

    @Test("The end of a round is a stroke through three squares, and a headline in large letters")
    func ending() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson(["play"] + words("okafor", server.address))
        let (lin, zoe) = try seat(okafor, words("lin", server.address, "--no-motion"), at: server)
        for (person, square, move) in [
            (lin, "5", "1 O 5"), (okafor, "1", "2 X 1"), (lin, "4", "3 O 4"),
            (okafor, "2", "4 X 2"), (lin, "6", "5 O 6"),
        ] {
            person.press(square, "enter")
            for player in [lin, okafor] { player.sees(move) }
        }
        lin.sees("━━━━━", "YOU WIN — three in a row", "█ █ █▀█ █ █")
        okafor.sees("━━━━━", "YOU LOSE — three in a row", "█ █ █▀█ █ █")
        zoe.sees("━━━━━", "O WINS — three in a row")
        lin.resizes(rows: 8, columns: 20)
        lin.sees("YOU WIN")
    }

    @Test("P50 P54 A cheat on a real connection is refused: too early, too late, for the opponent")
    func cheat() throws {
        let server = try ServedProgram(in: .memory)
        let heard = try server.python(Self.cheat)
        #expect(
            heard.split(separator: "\n").map(String.init) == [
                "seated", "timeout too early 400", "claim too early 400",
                "the other's phrase 400", "own phrase ok", "again at once 400",
                "no phrase 400", "the other's wish 400", "limit 400", "moved too late 400",
                "timeout ok",
            ])
    }

    private static let cheat = """
        URL = f"ws://127.0.0.1:{PORT}/sock/websocket"
        count = 0
        class Peer:
            async def enter(self, name):
                self.name, self.known = name, set()
                self.socket = await websockets.connect(URL)
                for channel, bucket in enumerate(["Player", "Match"]):
                    await self.socket.send(
                        init(channel, bucket, name, extensions=["rules", "resume"]))
                    await self.socket.send(f"{channel}:cv:")
                await self.change(0, name, {"playerID": name, "name": name, "rules": 2,
                    "mode": "auto-clock", "limit": [10]})
                return self
            async def change(self, channel, key, members):
                global count
                count += 1
                ccid = f"c{self.name}{count}"
                change = {"id": key, "o": "M", "ccid": ccid, "clientid": self.name,
                    "v": {k: {"o": "r" if k in self.known else "+", "v": v}
                        for k, v in members.items()}}
                await self.socket.send(f"{channel}:c:" + json.dumps(change))
                while True:
                    frame = await self.socket.recv()
                    if ccid not in frame or not frame.startswith(f"{channel}:c:"): continue
                    for heard in json.loads(frame.split(":", 2)[2]):
                        if ccid in heard.get("ccids", []) or heard.get("ccid") == ccid:
                            return heard.get("error", "ok")
        async def main():
            ann = await Peer().enter("a1")
            bob = await Peer().enter("b2")
            key = "5eed5eed5eed5ee"
            board = [0] * 9
            await ann.change(1, key, {"circlePlayerID": "a1", "crossPlayerID": "b2",
                "matrix": board, "nextPieceKind": 2, "round": 1, "circleWins": 0, "crossWins": 0,
                "draws": 0, "limit": 10})
            print("seated")
            start = time.monotonic()
            late = {"resigned": 2, "ending": "timeout"}
            print("timeout too early", await bob.change(1, key, late))
            print("claim too early", await bob.change(1, key, {"resigned": 2, "ending": "claim"}))
            print("the other's phrase", await bob.change(1, key, {"circleSays": [1, 1]}))
            print("own phrase", await bob.change(1, key, {"crossSays": [1, 6]}))
            print("again at once", await bob.change(1, key, {"crossSays": [2, 6]}))
            print("no phrase", await bob.change(1, key, {"crossSays": [2, 77]}))
            print("the other's wish", await bob.change(1, key, {"circleWants": {"n": 2}}))
            print("limit", await bob.change(1, key, {"target": 3}))
            await asyncio.sleep(max(0, 11.3 - (time.monotonic() - start)))
            ann.known = {"matrix", "nextPieceKind"}
            move = {"matrix": [2] + board[1:], "nextPieceKind": 1}
            print("moved too late", await ann.change(1, key, move))
            print("timeout", await bob.change(1, key, late))
        asyncio.run(main())
        """
}
