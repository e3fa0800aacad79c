import Lobby
import PlainText
import SimperiumClock
import Testing
import Visit

@Suite("The lobby in lines")
struct LobbyLinesTests {
    private static func client(_ name: String, _ number: Int) -> LineClient {
        LineClient(
            .lobby, name: PlayerName(cleaning: name), visit: LineHouse.visit(number), seed: 1)
    }

    @Test("C93: Lines tell what is played in all halls, and how many are here; any can be watched")
    func tellsAllHalls() throws {
        var house = LineHouse(halls: HallLimits(size: 2))
        house.enter(Self.client("lin", 0))
        _ = house.type("wait", by: 0)
        #expect(house.type("matches", by: 0) == ["Nobody plays."])
        for number in 1...46 { house.enter(Self.client("p\(number)", number)) }
        house.run(for: .seconds(3))
        let said = house.type("matches", by: 0)
        #expect(said.count == 21 && said.last == "And 3 more matches.", "\(said)")
        #expect(said.first == "p1 plays p2, in hall 2", "\(said)")
        #expect(house.type("who", by: 0).first?.contains("47") == true)
        house.run(for: .seconds(10))
        #expect(house.said(to: 0).count { $0 == said.first } == 1, "once for each question")
        #expect(house.type("watch p5", by: 0).contains { $0.contains("p5") })
        house.run(for: .seconds(1))
        #expect(house.type("board", by: 0).count >= 3)
        // Who has no line is told what was seen last.
        house.cutLine(of: 0)
        #expect(!house.type("matches", by: 0).isEmpty)
    }

    @Test("A move that has no line to go out by says so, and the others as before")
    func unsent() {
        var house = LineHouse()
        for (number, name) in ["okafor", "lin"].enumerated() {
            house.enter(Self.client(name, number))
        }
        #expect(house.type("5", by: 0) == ["You placed O in 5, the centre; lin's move."])
        _ = house.type("1", by: 1)
        house.isServerUp = false
        house.cutLine(of: 0)
        house.run(for: .milliseconds(500))
        let said = house.type("3", by: 0)
        #expect(
            said.first
                == "You placed O in 3, upper right; lin's move."
                + " It goes out as soon as the server is back.")
        house.isServerUp = true
        house.run(for: .seconds(5))
        #expect(house.said(to: 1).contains("okafor placed O in 3, upper right; your move."))
    }

    @Test("Whoever follows how many are here hears of figures that change, and of no others")
    func follows() {
        var house = LineHouse()
        house.enter(
            LobbyReport(
                .people, .text, follows: true, isServerNamed: true, visit: LineHouse.visit(0)))
        for (number, name) in ["okafor", "lin"].enumerated() {
            house.enter(Self.client(name, number + 1))
        }
        _ = house.type("name oka", by: 1)
        _ = house.type("leave", by: 2)
        _ = house.type("name linus", by: 2)
        house.run(for: .seconds(1))
        let lines = house.said(to: 0)
        #expect(lines.count > 3)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 }, "\(lines)")
    }

    @Test("Who is away is so in every count, and in the list only while somebody may wait for them")
    func away() {
        var house = LineHouse()
        house.enter(
            LobbyReport(
                .people, .json, follows: true, isServerNamed: true, visit: LineHouse.visit(0)))
        house.enter(Self.client("okafor", 1))
        house.isServerUp = false
        house.cutLine(of: 1)
        house.run(for: .seconds(1))
        let line = house.said(to: 0).last ?? ""
        #expect(line.contains(#""here":1,"free":0,"playing":0,"watching":0,"away":1"#), "\(line)")
        #expect(line.contains(#""name":"okafor","doing":"away""#), "\(line)")
        house.isServerUp = true
        house.enter(Self.client("lin", 2))
        house.isServerUp = false
        let who = house.type("who", by: 2)
        #expect(who.contains("  okafor  lost the line"), "\(who)")
        house.run(for: .seconds(11))
        #expect(!house.type("who", by: 2).contains { $0.contains("okafor") })
    }

    @Test("P31: Who hides the name is counted and not listed, and is a guest to all who watch")
    func hidden() throws {
        var house = LineHouse()
        let format = LobbyReport.Format.json
        house.enter(
            LobbyReport(
                .people, format, follows: true, isServerNamed: true, visit: LineHouse.visit(0)))
        var visit = LineHouse.visit(1)
        _ = visit.handle(.asked(.hide(true)), at: .start)
        house.enter(
            LineClient(.lobby, name: PlayerName(cleaning: "okafor"), visit: visit, seed: 1))
        house.run(for: .seconds(1))
        let alone = try #require(house.said(to: 0).last)
        #expect(alone.contains(#""here":1"#) && alone.contains(#""people":[]"#), "\(alone)")
        house.enter(Self.client("lin", 2))
        house.run(for: .seconds(1))
        let both = try #require(house.said(to: 0).last)
        #expect(both.contains(#""name":"lin","doing":"playing","with":"guest"#), "\(both)")
        #expect(!both.contains("okafor"))
        #expect(house.said(to: 2).contains { $0.contains("okafor") }, "players see the name")
    }

    @Test("A name that is too wide is told so in columns, whatever its letters")
    func wideNames() {
        var house = LineHouse()
        house.enter(Self.client("lin", 0))
        let name = String(repeating: "漢", count: 13)
        let said = house.type("name \(name)", by: 0)
        #expect(said == ["A name is at most 16 columns wide; some letters take two."])
    }
}
