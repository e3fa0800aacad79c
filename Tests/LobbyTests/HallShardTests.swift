import Lobby
import SimperiumClock
import SimperiumWire
import Testing

@Suite("Halls in several shards")
struct HallShardTests {
    private typealias Table = HallOccupancy<Int>

    private static let limits = HallLimits(
        size: 4, strangers: 5, spectators: 8, closing: .seconds(60), spread: 6)

    private static func table(_ own: Int) -> Table {
        Table(limits, HallSharding(count: 3, own: own))
    }

    private static func hall(_ number: Int) -> HallNumber {
        HallNumber(rawValue: number) ?? .first
    }

    /// Returns the numbers of the halls of several clients that dial again; negative ones are in
    /// other shards.
    private static func admit(
        _ holders: ClosedRange<Int>, _ wish: RequestedHallWithReason = .any, redials: Bool = true,
        at seconds: Int = 0, to table: inout Table
    ) -> [Int?] {
        holders.map {
            let now = Instant.start + .seconds(seconds)
            return switch table.admit($0, wishing: wish, redials: redials, at: now) {
            case .here(let hall): hall.rawValue
            case .elsewhere(let hall): hall.map { -$0.rawValue } ?? 0
            case .full: nil
            }
        }
    }

    @Test("The halls are dealt out to the shards; a server without others has all")
    func shards() {
        let second = HallSharding(count: 16, own: 1)
        #expect([1, 2, 16, 17, 18].map { second.shard(of: Self.hall($0)) } == [0, 1, 15, 0, 1])
        #expect([1, 2, 18].map { second.isOwn(Self.hall($0)) } == [false, true, true])
        #expect(!second.isHome && second.isDivided)
        #expect(second.areInSameShard(Self.hall(2), Self.hall(18)))
        #expect(!second.areInSameShard(Self.hall(1), Self.hall(2)))
        #expect(HallSharding.undivided.isHome && !HallSharding.undivided.isDivided)
        #expect([1, 9_999].allSatisfy { HallSharding.undivided.isOwn(Self.hall($0)) })
    }

    @Test("The home fills its own halls first, then those of the shard with the fewest people")
    func spreading() {
        var home = Self.table(0)
        #expect(Self.admit(1...6, to: &home) == [1, 1, 4, 4, 4, 4])
        #expect(Self.admit(7...11, to: &home) == [-3, -3, -3, -3, -2])
        // A hall that is in no report is closed. This one has two people by now.
        home.recordReport(1, in: Self.hall(2), at: .start + .seconds(3))
        #expect(Self.admit(12...14, at: 3, to: &home) == [-2, -2, -2])
        home.recordReport(1, in: Self.hall(3), at: .start + .seconds(3))
        home.recordReport(1, in: Self.hall(6), at: .start + .seconds(3))
        #expect(Self.admit(15...21, at: 3, to: &home) == [-3, -3, -3, -6, -6, -6, -5])
        #expect(Self.admit(22...22, redials: false, at: 3, to: &home) == [7])
        #expect(home.open.map(\.rawValue) == [1, 4, 7])
    }

    @Test("With many people, a client gets a hall of the server that it came through")
    func near() {
        var home = Self.table(0)
        func admit(_ holders: ClosedRange<Int>, near: [Int]) -> [HallPlacement] {
            holders.map {
                home.admit(
                    $0, wishing: .any, redials: true, near: ShardSet(near), at: .start)
            }
        }
        // While there are few, all stay together.
        #expect(admit(1...6, near: [1]).allSatisfy { if case .here = $0 { true } else { false } })
        #expect(admit(7...8, near: [1]) == [.elsewhere(Self.hall(2)), .elsewhere(Self.hall(2))])
        #expect(admit(9...9, near: [2]) == [.elsewhere(Self.hall(3))])
        #expect(admit(10...10, near: [0, 1]) == [.elsewhere(Self.hall(2))])
        // A server without a shard of its own has no halls.
        #expect(admit(11...11, near: []) == [.elsewhere(Self.hall(2))])
        #expect(admit(12...12, near: [1]) == [.elsewhere(Self.hall(5))])
    }

