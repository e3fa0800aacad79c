import Drawing
import Play
import Testing
import Visit

@Suite("The wall of matches")
struct GalleryTests {
    /// A house with this many matches. The last guest sees the wall.
    private func house(matches: Int, rows: Int = 24, columns: Int = 80) -> House {
        var house = House()
        for match in 0..<matches {
            house.enter("o\(match)")
            house.enter("x\(match)")
        }
        house.enter("lin", .watch(nil), rows: rows, columns: columns)
        return house
    }

    private func names(on screen: String) -> [String] {
        screen.split(separator: " ").map(String.init).filter { $0.hasPrefix("o") && $0.count == 2 }
    }

    @Test(
        "As many boards stand on it as there are, as long as they are boards",
        arguments: [
            (1, 24, 80, 1), (2, 24, 80, 2), (3, 24, 80, 3), (6, 24, 80, 6), (9, 24, 80, 6),
            (9, 40, 120, 9), (9, 24, 200, 9), (1, 60, 200, 1),
        ])
    func fits(matches: Int, rows: Int, columns: Int, shown: Int) {
        let house = house(matches: matches, rows: rows, columns: columns)
        let screen = house.screen(house.latest)
        #expect(screen.split(separator: "┌").count - 1 == shown)
        #expect(screen.contains("MATCHES \(matches)"))
        #expect(screen.contains("↓ \(matches - shown) more") == (shown < matches))
    }

    @Test("Where there is little room the matches are a list")
    func list() {
        let house = house(matches: 2, rows: 12, columns: 40)
        #expect(house.screen(house.latest).contains("▸ o0 – x0"))
    }

    @Test("Arrows go to the board above, below and beside, and off the wall nowhere")
    func arrows() {
        var house = house(matches: 5)
        let me = house.latest
        func chosen() -> String? {
            house.screen(me).split(separator: "▸ ").dropFirst(2).first.map { String($0.prefix(2)) }
        }
        #expect(chosen() == "o0")
        for (key, there) in [
            ("up", "o0"), ("left", "o0"), ("right", "o1"), ("down", "o4"), ("down", "o4"),
            ("right", "o4"), ("left", "o3"), ("up", "o0"), ("right", "o1"), ("right", "o2"),
            ("down", "o4"),
        ] {
            house.press(me, key)
            #expect(chosen() == there, "\(key)")
        }
    }

    @Test("What most people watch stands first, and the palette puts the matches in another order")
    func order() {
        var house = house(matches: 3)
        let fan = house.enter("fan", .watch(nil))
        house.press(fan, "right", "enter")
        let me = "lin"
        #expect(house.screen(me).contains("by spectators"))
        #expect(names(on: house.screen(me)).prefix(3) == ["o1", "o0", "o2"])
        #expect(house.screen(me).contains("1 watch"))
        house.choose(me, "sort")
        #expect(house.screen(me).contains("by age"))
        #expect(names(on: house.screen(me)).prefix(3) == ["o0", "o1", "o2"])
        house.choose(me, "sort")
        #expect(house.screen(me).contains("by name"))
        house.choose(me, "sort")
        #expect(house.screen(me).contains("by spectators"))
    }

    @Test("A narrow board shows the whole of its names, its move and its spectators")
    func narrow() {
        var house = House()
        for name in ["guest 10", "guest 11", "o1", "x1", "o2", "x2"] { house.enter(name) }
        house.play("guest 10", "guest 11", "5", "1", "3")
        let fan = house.enter("fan", .watch(nil))
        house.press(fan, "enter")
        house.enter("lin", .watch(nil))
        house.run(for: .seconds(12))
        let screen = house.screen("lin")
        #expect(screen.contains(" guest 10 0–0 guest 11 ") && screen.contains(" move 4 "))
        #expect(screen.contains(" move 1 ") && screen.contains("─ move 1  1 watching ─"))
        // The cursor stands on the mark of the chosen match and not on the frame.
        let cursor = house.canvas("lin").cursor
        #expect(cursor.flatMap { house.canvas("lin")[$0]?.glyph } == "▸")
        // Also beside names that reach as far as the corners.
        house.press("lin", "right")
        let other = house.canvas("lin").cursor
        #expect(other != cursor && other.flatMap { house.canvas("lin")[$0]?.glyph } == "▸")
    }

    @Test("A match that is over stands last after a while, and first again with a new round")
    func stale() {
        var house = house(matches: 2)
        let fan = house.enter("fan", .watch(nil))
        house.press(fan, "enter")
        house.play("o0", "x0", "5", "1", "3", "2", "7")
        house.run(for: .seconds(5))
        #expect(names(on: house.screen("lin")).prefix(2) == ["o0", "o1"])
        house.run(for: .seconds(6))
        #expect(names(on: house.screen("lin")).prefix(2) == ["o1", "o0"])
        house.press("lin", "s")
        #expect(names(on: house.screen("lin")).prefix(2) == ["o1", "o0"])
        house.press("o0", "r")
        house.press("x0", "r")
        #expect(names(on: house.screen("lin")).prefix(2) == ["o0", "o1"])
    }

    @Test("Players are found by a part of their names, and Esc shows all again")
    func find() {
        var house = house(matches: 3)
        let me = house.latest
        house.press(me, "/")
        #expect(house.screen(me).contains("Find a player:"))
        // The wall is filtered with each letter.
        #expect(names(on: house.screen(me)).count == 3)
        house.press(me, "X", "2")
        #expect(names(on: house.screen(me)) == ["o2"])
        house.press(me, "backspace", "backspace")
        #expect(names(on: house.screen(me)).count == 3)
        house.press(me, "X", "2", "enter")
        #expect(!house.screen(me).contains("Find a player:"))
        #expect(house.screen(me).contains("matching \"X2\""))
        #expect(names(on: house.screen(me)) == ["o2"])
        house.press(me, "enter")
        #expect(house.screen(me).contains("watching o2 – x2"))
        house.press(me, "esc", "/", "esc")
        #expect(names(on: house.screen(me)).count == 3, "Esc shows all matches")
        house.press(me, "/", "X", "2", "q", "enter")
        #expect(house.screen(me).contains("No player called \"X2q\" is in a match."))
        house.press(me, "enter")
        #expect(!house.screen(me).contains("There are no matches right now."))
        house.press(me, "esc")
        #expect(names(on: house.screen(me)).count == 3)
        house.press(me, "esc")
        #expect(house.screen(me).contains("PLAY"))
    }

    @Test("Without matches, the last line has no keys for them")
    func noKeys() {
        var house = House()
        let me = house.enter("lin", .watch(nil))
        let lines = house.screen(me).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last?.contains("* TV") == true && lines.last?.contains("watch") == false)
        #expect(lines.last?.contains("follow") == false && lines.last?.contains("find") == false)
        house.press(me, "/")
        #expect(house.screen(me).contains("There are no matches right now."))
    }
}
