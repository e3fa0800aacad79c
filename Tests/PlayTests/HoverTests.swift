import Drawing
import Play
import Testing

@Suite("The mouse over a board")
struct HoverTests {
    private static func mouse(_ row: Int, _ column: Int) -> Client.Event {
        .key(.mouse(.move, at: Point(row: row, column: column), []))
    }

    @Test("It is followed while a round is played here, and no longer")
    func asked() {
        var house = House()
        house.enter("okafor")
        house.enter("lin")
        #expect(house.wishes(of: "okafor").filter(\.isAboutHover) == [.useHover(true)])
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        #expect(
            house.wishes(of: "okafor").filter(\.isAboutHover) == [
                .useHover(true), .useHover(false),
            ])
    }

    @Test("The free square below it is the chosen one, and nothing is placed")
    func chooses() {
        var house = House()
        house.enter("okafor")
        house.enter("lin")
        house.run(for: .seconds(6))
        house.feed(Self.mouse(17, 30), to: "okafor")
        #expect(house.screen("okafor").contains("Enter places your O there."))
        house.press("okafor", "enter")
        house.run(for: .seconds(1))
        // It is the other's turn, and then the square is taken.
        house.feed(Self.mouse(5, 5), to: "okafor")
        #expect(house.screen("okafor").contains("lin to move"))
        house.play("lin", "1")
        house.feed(Self.mouse(5, 5), to: "okafor")
        house.press("okafor", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("okafor").contains("YOUR MOVE"))
    }

    @Test("At a bot's board it chooses, too, and over the list of keys it does not")
    func table() {
        var house = House()
        house.press(house.enter("lin"), "b", "?")
        house.feed(Self.mouse(17, 30), to: "lin")
        house.press("lin", "esc", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("1 O 5"))
    }
}

extension Client.Effect {
    fileprivate var isAboutHover: Bool {
        if case .useHover = self { true } else { false }
    }
}