    @Test("At home, a named distant hall with room is at another server; another one is no wish")
    func namedAtHome() {
        var home = Self.table(0)
        home.recordReport(4, in: Self.hall(2), at: .start)
        home.recordReport(7, in: Self.hall(3), at: .start)
        let wishes: [(RequestedHallWithReason, Int)] = [
            (.named(Self.hall(2)), -2), (.named(Self.hall(2)), 1), (.toWatch(Self.hall(3)), -3),
            (.toWatch(Self.hall(3)), 1), (.back(Self.hall(8)), 4), (.named(Self.hall(7)), 4),
            (.offered(Self.hall(2)), 4),
        ]
        for (number, (wish, hall)) in wishes.enumerated() {
            #expect(Self.admit(number...number, wish, to: &home) == [hall], "\(wish)")
        }
        // A client that does not dial again is here.
        home.recordReport(1, in: Self.hall(2), at: .start + .seconds(5))
        #expect(home.canFulfill(.named(Self.hall(2))))
        #expect(Self.admit(9...9, .named(Self.hall(2)), redials: false, to: &home) == [4])
    }

    @Test("Another shard opens the hall that the home chose, unless an open one has room")
    func atOtherShard() {
        var other = Self.table(1)
        #expect(other.open.isEmpty && other.nextDeadline == nil)
        #expect(Self.admit(1...4, .named(Self.hall(5)), to: &other) == [5, 5, 5, 5])
        #expect(Self.admit(5...5, .named(Self.hall(5)), to: &other) == [5])
        #expect(Self.admit(6...6, .named(Self.hall(8)), to: &other) == [8])
        #expect(Self.admit(7...7, .toWatch(Self.hall(11)), to: &other) == [8])
        #expect(Self.admit(8...8, .named(Self.hall(5)), to: &other) == [8])
        // The home may have sent a client with a seat, too.
        #expect(Self.admit(9...9, .back(Self.hall(11)), to: &other) == [8])
        #expect(Self.admit(10...10, .back(Self.hall(5)), to: &other) == [5])
        #expect(Self.admit(11...11, .named(Self.hall(3)), to: &other) == [-3])
        #expect(Self.admit(12...12, .back(Self.hall(1)), to: &other) == [-1])
        // No client comes without a hall. It would get one all the same.
        #expect(Self.admit(13...14, to: &other) == [2, 2])
        #expect(Self.admit(15...15, .unaware, redials: false, to: &other) == [2])
        #expect(Self.admit(16...16, .toWatch(.first), redials: false, to: &other) == [2])
        // If a hall elsewhere is half empty, it has not, and the client was away for long.
        other.recordReport(1, in: Self.hall(3), at: .start)
        #expect(Self.admit(17...17, .back(Self.hall(11)), to: &other) == [0])
        other.reopenHallWithEarlierSeats(Self.hall(3), at: .start)
        #expect(other.open.map(\.rawValue) == [2, 5, 8])
    }

    @Test("A hall without reports is forgotten, and so is a client that never arrived")
    func forgetting() {
        var home = Self.table(0)
        _ = Self.admit(1...6, to: &home)
        home.recordReport(2, in: Self.hall(2), at: .start)
        #expect(Self.admit(7...7, to: &home) == [-2])
        #expect(home.peopleCount(in: Self.hall(2)) == 3)
        // The client may be on the way still, also if the hall has closed.
        home.recordReport(nil, in: Self.hall(2), at: .start + .seconds(1))
        #expect(home.peopleCount(in: Self.hall(2)) == 1)
        home.recordReport(2, in: Self.hall(2), at: .start + .seconds(2))
        #expect(home.peopleCount(in: Self.hall(2)) == 2)
        #expect(home.nextDeadline == .start + .seconds(10))
        #expect(home.closeAndForgetIdleHalls(at: .start + .seconds(11)).isEmpty)
        #expect(home.closeAndForgetIdleHalls(at: .start + .seconds(12)) == [Self.hall(2)])
        #expect(home.nextDeadline == nil && !home.canFulfill(.named(Self.hall(2))))
        home.recordReport(3, in: Self.hall(2), at: .start + .seconds(13))
        home.recordReport(nil, in: Self.hall(2), at: .start + .seconds(14))
        #expect(
            home.peopleCount(in: Self.hall(2)) == 0
                && !home.canFulfill(.named(Self.hall(2))))
        // Its own halls are not reported to it.
        home.recordReport(9, in: Self.hall(7), at: .start)
        #expect(home.peopleCount(in: Self.hall(7)) == 0)
    }
}
