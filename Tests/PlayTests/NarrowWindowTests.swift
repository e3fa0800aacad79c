import Drawing
import Game
import Play
import Testing
import Visit

@Suite("Narrow windows")
struct NarrowWindowTests {
    private static func screen(of scene: Scene, rows: Int, columns: Int) -> [Substring] {
        var house = scene.house
        let guest = scene == .notices ? "lin" : house.latest
        house.feed(.resized(Size(rows: rows, columns: columns)), to: guest)
        return house.screen(guest).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("At 40x12 the first line and the one above the keys are whole", arguments: Scene.allCases)
    func wholeLines(scene: Scene) {
        let lines = Self.screen(of: scene, rows: 12, columns: 40)
        // It was told while there was room for all of it, and goes by itself.
        let hint = scene == .lobbyOffline ? "" : lines[10]
        for line in [lines[0], hint] { #expect(!line.contains("…"), "\(line)") }
    }

    @Test("In a narrow window notices have fewer words")
    func offline() {
        var house = House()
        house.isServerUp = false
        house.enter("lin", rows: 12, columns: 40)
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("No server. Run “tictactoe serve”."))
    }

    @Test("Where names would be cut, all rows tell the score alone")
    func names() {
        var house = House()
        for name in ["constantine", "maximilian", "ana", "bo"] { house.enter(name) }
        let me = house.enter("lin", .watch(nil), rows: 12, columns: 40)
        #expect(house.screen(me).contains("constantine – maximilian 0–0"))
        #expect(!house.screen(me).contains("move"))
        house.feed(.resized(Size(rows: 12, columns: 60)), to: me)
        #expect(house.screen(me).contains("move 1"))
    }

    @Test("Of two at one keyboard none is “you”")
    func samePerson() {
        let robot = Robot()
        #expect(robot.screen.contains("O circle") && !robot.screen.contains("circle  you"))
        #expect(Robot(.bot(.easy)).screen.contains("O you"))
    }
}
