import Lobby
import Play
import Records
import Testing
import Visit

@Suite("A lobby of many halls on the screen")
struct HallScreenTests {
    /// One in the first hall, and two who play in each of the next ones.
    private static func house(matches: Int, rows: Int = 14, columns: Int = 100) -> House {
        var house = House(halls: HallLimits(size: 2))
        house.press(house.enter("lin", rows: rows, columns: columns), "esc")
        for pair in 0..<matches {
            house.enter("ana\(pair)")
            house.enter("bea\(pair)")
            house.run(for: .milliseconds(200))
        }
        house.run(for: .seconds(2))
        return house
    }

    @Test("C90: The list of matches continues with other halls, and Enter goes there")
    func pages() throws {
        var house = Self.house(matches: 30)
        #expect(house.screen("lin").contains("30 live"))
        #expect(!house.screen("lin").contains("hall 2"))
        house.press("lin", "tab", "tab")
        house.run(for: .milliseconds(200))
        #expect(house.screen("lin").contains("hall 2"))
        #expect(house.client("lin").listedMatchCount < 30, "no more is read than is looked at")
        for _ in 0..<30 { house.press("lin", "down") }
        #expect(house.client("lin").listedMatchCount == 30)
        #expect(house.screen("lin").contains("hall 31"))
        house.press("lin", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("watching"))
        #expect(house.screen("lin").contains("ana29"))
    }

    @Test("C92: The wall has the boards of all halls, finds who plays there, and Enter goes there")
    func wall() throws {
        var house = Self.house(matches: 12, rows: 40, columns: 120)
        // One has moved.
        house.press("ana0", "5", "enter")
        house.press("lin", "w")
        house.run(for: .milliseconds(200))
        #expect(house.screen("lin").contains("MATCHES 12"))
        for pair in 0..<12 { #expect(house.screen("lin").contains("ana\(pair) – bea\(pair)")) }
        #expect(house.screen("lin").contains("hall 13") && house.screen("lin").contains("move 2"))
        #expect(house.screen("lin").contains("ana0 – bea0 0–0 ─"))
        #expect(house.screen("lin").ranges(of: "▛▜").count == 1, "the one piece that lies anywhere")
        house.press("lin", "/", "b", "e", "a", "1", "1", "enter")
        #expect(house.screen("lin").contains("ana11") && !house.screen("lin").contains("ana10"))
        house.press("lin", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("watching") && house.screen("lin").contains("ana11"))
    }

    @Test("Until the matches of other halls arrive, the list does not report a failed search")
    func opensList() {
        var house = Self.house(matches: 3)
        house.feed(.key(Keyboard.event(of: "w")), to: "lin")
        #expect(!house.screen("lin").contains("hall 2"))
        #expect(!house.screen("lin").contains("No player called"))
        house.run(for: .milliseconds(200))
        #expect(house.screen("lin").contains("hall 2"))
    }

    @Test("Until the matches of other halls arrive, no screen claims that there are none")
    func claimsNothing() {
        var house = Self.house(matches: 3)
        for _ in 0..<2 { house.feed(.key(Keyboard.event(of: "tab")), to: "lin") }
        #expect(!house.screen("lin").contains("hall 2"))
        #expect(!house.screen("lin").contains("No matches yet."))
        house.run(for: .milliseconds(200))
        #expect(house.screen("lin").contains("hall 2"))
        var gallery = Self.house(matches: 3)
        for key in ["w", "enter", "/"] {
            gallery.feed(.key(Keyboard.event(of: key)), to: "lin")
            #expect(!gallery.screen("lin").contains("There are no matches right now."), "\(key)")
        }
    }

    @Test("C92: After the wall closes, no more matches of other halls are read")
    func leavesWall() {
        var house = Self.house(matches: 3, rows: 40, columns: 120)
        house.press("lin", "w")
        house.run(for: .milliseconds(200))
        #expect(house.client("lin").listedMatchCount == 3)
        house.press("lin", "esc")
        #expect(house.client("lin").listedMatchCount == 0)
    }

    @Test("A blocked player who invites from another hall stays hidden")
    func blocked() throws {
        var house = House(halls: HallLimits(size: 2))
        house.press(house.enter("kim"), "esc")
        house.enter("okafor", .challenge(try PlayerName("lin")))
        house.signIn("okafor", as: "okafor", isKnown: true)
        house.press(house.enter("bea"), "esc")
        house.press(house.enter("lin"), "esc")
        let block = RecordEdit.block("u-okafor", since: House.when)
        house.signIn("lin", as: "lin", keeping: [block], isKnown: true)
        var hasAsked = false
        for _ in 0..<18 {
            house.run(for: .seconds(1))
            hasAsked = hasAsked || house.screen("okafor").contains("Waiting for lin")
            #expect(!house.screen("lin").contains("okafor invites"))
        }
        #expect(hasAsked)
        #expect(house.screen("lin").contains("okafor"), "they are in one hall")
        #expect(!house.wishes(of: "lin").contains(.show(.ring)))
    }

    @Test(
        "C90: A match that ends elsewhere disappears within 3 s; without the list no query is sent")
    func rereads() {
        var house = Self.house(matches: 2)
        house.press("lin", "tab", "tab")
        house.run(for: .milliseconds(200))
        #expect(house.screen("lin").contains("hall 2") && house.screen("lin").contains("hall 3"))
        house.press("ana1", "esc", "y")
        house.run(for: .seconds(4))
        #expect(house.screen("lin").contains("hall 2") && !house.screen("lin").contains("hall 3"))
        house.press("lin", "esc")
        #expect(house.client("lin").listedMatchCount == 0)
        let frames = house.frameCount
        house.run(for: .seconds(5))
        #expect(house.frameCount <= frames + 5)
    }
}
