import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Lone waiters")
struct LoneWaiterTests {
    private static func waiter(
        _ name: String, in hall: Int, since: Int = 0, clock: MoveTimeLimit? = nil,
        knowsWishes: Bool = false, isAlone: Bool = true, canMove: Bool = true
    ) -> HallWaiter {
        HallWaiter(
            id: PlayerID(rawValue: name), hall: HallNumber(rawValue: hall) ?? .first,
            clock: clock, knowsWishes: knowsWishes, since: .start + .milliseconds(since),
            isAlone: isAlone,
            canMove: canMove)
    }

    private static func offers(
        _ lone: inout CrossHallMatchmaker, _ waiters: [HallWaiter], at milliseconds: Int,
        hasRoom: (HallNumber) -> Bool = { _ in true },
        mayPair: (PlayerID, PlayerID) -> Bool = { _, _ in true }
    ) -> [String] {
        lone.makeOffers(
            to: waiters, at: .start + .milliseconds(milliseconds), hasRoom: hasRoom,
            mayPair: mayPair
        ).map { "\($0.player): \($0.from) to \($0.to)" }
    }

    /// The people who wait at a moment, and the offers that they get.
    private struct Moment {
        let at: Int
        let waiters: [HallWaiter]
        let offers: [String]
    }

    private static let stories: [(String, [Moment])] = {
        let pair = [waiter("lin", in: 3), waiter("okafor", in: 2, since: 200)]
        let stuck = [
            waiter("lin", in: 2, isAlone: false), waiter("okafor", in: 2, isAlone: false),
            waiter("amara", in: 1),
        ]
        let deaf = [waiter("deaf", in: 3), waiter("amara", in: 1, canMove: false)]
        let more = deaf + [waiter("lin", in: 2, since: 1_500)]
        let target = waiter("amara", in: 1, isAlone: false)
        let back = waiter("lin", in: 2, since: 4_500)
        let clocks = [
            waiter("lin", in: 1, clock: MoveTimeLimit.offered.first, knowsWishes: true),
            waiter("okafor", in: 2, since: 200, knowsWishes: true), waiter("old", in: 3),
        ]
        return [
            (
                "Two with different clocks, whose programs know wishes, are promised later",
                [
                    Moment(at: 6_000, waiters: Array(clocks.prefix(2)), offers: []),
                    Moment(at: 6_699, waiters: Array(clocks.prefix(2)), offers: []),
                    Moment(at: 6_700, waiters: Array(clocks.prefix(2)), offers: ["okafor: 2 to 1"]),
                ]
            ),
            (
                "A program of earlier rules goes to its own clock alone",
                [
                    Moment(at: 9_000, waiters: [clocks[0], clocks[2]], offers: []),
                    Moment(at: 9_100, waiters: clocks, offers: ["old: 3 to 2"]),
                ]
            ),
            (
                "The one in the higher hall goes after a second, and both are promised then",
                [
                    Moment(at: 999, waiters: pair, offers: []),
                    Moment(at: 1_000, waiters: pair, offers: []),
                    Moment(at: 1_200, waiters: pair, offers: ["lin: 3 to 2"]),
                    Moment(at: 1_450, waiters: pair, offers: []),
                ]
            ),
            (
                "Each is promised to one only",
                [
                    Moment(
                        at: 1_000, waiters: (1...9).map { waiter("\($0)", in: $0) },
                        offers: ["9: 9 to 1", "8: 8 to 2", "7: 7 to 3", "6: 6 to 4"])
                ]
            ),
            (
                "People from lower halls, too, go to one who can't move",
                [
                    Moment(
                        at: 1_000,
                        waiters: [waiter("lin", in: 1), waiter("okafor", in: 4, canMove: false)],
                        offers: ["lin: 1 to 4"])
                ]
            ),
            (
                "A player with only unsuitable others in the hall moves half a second later",
                [
                    Moment(at: 1_400, waiters: stuck, offers: []),
                    Moment(at: 1_500, waiters: stuck, offers: ["okafor: 2 to 1"]),
                ]
            ),
            (
                "A player who ignores an offer rests; the partner is promised to the next",
                [
                    Moment(at: 1_000, waiters: deaf, offers: ["deaf: 3 to 1"]),
                    Moment(at: 1_700, waiters: more, offers: []),
                    Moment(at: 2_400, waiters: more, offers: []),
                    Moment(at: 2_500, waiters: more, offers: ["lin: 2 to 1"]),
                    Moment(
                        at: 4_000, waiters: [deaf[0], waiter("okafor", in: 2, since: 3_000)],
                        offers: ["okafor: 2 to 3"]),
                ]
            ),
            (
                "Two who did not become a pair are not brought together again",
                [
                    Moment(
                        at: 2_000, waiters: [waiter("lin", in: 2), target],
                        offers: ["lin: 2 to 1"]),
                    Moment(
                        at: 4_000,
                        waiters: [waiter("lin", in: 1, since: 2_500, isAlone: false), target],
                        offers: []),
                    Moment(at: 5_500, waiters: [back, target], offers: []),
                    Moment(
                        at: 6_000, waiters: [back, waiter("okafor", in: 3, since: 4_500), target],
                        offers: ["okafor: 3 to 1"]),
                ]
            ),
        ]
    }()

