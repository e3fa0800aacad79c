import Game
import Lobby
import SimperiumClock
import Testing

@Suite("Halls")
struct HallTests {
    @Test(
        "A number is written in one way",
        arguments: [
            ("1", 1), ("7", 7), ("9999", 9_999), ("0", nil), ("01", nil), ("10000", nil),
            ("", nil), ("-1", nil), ("+1", nil), ("1 ", nil), ("x", nil), ("१", nil),
        ])
    func numbers(text: String, number: Int?) {
        #expect(HallNumber(text)?.rawValue == number)
    }

    private static let limits = HallLimits(
        size: 4, strangers: 5, spectators: 8, closing: .seconds(60))

    private func halls(_ table: inout HallOccupancy<Int>, _ holders: ClosedRange<Int>) -> [Int?] {
        holders.map { table.admit($0, wishing: .any, at: .start).here?.rawValue }
    }

    @Test("The first hall is filled to half, others wholly; newcomers go to the fullest with room")
    func filling() throws {
        var table = HallOccupancy<Int>(Self.limits)
        let third = try #require(HallNumber("3"))
        #expect(halls(&table, 1...8) == [1, 1, 2, 2, 2, 2, 3, 3])
        #expect(table.open.map(\.rawValue) == [1, 2, 3])
        #expect(table.peopleCount(in: .first) == 2)
        // A person who asks again has the same place.
        #expect(table.admit(1, wishing: .named(third), at: .start).here == .first)
        #expect(table.hall(of: 1) == .first)
        #expect(table.peopleCount(in: third) == 2)
        table.releasePlace(4, at: .start)
        #expect(halls(&table, 9...10) == [2, 3])

        // A small lobby is one hall.
        var small = HallOccupancy<Int>()
        #expect(halls(&small, 1...50).allSatisfy { $0 == 1 })
        #expect(small.nextDeadline == nil)
    }

    @Test("A program that knows of no halls is in the first, up to so many")
    func strangers() {
        var table = HallOccupancy<Int>(Self.limits)
        _ = halls(&table, 1...6)

        let stranger = { (table: inout HallOccupancy<Int>, number: Int) in
            table.admit(number, wishing: .unaware, at: .start).here
        }
        #expect((11...15).allSatisfy { stranger(&table, $0) == .first })
        #expect(stranger(&table, 16) == nil)
        table.releasePlace(12, at: .start)
        #expect(stranger(&table, 16) == .first)
        // A client that knows halls is still admitted.
        #expect(halls(&table, 20...20) == [3])
    }

    @Test(
        "An open hall admits its wishers slightly beyond its size, and spectators far beyond")
    func wishes() throws {
        var table = HallOccupancy<Int>(Self.limits)
        _ = halls(&table, 1...6)
        let second = try #require(HallNumber("2"))
        let ninth = try #require(HallNumber("9"))

        #expect(table.canFulfill(.named(second)))
        #expect(table.admit(11, wishing: .named(second), at: .start).here == second)
        #expect(!table.canFulfill(.named(second)))
        #expect(table.canFulfill(.offered(second)))
        #expect(table.admit(12, wishing: .named(second), at: .start).here?.rawValue == 3)
        for (number, wish) in [(13, RequestedHallWithReason.toWatch(second)), (14, .back(second))] {
            #expect(table.admit(number, wishing: wish, at: .start).here == second)
        }
        #expect(table.admit(15, wishing: .toWatch(second), at: .start).here == second)
        for (number, wish) in [(16, RequestedHallWithReason.toWatch(second)), (17, .back(second))] {
            #expect(table.admit(number, wishing: wish, at: .start).here?.rawValue == 3)
        }
        for (number, wish) in [(18, RequestedHallWithReason.named(ninth)), (19, .back(ninth))] {
            #expect(table.admit(number, wishing: wish, at: .start).here?.rawValue != 9)
        }
    }

    @Test("A hall that is empty for a minute is closed, and its number given again")
    func closing() throws {
        var table = HallOccupancy<Int>(Self.limits)
        _ = halls(&table, 1...8)
        let second = try #require(HallNumber("2"))
        for holder in 3...6 { table.releasePlace(holder, at: .start + .seconds(holder)) }

        #expect(table.nextDeadline == .start + .seconds(66))
        #expect(table.closeAndForgetIdleHalls(at: .start + .seconds(65)).isEmpty)
        #expect(table.admit(20, wishing: .back(second), at: .start + .seconds(65)).here == second)
        #expect(table.closeAndForgetIdleHalls(at: .start + .seconds(66)).isEmpty)
        #expect(table.nextDeadline == nil)

        table.releasePlace(20, at: .start + .seconds(70))
        #expect(table.closeAndForgetIdleHalls(at: .start + .seconds(130)) == [second])
        #expect(!table.open.contains(second))
        #expect(halls(&table, 21...23) == [3, 3, 2])

        // Seats from before the server began keep their hall open for people who come back.
        var started = HallOccupancy<Int>(Self.limits)
        let fifth = try #require(HallNumber("5"))
        started.reopenHallWithEarlierSeats(fifth, at: .start)
        #expect(started.admit(1, wishing: .back(fifth), at: .start + .seconds(9)).here == fifth)
        started.releasePlace(1, at: .start + .seconds(10))
        #expect(started.closeAndForgetIdleHalls(at: .start + .seconds(70)) == [fifth])
    }

    @Test("Ten thousand who ask and leave keep nothing")
    func passingBy() {
        var table = HallOccupancy<Int>(Self.limits)
        for holder in 0..<10_000 {
            _ = table.admit(holder, wishing: .any, at: .start)
            table.releasePlace(holder, at: .start)
        }
        for holder in 0..<100 { _ = table.admit(holder, wishing: .any, at: .start) }
        for holder in 0..<100 { table.releasePlace(holder, at: .start) }

        table.closeAndForgetIdleHalls(at: .start + .seconds(60))
        #expect(table.open == [.first])
        #expect(table.peopleCount(in: .first) == 0)
    }
}
