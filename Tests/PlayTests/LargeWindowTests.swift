import Drawing
import Lobby
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

    @Test(
        "The lobby is a dashboard: people, boards, results, the puzzle, friends",
        arguments: [(40, 120), (60, 200), (80, 250)])
    func dashboard(rows: Int, columns: Int) {
        var house = House()
        let me = house.enter("lin", rows: rows, columns: columns)
        house.press(me, "esc")
        house.run(for: .seconds(5))
        for words in [
            "PLAYERS 1", "hard bot", "INVITE A FRIEND", "TODAY'S PUZZLE", "RECENT RESULTS",
            "FRIENDS",
        ] { #expect(house.screen(me).contains(words), "\(words)") }
        house.fill()
        #expect(
            house.screen(me).contains("ana 0–0 tomas") && !house.screen(me).contains("hard bot"))
        for (rows, columns) in [(24, 80), (39, 200), (60, 119)] {
            house.feed(.resized(Size(rows: rows, columns: columns)), to: me)
            #expect(!house.screen(me).contains("TODAY'S PUZZLE"))
        }
    }

    /// The frames and bytes of a lobby in so many seconds.
    private static func cost(
        of guest: String, _ seconds: Int, in house: inout House,
        meanwhile: (inout House, Int) -> Void = { _, _ in }
    ) -> (frames: Int, bytes: Int) {
        var terminal = MeteredTerminal()
        terminal.paint(house.canvas(guest))
        var (frames, bytes) = (0, 0)
        for step in 0..<10 * seconds {
            meanwhile(&house, step)
            house.run(for: .milliseconds(100))
            let cost = terminal.paint(house.canvas(guest))
            frames += cost == 0 ? 0 : 1
            bytes += cost
        }
        return (frames, bytes)
    }

    @Test(
        "Bots play in an empty lobby: two frames a second, fewer bytes than a busy lobby, a minute",
        arguments: [(40, 120), (60, 200), (80, 250)])
    func bots(rows: Int, columns: Int) {
        var house = House()
        let me = house.enter("lin", rows: rows, columns: columns)
        house.press(me, "esc")
        house.run(for: .seconds(10))
        let idle = Self.cost(of: me, 30, in: &house)
        #expect((5...60).contains(idle.frames), "\(idle)")
        #expect(house.screen(me).contains("0 matches"))
        #expect(house.objects(in: .match).isEmpty && house.objects(in: .player).count == 1)
        // A minute after the last key it stands still, and a key starts it again.
        house.run(for: .seconds(40))
        let still = Self.cost(of: me, 10, in: &house)
        // Only others read how long the player has been idle.
        #expect(still.frames <= 1 && still.bytes < 64, "\(still)")
        house.press(me, "down")
        #expect(Self.cost(of: me, 10, in: &house).frames >= 2)

        var busy = House()
        let spectator = busy.enter("lin", .watch(nil), rows: rows, columns: columns)
        busy.press(spectator, "esc")
        var pairs: [(String, String)] = []
        for pair in 0..<6 {
            let names = ("a\(pair)", "b\(pair)")
            for name in [names.0, names.1] { busy.enter(name) }
            pairs.append(names)
        }
        let moves = ["5", "1", "3", "2", "8", "6"]
        let cost = Self.cost(of: spectator, 30, in: &busy) { house, step in
            // One move of each match in five seconds.
            guard step % 8 == 0, step / 48 < moves.count else { return }
            let (pair, move) = (pairs[step / 8 % 6], step / 48)
            house.play(move.isMultiple(of: 2) ? pair.0 : pair.1, moves[move])
        }
        #expect(idle.bytes <= cost.bytes, "\(idle) and \(cost)")
    }

    @Test("Two guests with windows of one size see the same boards of bots, drawn once")
    func oneRendering() {
        var house = House()
        for name in ["lin", "okafor"] {
            house.press(house.enter(name, .watch(nil), rows: 40, columns: 120), "esc")
        }
        house.run(for: .seconds(5))
        var walls: [BotWallPicture: Canvas] = [:]
        for name in ["lin", "okafor"] {
            let picture = house.client(name).draw { wall in
                walls[wall] = walls[wall] ?? wall.draw()
                return walls[wall] ?? wall.draw()
            }
            #expect(picture == house.client(name).draw())
        }
        #expect(walls.count == 1, "\(house.screen("lin"))")
        house.feed(.resized(Size(rows: 24, columns: 80)), to: "lin")
        var isDrawn = false
        _ = house.client("lin").draw { wall in
            isDrawn = true
            return wall.draw()
        }
        #expect(!isDrawn)
    }

    @Test("A resize while the bots play shows the lobby of the new size")
    func resizes() {
        var house = House()
        let me = house.enter("李小龍", rows: 60, columns: 200)
        for (rows, columns) in [(40, 120), (8, 20), (24, 80), (80, 250), (12, 40), (60, 200)] {
            house.run(for: .seconds(4))
            house.feed(.resized(Size(rows: rows, columns: columns)), to: me)
            #expect(house.canvas(me).size == Size(rows: rows, columns: columns))
        }
        house.run(for: .seconds(4))
        #expect(house.screen(me).contains("hard bot"))
    }

    @Test("Other players' matches are shown beside a board as small boards")
    func others() {
        var house = House()
        house.fill()
        house.enter("okafor")
        let me = house.enter("lin", rows: 60, columns: 200)
        #expect(house.screen(me).contains("against okafor"))
        #expect(house.screen(me).contains("OTHER MATCHES"))
        #expect(house.screen(me).contains("ana – tomas  0–0") && house.screen(me).contains("▗▛▀▜▖"))
    }

    @Test("Beside a board in a tall window, the actions of keys are shown during the round")
    func keys() {
        var house = Scene.theirMove.house
        func shown(rows: Int, columns: Int) -> String {
            house.feed(.resized(Size(rows: rows, columns: columns)), to: "lin")
            return house.screen("lin")
        }
        let wide = shown(rows: 60, columns: 200)
        #expect(wide.contains("d       offer a draw, or accept one; asks first"))
        #expect(wide.contains("KEYS"))
        house.press("lin", "?")
        #expect(!house.screen("lin").contains("KEYS"))
        house.press("lin", "esc")
        house.play("okafor", "lin", "4", "6", "7")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("YOU LOSE") && !house.screen("lin").contains("KEYS"))
    }

    @Test("In a wide lobby a long list of players has two columns, for keys and for clicks")
    func columnsOfPlayers() throws {
        var house = House()
        for number in 1...30 { house.enter("guest \(number)", .watch(nil)) }
        let me = house.enter("lin", .watch(nil), rows: 60, columns: 200)
        house.press(me, "esc", "tab")
        #expect(house.screen(me).contains("PLAYERS 31") && house.screen(me).contains("↓ 7 more"))
        func line(with words: String) -> String? {
            house.screen(me).split(separator: "\n").map(String.init).first { $0.contains(words) }
        }
        #expect(line(with: "▸ lin")?.contains("guest 12") == true)
        for _ in 1...12 { house.press(me, "down") }
        #expect(line(with: "▸ guest 12")?.contains("lin") == true)
        let lines = house.screen(me).split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("guest 14") })
        let end = try #require(lines[row].firstRange(of: "guest 14")?.lowerBound)
        let point = Point(
            row: row, column: lines[row].distance(from: lines[row].startIndex, to: end))
        house.feed(.key(.mouse(.press(.left), at: point)), to: me)
        #expect(line(with: "▸ guest 14")?.contains("guest 2") == true)
        house.feed(.resized(Size(rows: 40, columns: 120)), to: me)
        #expect(line(with: "▸ guest 14")?.contains("guest 2") == false)
    }

    @Test("Beside a list, the selected entry is shown: a board, or the record of two players")
    func asides() {
        func shown(_ scene: Scene, _ keys: String..., columns: Int) -> String {
            var house = scene.house
            let me = house.latest
            house.feed(.resized(Size(rows: 40, columns: columns)), to: me)
            for key in keys { house.press(me, key) }
            return house.screen(me)
        }
        #expect(shown(.games, "down", "down", "down", "down", columns: 120).contains("YOU WIN"))
        #expect(!shown(.friends, columns: 120).contains("easy bot"))
        #expect(shown(.statistics, "down", columns: 120).contains("won against easy bot"))
        #expect(!shown(.friends, columns: 100).contains("drew with okafor"))
        #expect(shown(.friends, "down", columns: 120).contains("No rounds counted"))
        #expect(shown(.statistics, "down", columns: 120).contains("lost   0"))
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