    @Test("Two who wait alone in different halls are brought together")
    func brings() {
        for (name, moments) in Self.stories {
            var lone = CrossHallMatchmaker()
            for moment in moments {
                let offers = Self.offers(&lone, moment.waiters, at: moment.at)
                #expect(offers == moment.offers, "\(name), at \(moment.at) ms")
            }
        }
    }

    @Test("Two who can't move, want other clocks or are not for each other stay where they are")
    func unsuited() throws {
        var lone = CrossHallMatchmaker()
        let fixed = (1...2).map { Self.waiter("\($0)", in: $0, canMove: false) }
        #expect(Self.offers(&lone, fixed, at: 1_000).isEmpty)

        let limit = try #require(MoveTimeLimit.offered.first)
        let clocks = [Self.waiter("lin", in: 1), Self.waiter("okafor", in: 2, clock: limit)]
        #expect(Self.offers(&lone, clocks, at: 1_000).isEmpty)

        let both = (1...2).map { Self.waiter("\($0)", in: $0) }
        #expect(Self.offers(&lone, both, at: 1_000, mayPair: { _, _ in false }).isEmpty)
        #expect(Self.offers(&lone, both, at: 1_000, hasRoom: { _ in false }).isEmpty)
        // A player who could move down does not move up, even if there is no room below.
        #expect(Self.offers(&lone, both, at: 1_000, hasRoom: { $0 != .first }).isEmpty)
    }

    @Test(
        "An unlucky player gets the next offer at once, at most three times in ten seconds")
    func unlucky() throws {
        var lone = CrossHallMatchmaker()
        var now = 1_000
        for round in 0..<3 {
            let mover = Self.waiter("lin", in: 9 - round, since: round == 0 ? 0 : now)
            let other = Self.waiter("\(round)", in: 1)
            let expected = ["lin: \(9 - round) to 1"]
            #expect(Self.offers(&lone, [mover, other], at: now) == expected)
            // The other has gone, and so has the mover.
            #expect(Self.offers(&lone, [], at: now + 250).isEmpty)
            now += 500
        }
        let mover = Self.waiter("lin", in: 2, since: now)
        let other = Self.waiter("amara", in: 1, since: now - 999)
        #expect(Self.offers(&lone, [mover, other], at: now).isEmpty)
        #expect(Self.offers(&lone, [mover, other], at: now + 1) == ["amara: 1 to 2"])
    }

    @Test(
        "A mover who leaves or is seated does not arrive, and the partner is promised to the next")
    func dropped() throws {
        var lone = CrossHallMatchmaker()
        let (amara, lin) = (Self.waiter("amara", in: 1), Self.waiter("lin", in: 3))
        #expect(Self.offers(&lone, [lin, amara], at: 1_000) == ["lin: 3 to 1"])

        let okafor = Self.waiter("okafor", in: 2)
        #expect(Self.offers(&lone, [amara, okafor], at: 1_250).isEmpty)
        lone.withdrawPromiseToMover(PlayerID(rawValue: "lin"))
        #expect(Self.offers(&lone, [amara, okafor], at: 1_500) == ["okafor: 2 to 1"])
        // That promise is another one's now.
        lone.withdrawPromiseToMover(PlayerID(rawValue: "lin"))
        #expect(Self.offers(&lone, [amara, Self.waiter("zoe", in: 3)], at: 1_750).isEmpty)
    }

