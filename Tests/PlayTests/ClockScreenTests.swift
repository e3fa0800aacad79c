import Drawing
import Game
import Lobby
import Play
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

@Suite("A match's clock on the screen")
struct ClockScreenTests {
    private static let guests = ["okafor", "zoe", "lin"]

    /// okafor, who begins, zoe, who watches, and lin, who plays by the same clock.
    private func house(_ seconds: Int = 30, rows: Int = 24, columns: Int = 80) -> House {
        var profile = PlayerProfile()
        profile.terms.limit = MoveTimeLimit(rawValue: seconds)
        var house = House()
        house.enter("okafor", rows: rows, columns: columns, profile: profile)
        house.enter("zoe", .watch(nil), rows: rows, columns: columns)
        house.enter("lin", rows: rows, columns: columns, profile: profile)
        house.press("zoe", "enter")
        return house
    }

    /// A bar of so many cells.
    private func bar(_ cells: Int) -> String { String(repeating: "▀", count: cells) }

    @Test("C94: Only a player who chose a faster clock reads that the match has the slower one")
    func slowerClock() {
        var (unset, chosen) = (PlayerProfile(), PlayerProfile())
        unset.clock = .auto
        chosen.clock = .limit(MoveTimeLimit.offered[0])
        var house = House()
        house.enter("okafor", profile: unset)
        house.enter("lin", profile: chosen)
        house.run(for: .seconds(7))
        #expect(
            house.screen("lin").contains("You are playing okafor, 60 s a move, the slower clock."))
        #expect(house.screen("okafor").contains("You are playing lin, 60 s a move. "))
    }

    @Test("The menu shows the seconds of the clock that applies without a choice")
    func namesUsualClock() {
        var profile = PlayerProfile()
        profile.clock = .auto
        var house = House()
        house.press(house.enter("lin", profile: profile), "esc")
        #expect(house.screen("lin").contains(/Clock +auto, 60 s/))
    }

    @Test("Both sides and a watcher see the seconds that are left, above the board")
    func counts() {
        var house = house()
        house.run(for: .seconds(12))
        for guest in house.names {
            #expect(house.screen(guest).contains("   18 s " + bar(6) + "\n"))
        }
        house.run(for: .seconds(1))
        for guest in house.names {
            #expect(house.screen(guest).contains("   17 s " + bar(6) + "\n"))
        }
        #expect(house.screen("okafor").contains("YOUR MOVE"))
        house.play("okafor", "5")
        for guest in house.names {
            #expect(house.screen(guest).contains("   30 s " + bar(10) + "\n"))
        }
    }

    /// The style of the last digit of the seconds, and that of the bar below the first cell.
    private func styles(of guest: String, in house: House) -> [Style?] {
        [4, 8].map { house.canvas(guest)[Point(row: 2, column: $0)]?.style }
    }

    @Test(
        "The clock of the player to move is amber at 5 s and red at 3 s; the waiting one's is dim")
    func urgency() {
        var house = house()
        house.run(for: .seconds(24))
        let waiting: [Style?] = [.faint, .rule]
        for (seconds, style) in [
            (6, Style.strong), (5, .warning), (4, .warning), (3, .urgent), (1, .urgent),
        ] {
            while !house.screen("okafor").contains("    \(seconds) s ▀") {
                house.run(for: .milliseconds(200))
            }
            #expect(styles(of: "okafor", in: house) == [style, style], "\(seconds)")
            #expect(styles(of: "zoe", in: house) == [style, style], "\(seconds)")
            #expect(styles(of: "lin", in: house) == waiting, "\(seconds)")
        }
    }

    @Test("Without a panel the figures have the colour", arguments: [(12, 40), (8, 20)])
    func urgencyOfFigures(rows: Int, columns: Int) {
        var house = house(10, rows: rows, columns: columns)
        house.run(for: .seconds(8))
        func hasStyle(_ style: Style, _ guest: String) -> Bool {
            (0..<2).contains { row in
                (0..<columns).contains {
                    let cell = house.canvas(guest)[Point(row: row, column: $0)]
                    return cell?.style == style && cell?.glyph == "s"
                }
            }
        }
        #expect(hasStyle(.urgent, "okafor") && !hasStyle(.urgent, "lin"))
    }

    @Test("When the time has run out, all three read how the round ended")
    func flagFalls() {
        var house = house(10)
        house.play("okafor", "5")
        house.run(for: .seconds(10))
        #expect(house.screen("lin").contains(" 0 s") && house.screen("lin").contains("YOUR MOVE"))
        house.run(for: .seconds(2))
        #expect(house.screen("okafor").contains("YOU WIN — lin ran out of time"))
        #expect(house.screen("okafor").contains("after one move, 11 s"))
        #expect(house.screen("okafor").contains("lin ran out of time. You win the round."))
        #expect(house.screen("lin").contains("YOU LOSE — you ran out of time"))
        #expect(house.screen("lin").contains("You ran out of time. okafor wins the round."))
        #expect(house.screen("zoe").contains("X OUT OF TIME"))
        for (size, headline) in [
            (Size(rows: 12, columns: 40), "YOU WIN — time up"),
            (Size(rows: 8, columns: 20), "YOU WIN — time up"),
        ] {
            house.feed(.resized(size), to: "okafor")
            #expect(house.screen("okafor").contains(headline))
        }
        house.press("okafor", "r")
        // The reason stays while the opponent wants a rematch.
        #expect(house.screen("lin").contains("YOU LOSE — you ran out of time"))
        house.press("lin", "r")
        #expect(house.screen("lin").contains("10 s " + bar(10)))
    }

    @Test(
        "Where there is little room, there are the figures",
        arguments: [(12, 40), (8, 20), (24, 60), (14, 60)])
    func small(rows: Int, columns: Int) {
        var house = house(rows: rows, columns: columns)
        house.run(for: .seconds(12))
        for guest in house.names { #expect(house.screen(guest).contains("18 s")) }
    }

    @Test(
        "A second costs 24 bytes at most, one picture, and nothing on the wire", arguments: guests)
    func bytes(guest: String) {
        var house = house(60)
        if guest == "okafor" { house.press("okafor", "9") }
        // Until nothing else changes: notices go, and the last of them after five seconds.
        house.run(for: .seconds(6))
        var terminal = MeteredTerminal()
        terminal.paint(house.canvas(guest))
        var status = firstLine(of: guest, in: house)
        for _ in 0..<45 {
            house.run(for: .seconds(1))
            let cost = terminal.paint(house.canvas(guest))
            let before = status
            status = firstLine(of: guest, in: house)
            // How long an answer took is another matter.
            guard status == before else { continue }
            #expect((1...24).contains(cost))
        }
    }

    @Test("So does one while a phrase is shown", arguments: guests)
    func bytesWithPhrase(guest: String) {
        var house = house(60)
        house.run(for: .seconds(8))
        house.press("okafor", "g", "1")
        house.run(for: .milliseconds(300))
        #expect(house.screen(guest).contains("\"good game\""))
        var terminal = MeteredTerminal()
        terminal.paint(house.canvas(guest))
        for _ in 0..<4 {
            house.run(for: .seconds(1))
            let cost = terminal.paint(house.canvas(guest))
            #expect(house.screen(guest).contains("\"good game\""))
            #expect((1...24).contains(cost))
        }
    }

    private func firstLine(of guest: String, in house: House) -> Substring? {
        house.screen(guest).split(separator: "\n").first
    }

    @Test("A clock asks for no frames, and for no more pictures than a match without one")
    func silent() {
        func frames(_ seconds: Int) -> Int {
            var house = house(seconds)
            house.run(for: .seconds(2))
            let before = house.frameCount
            house.run(for: .seconds(45))
            return house.frameCount - before
        }
        #expect(frames(60) == frames(0))
    }

    @Test("C steps through the clocks, and the chosen one is used for the search")
    func choosing() throws {
        var house = House()
        house.press(house.enter("lin"), "C")
        #expect(house.screen("lin").contains("New matches: 10 s a move."))
        house.press("lin", "C", "C")
        #expect(house.screen("lin").contains("60 s a move"))
        #expect(house.objects(in: .player).first?["limit"] == [60])
        house.enter("okafor")
        house.run(for: .seconds(3))
        #expect(house.screen("okafor").contains("Looking for a match"))
        house.press("lin", "C")
        #expect(house.screen("lin").contains("okafor"))
        house.run(for: .seconds(3))
        #expect(house.screen("okafor").contains("lin"))
        #expect(!house.screen("okafor").contains("Looking for a match"))
    }

    @Test("An invitation shows its clock")
    func asked() {
        var profile = PlayerProfile()
        profile.terms.limit = MoveTimeLimit(rawValue: 30)
        var house = House()
        house.press(house.enter("okafor"), "esc")
        house.press(house.enter("lin", profile: profile), "esc")
        house.press("lin", "tab", "down", "enter", "enter")
        #expect(
            house.screen("okafor").contains("lin invites you to play")
                && house.screen("okafor").contains("30 s a move, no series")
                && house.screen("okafor").contains("20 s to answer")
        )
        house.answer("okafor")
        #expect(
            house.screen("okafor").contains("30 s") && house.screen("okafor").contains("YOUR MOVE"))
    }
}
