import EngineSamples
import SharedLog
import SimperiumClock
import Testing

/// What the list of halls answers to nodes; a real Redis is held to the same by
/// `DirectoryConformanceTests`.
@Suite("The list of halls that nodes share")
struct DirectoryTests {
    private var engine = ModelEngine()
    private var now = Stamp(milliseconds: 1_000_000)
    private let one = Incarnation(rawValue: 1)
    private let other = Incarnation(rawValue: 2)
    private let room = DirectoryRoom(
        size: 4, extended: 5, most: 9, plain: 2, ownInFirst: 2, closing: .seconds(65), halls: 20)

    private mutating func ask(_ deed: DirectoryDeed, by node: Incarnation) -> DirectoryAnswer? {
        let found = engine.perform(.directory(deed, by: node), at: now).answer
        guard case .directory(let answer) = found else { return nil }
        return answer
    }

    private mutating func enter(
        _ node: Incarnation, _ manner: DirectoryWish.Manner = .any, hall: Int = 0
    ) -> DirectoryAnswer? {
        ask(.enter(DirectoryWish(manner, hall: hall), room), by: node)
    }

    private static func spread(_ halls: Int, _ occupied: Int, _ held: Int) -> DirectorySpread {
        DirectorySpread(halls: halls, occupied: occupied, held: held)
    }

    @Test("S195 Each node hears how the halls are spread: at how many nodes one is in the mean")
    mutating func spreads() {
        func spread(_ answer: DirectoryAnswer?) -> DirectorySpread? {
            if case .sums(_, let spread)? = answer { spread } else { nil }
        }
        #expect(spread(ask(.tell(DirectoryNews()), by: one)) == .empty)
        #expect(DirectorySpread.empty.nodesPerHall == 1)
        // The first at both, the second at one.
        for node in [one, other, one, one] { _ = enter(node) }
        #expect(spread(ask(.tell(DirectoryNews()), by: other)) == Self.spread(2, 2, 3))
        #expect(Self.spread(2, 2, 3).nodesPerHall == 1.5)
        _ = ask(.hold([DirectoryPlaces(2, own: 2, plain: 0)]), by: one)
        #expect(spread(ask(.tell(DirectoryNews()), by: one)) == Self.spread(2, 2, 2))
        _ = ask(.hold([]), by: other)
        #expect(spread(ask(.tell(DirectoryNews()), by: one)) == Self.spread(2, 1, 1))
        _ = ask(.void(one), by: other)
        #expect(spread(ask(.tell(DirectoryNews()), by: other)) == Self.spread(2, 0, 0))
    }

    @Test("S210 A few are in the first hall, at whichever server; then each server opens its own")
    mutating func filling() {
        let halls = [one, other, one, other, one, one, one, one, other].map { enter($0) }
        // Two of ours in the first; then one fills the second, and other the third.
        #expect(halls == [1, 1, 2, 3, 2, 2, 2, 4, 3].map { .hall($0) })
    }

    @Test("S210 Two servers that open a hall at once get two numbers; who names one meets there")
    mutating func atOnce() {
        for _ in 0..<2 { _ = enter(one) }
        #expect(enter(one) == .hall(2))
        #expect(enter(other) == .hall(3))
        #expect(enter(other, .named, hall: 2) == .hall(2))
        #expect(enter(other, .named, hall: 9) == .hall(2), "none is opened by naming it")
    }

    @Test("S210 Who names a hall, is kept or knows none goes as far as at one server")
    mutating func wishes() {
        for _ in 0..<6 { _ = enter(one) }
        #expect(enter(other, .named, hall: 2) == .hall(2))
        #expect(enter(other, .named, hall: 2) == .hall(3))
        #expect(enter(other, .kept, hall: 2) == .hall(2))
        #expect(enter(other, .plain) == .hall(1))
        #expect(enter(one, .plain) == .hall(1))
        #expect(enter(one, .plain) == .full)
    }