    @Test("The server of a player's hall decides whether the player moves")
    func shards() {
        var lone = CrossHallMatchmaker(HallSharding(count: 2, own: 0))
        let amara = Self.waiter("amara", in: 1)
        var lin = Self.waiter("lin", in: 4)
        (lin.redials, lin.canMove) = (true, false)
        // A player who does not get to another server waits for one who does.
        #expect(Self.offers(&lone, [amara, lin], at: 1_000).isEmpty)
        lin.canMove = true
        #expect(Self.offers(&lone, [amara, lin], at: 1_000) == ["lin: 4 to 1"])
        #expect(![amara, lin].contains { lone.hasPromiseByThisServer($0.id) })

        // Later reports show that the other server has not made this promise.
        let okafor = Self.waiter("okafor", in: 3)
        #expect(Self.offers(&lone, [amara, lin], at: 3_700).isEmpty)
        #expect(Self.offers(&lone, [amara, lin], at: 3_750).isEmpty)
        #expect(Self.offers(&lone, [amara, okafor], at: 4_000) == ["okafor: 3 to 1"])
        #expect(
            [amara, okafor].allSatisfy { lone.hasPromiseByThisServer($0.id) }
                && lone.mayGetOffer(lin))

        // A player who does not move at their server is visited.
        lone = CrossHallMatchmaker(HallSharding(count: 2, own: 0))
        var zoe = Self.waiter("zoe", in: 1)
        (zoe.redials, lin.canMove) = (true, false)
        #expect(Self.offers(&lone, [zoe, lin], at: 1_000) == ["zoe: 1 to 4"])
        // A player who has ignored an offer here may move from a hall of another server.
        let mia = Self.waiter("mia", in: 3)
        #expect(Self.offers(&lone, [amara, mia], at: 1_250) == ["mia: 3 to 1"])
        #expect(Self.offers(&lone, [amara, mia], at: 2_000) == ["amara: 1 to 3"])
        #expect(!lone.mayGetOffer(mia))
        #expect(lone.mayGetOffer(Self.waiter("mia", in: 2)))
    }

    @Test("The players who left are forgotten")
    func forgetting() throws {
        var lone = CrossHallMatchmaker()
        let all = (1...9).map { Self.waiter("\($0)", in: $0) }
        _ = Self.offers(&lone, all, at: 1_000)
        #expect(lone.count > 0)
        for seconds in 2...14 { _ = Self.offers(&lone, [], at: seconds * 1_000) }
        #expect(lone.count == 0)
    }
}

@Suite("Players who wait in a hall")
struct HallWaiterTests {
    private func fold(
        _ name: String, _ mode: MatchmakingMode, limit: MoveTimeLimit? = nil, asks: String? = nil,
        into lobbyState: inout LobbyState
    ) {
        var player = Player(id: PlayerID(rawValue: name), name: nil, mode: mode)
        player.limit = limit
        player.rules = 2
        var object = player.members
        object["asks"] = asks.map { ["n": 1, "to": JSON($0)] }
        _ = lobbyState.fold(
            .inserted(.player, ObjectKey.trappingIfInvalid(name), object, .remote), at: .start)
    }

    @Test(
        "Alone means without a matching clock; inviters, invited players and old clients stay")
    func waiters() throws {
        var lobbyState = LobbyState()
        let limit = try #require(MoveTimeLimit.offered.first)
        _ = lobbyState.fold(.rules(2), at: .start)
        for name in ["lin", "okafor", "old"] { fold(name, .auto, into: &lobbyState) }
        fold("amara", .clocked, limit: limit, into: &lobbyState)
        fold("zoe", .open, asks: "okafor", into: &lobbyState)
        fold("ben", .busy, into: &lobbyState)

        let waiters = lobbyState.hallWaiters(in: .first) { $0.rawValue != "old" }
        #expect(waiters.map(\.id.rawValue) == ["lin", "okafor", "old", "amara"])
        #expect(waiters.map(\.isAlone) == [false, false, false, true])
        #expect(waiters.map(\.canMove) == [true, false, false, true])
        #expect(waiters.map(\.clock) == [nil, nil, nil, limit])
        #expect(waiters.allSatisfy { $0.hall == .first && $0.since == .start })
    }
}
