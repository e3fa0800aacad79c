import Drawing
import Play
import Testing
import Visit

@Suite("Large windows")
struct LargeWindowTests {
    @Test(
        "Of a window of 200 by 60 no more than a third is empty",
        arguments: ["lobby", "alone", "idle", "wall", "match", "match of two", "watching"])
    func used(screen: String) {
        var house = House()
        let hasOthers = !["alone", "idle", "match of two"].contains(screen)
        if hasOthers { house.fill() }
        if screen == "match of two" { house.enter("okafor") }
        if screen == "idle" { house.press(house.enter("okafor"), "esc") }
        if screen == "match" { house.enter("okafor") }
        let isWatcher = screen == "wall" || screen == "watching"
        let me = house.enter("lin", isWatcher ? .watch(nil) : .lobby, rows: 60, columns: 200)
        switch screen {
        case "lobby", "idle": house.press(me, "esc")
        case "watching": house.press(me, "enter")
        default: break
        }
        house.run(for: .seconds(14))
        let share = Self.emptyShare(of: house.canvas(me))
        #expect(share <= 1.0 / 3, "\(share) of it is empty:\n\(house.screen(me))")
    }

    @Test("What others play stands beside a board as boards")
    func others() {
        var house = House()
        house.fill()
        house.enter("okafor")
        let me = house.enter("lin", rows: 60, columns: 200)
        #expect(house.screen(me).contains("against okafor"))
        #expect(house.screen(me).contains("OTHER MATCHES"))
        #expect(house.screen(me).contains("ana – tomas  0–0") && house.screen(me).contains("▗▛▀▜▖"))
    }

    @Test("Beside a board in a tall window stands what each key does, as long as the round goes on")
    func keys() {
        var house = Scene.theirMove.house
        func shown(rows: Int, columns: Int) -> String {
            house.feed(.resized(Size(rows: rows, columns: columns)), to: "lin")
            return house.screen("lin")
        }
        #expect(!shown(rows: 24, columns: 80).contains("KEYS"))
        #expect(shown(rows: 40, columns: 120).contains("d       offer a draw\n"))
        let wide = shown(rows: 60, columns: 200)
        #expect(wide.contains("d       offer a draw, or accept one; asks first"))
        #expect(shown(rows: 60, columns: 200).contains("KEYS"))
        house.press("lin", "?")
        #expect(!house.screen("lin").contains("KEYS"))
        house.press("lin", "esc")
        house.play("okafor", "lin", "4", "6", "7")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("YOU LOSE") && !house.screen("lin").contains("KEYS"))
    }

    @Test("Beside a list stands what is chosen in it: a board, or how two people got on")
    func asides() {
        func shown(_ scene: Scene, _ keys: String..., columns: Int) -> String {
            var house = scene.house
            let me = house.latest
            house.feed(.resized(Size(rows: 40, columns: columns)), to: me)
            for key in keys { house.press(me, key) }
            return house.screen(me)
        }
        let game = shown(.games, columns: 120)
        #expect(game.contains("YOUR MOVE") && game.contains("You play O against okafor"))
        #expect(shown(.games, "down", "down", "down", "down", columns: 120).contains("YOU WIN"))
        #expect(shown(.friends, columns: 120).contains("won    ███"))
        #expect(shown(.friends, columns: 120).contains("drew with okafor"))
        #expect(!shown(.friends, columns: 120).contains("easy bot"))
        #expect(shown(.statistics, "down", columns: 120).contains("won against easy bot"))
        #expect(!shown(.friends, columns: 100).contains("drew with okafor"))
        #expect(shown(.friends, "down", columns: 120).contains("haven't played each other"))
        #expect(shown(.statistics, "down", columns: 120).contains("lost   0"))
        #expect(shown(.account, columns: 120).contains("won against easy bot"))
        #expect(shown(.settings, columns: 120).contains("PREVIEW"))
        #expect(!shown(.settings, columns: 100).contains("PREVIEW"))
    }

    /// In parts about as large as a square of a board: each is empty or is not.
    private static func emptyShare(of canvas: Canvas) -> Double {
        let (rows, columns) = (12, 40)
        var (empty, all) = (0, 0)
        for top in stride(from: 0, to: canvas.size.rows, by: rows) {
            for left in stride(from: 0, to: canvas.size.columns, by: columns) {
                all += 1
                let isUsed = (top..<top + rows).contains { row in
                    (left..<left + columns).contains { column in
                        canvas[Point(row: row, column: column)]?.glyph != .blank
                    }
                }
                if !isUsed { empty += 1 }
            }
        }
        return Double(empty) / Double(all)
    }
}