    @Test("S211 A dead server's places are given back, and nothing of it counts any more")
    mutating func burying() {
        for _ in 0..<6 { _ = enter(one) }
        let hall = DirectoryNews.Hall(2, figures: [4, 1, 2, 1, 0, 1], page: [1])
        let hint = DirectoryNews.Hint([7], in: 2, "k")
        let news = DirectoryNews(halls: [hall], added: [hint])
        #expect(ask(.tell(news), by: one) == .sums([4, 1, 2, 1, 0, 1], Self.spread(2, 2, 2)))
        #expect(ask(.find([7]), by: other) == .traces([DirectoryTrace(2, "k")]))
        #expect(ask(.page(after: 1), by: other) == .page([DirectoryPage(2, [1])], hasMore: false))
        #expect(ask(.void(one), by: other) == .done)
        #expect(enter(one) == .dead)
        #expect(ask(.find([7]), by: other) == .traces([]))
        #expect(ask(.page(after: 0), by: other) == .page([], hasMore: false))
        #expect(
            ask(.tell(DirectoryNews()), by: other)
                == .sums([0, 0, 0, 0, 0, 0], Self.spread(2, 0, 0)))
        #expect(enter(other) == .hall(1))
        // Its people come back to their hall, which is still there.
        #expect(enter(other, .kept, hall: 2) == .hall(2))
    }

    @Test("S211 An empty hall is closed after a while, and its number is the next")
    mutating func closing() {
        for _ in 0..<7 { _ = enter(one) }
        #expect(enter(other, .named, hall: 3) == .hall(3))
        _ = ask(.hold([DirectoryPlaces(1, own: 2, plain: 0)]), by: one)
        _ = ask(.hold([]), by: other)
        now = now + .seconds(60)
        #expect(enter(other, .named, hall: 2) == .hall(2))
        now = now + .seconds(6)
        #expect(enter(other, .named, hall: 3) == .hall(2))
        #expect(
            ask(.tell(DirectoryNews()), by: one)
                == .sums([0, 0, 0, 0, 0, 0], Self.spread(2, 2, 2)))
    }

    @Test("S211 Places that an answer was lost of are given back with the next list of them")
    mutating func holding() {
        for _ in 0..<3 { _ = enter(one) }
        _ = ask(.hold([DirectoryPlaces(1, own: 1, plain: 0)]), by: one)
        #expect(enter(other) == .hall(1))
        #expect(enter(other) == .hall(3), "one is in the first of each")
    }

    @Test("S213 Of two who wait at different servers the one in the higher hall is sent, once")
    mutating func waiting() {
        let low = DirectoryWaiter("a", in: 2, kind: 0, canMove: true)
        let high = DirectoryWaiter("b", in: 3, kind: 0, canMove: true)
        let third = DirectoryWaiter("c", in: 4, kind: 0, canMove: true)
        #expect(ask(.wait([low]), by: one) == .offers([], expected: []))
        #expect(
            ask(.wait([high, third]), by: other)
                == .offers([DirectoryOffer("b", to: 2)], expected: []))
        #expect(ask(.wait([low]), by: one) == .offers([], expected: ["a"]))
        now = now + .seconds(3)
        #expect(
            ask(.wait([third]), by: other) == .offers([], expected: []),
            "who has not been told of for three seconds does not wait")
        #expect(ask(.wait([low]), by: one) == .offers([], expected: []))
        #expect(
            ask(.wait([third]), by: other)
                == .offers([DirectoryOffer("c", to: 2)], expected: []))
    }

    @Test("S213 Who can't move is come to; other clocks, and who is promised, are left alone")
    mutating func unsuited() {
        let rooted = DirectoryWaiter("a", in: 9, kind: 0, canMove: false)
        let timed = DirectoryWaiter("t", in: 1, kind: 30, canMove: true)
        #expect(ask(.wait([rooted, timed]), by: one) == .offers([], expected: []))
        let mover = DirectoryWaiter("b", in: 3, kind: 0, canMove: true)
        let second = DirectoryWaiter("c", in: 4, kind: 0, canMove: true)
        #expect(
            ask(.wait([mover, second]), by: other)
                == .offers([DirectoryOffer("b", to: 9)], expected: []))
    }
}
