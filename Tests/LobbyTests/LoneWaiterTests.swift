import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("Lone waiters")
struct LoneWaiterTests {
    private func waiter(
        _ name: String, in hall: Int, since: Int = 0, clock: MoveLimit? = nil,
        isAlone: Bool = true, canMove: Bool = true
    ) throws -> HallWaiter {
        HallWaiter(
            id: PlayerID(rawValue: name), hall: try #require(HallNumber(rawValue: hall)),
            clock: clock, since: .start + .milliseconds(since), isAlone: isAlone,
            canMove: canMove)
    }

    private func offers(
        _ lone: inout LoneWaiters, _ waiters: [HallWaiter], at milliseconds: Int,
        hasRoom: (HallNumber) -> Bool = { _ in true },
        mayPair: (PlayerID, PlayerID) -> Bool = { _, _ in true }
    ) -> [String] {
        lone.offers(
            to: waiters, at: .start + .milliseconds(milliseconds), hasRoom: hasRoom,
            mayPair: mayPair
        ).map { "\($0.player): \($0.from) to \($0.to)" }
    }

    @Test("The one in the higher hall goes, and no sooner than after a second")
    func higher() throws {
        var lone = LoneWaiters()
        let both = [try waiter("lin", in: 3), try waiter("okafor", in: 2, since: 200)]

        #expect(offers(&lone, both, at: 999).isEmpty)
        #expect(offers(&lone, both, at: 1_000).isEmpty)
        #expect(offers(&lone, both, at: 1_200) == ["lin: 3 to 2"])
        // Both are promised now.
        #expect(offers(&lone, both, at: 1_450).isEmpty)
    }

    @Test("Each is promised to one only")
    func hundred() throws {
        var lone = LoneWaiters()
        let all = try (1...9).map { try waiter("\($0)", in: $0) }

        let offered = offers(&lone, all, at: 1_000)
        #expect(offered == ["9: 9 to 1", "8: 8 to 2", "7: 7 to 3", "6: 6 to 4"])
    }

    @Test("Who can't move is come to, from a lower hall, too")
    func immobile() throws {
        var lone = LoneWaiters()
        let all = [try waiter("lin", in: 1), try waiter("okafor", in: 4, canMove: false)]

        #expect(offers(&lone, all, at: 1_000) == ["lin: 1 to 4"])
    }

    @Test("Two who can't move, want other clocks or are not for each other stay where they are")
    func unsuited() throws {
        var lone = LoneWaiters()
        let fixed = try (1...2).map { try waiter("\($0)", in: $0, canMove: false) }
        #expect(offers(&lone, fixed, at: 1_000).isEmpty)

        let limit = try #require(MoveLimit.offered.first)
        let clocks = [try waiter("lin", in: 1), try waiter("okafor", in: 2, clock: limit)]
        #expect(offers(&lone, clocks, at: 1_000).isEmpty)

        let both = try (1...2).map { try waiter("\($0)", in: $0) }
        #expect(offers(&lone, both, at: 1_000, mayPair: { _, _ in false }).isEmpty)
        #expect(offers(&lone, both, at: 1_000, hasRoom: { _ in false }).isEmpty)
        // Nobody goes up to who could come down, even if there is no room below.
        #expect(offers(&lone, both, at: 1_000, hasRoom: { $0 != .first }).isEmpty)
    }

    @Test("Who waits with others that are not for them goes half a second later")
    func stuck() throws {
        var lone = LoneWaiters()
        let all = [
            try waiter("lin", in: 2, isAlone: false), try waiter("okafor", in: 2, isAlone: false),
            try waiter("amara", in: 1),
        ]

        #expect(offers(&lone, all, at: 1_400).isEmpty)
        #expect(offers(&lone, all, at: 1_500) == ["okafor: 2 to 1"])
    }

    @Test("Who does not take an offer has a rest; the other is promised to the next")
    func deaf() throws {
        var lone = LoneWaiters()
        var all = [try waiter("deaf", in: 3), try waiter("amara", in: 1, canMove: false)]
        #expect(offers(&lone, all, at: 1_000) == ["deaf: 3 to 1"])

        all.append(try waiter("lin", in: 2, since: 1_500))
        #expect(offers(&lone, all, at: 1_700).isEmpty)
        #expect(offers(&lone, all, at: 2_400).isEmpty)
        #expect(offers(&lone, all, at: 2_500) == ["lin: 2 to 1"])
        // To who rests others come.
        let rest = [all[0], try waiter("okafor", in: 2, since: 3_000)]
        #expect(offers(&lone, rest, at: 4_000) == ["okafor: 2 to 3"])
    }

    @Test("Who finds nobody is offered the next at once, three times in ten seconds at most")
    func unlucky() throws {
        var lone = LoneWaiters()
        var now = 1_000
        for round in 0..<3 {
            let mover = try waiter("lin", in: 9 - round, since: round == 0 ? 0 : now)
            let other = try waiter("\(round)", in: 1)
            let expected = ["lin: \(9 - round) to 1"]
            #expect(offers(&lone, [mover, other], at: now) == expected)
            // The other has gone, and so has the mover.
            #expect(offers(&lone, [], at: now + 250).isEmpty)
            now += 500
        }
        let mover = try waiter("lin", in: 2, since: now)
        let other = try waiter("amara", in: 1, since: now - 999)
        #expect(offers(&lone, [mover, other], at: now).isEmpty)
        #expect(offers(&lone, [mover, other], at: now + 1) == ["amara: 1 to 2"])
    }

    @Test("Who left or was seated on the way does not come, and the other is promised to the next")
    func dropped() throws {
        var lone = LoneWaiters()
        let amara = try waiter("amara", in: 1)
        #expect(offers(&lone, [try waiter("lin", in: 3), amara], at: 1_000) == ["lin: 3 to 1"])

        let okafor = try waiter("okafor", in: 2)
        #expect(offers(&lone, [amara, okafor], at: 1_250).isEmpty)
        lone.drop(PlayerID(rawValue: "lin"))
        #expect(offers(&lone, [amara, okafor], at: 1_500) == ["okafor: 2 to 1"])
        // That promise is another one's now.
        lone.drop(PlayerID(rawValue: "lin"))
        #expect(offers(&lone, [amara, try waiter("zoe", in: 3)], at: 1_750).isEmpty)
    }

    @Test("Nothing is kept in mind of those who are gone")
    func forgetting() throws {
        var lone = LoneWaiters()
        let all = try (1...9).map { try waiter("\($0)", in: $0) }
        _ = offers(&lone, all, at: 1_000)
        #expect(lone.count > 0)
        for seconds in 2...14 { _ = offers(&lone, [], at: seconds * 1_000) }
        #expect(lone.count == 0)
    }

    @Test("Two who did not become a pair are not brought together again")
    func apart() throws {
        var lone = LoneWaiters()
        let target = try waiter("amara", in: 1, isAlone: false)
        #expect(offers(&lone, [try waiter("lin", in: 2), target], at: 2_000) == ["lin: 2 to 1"])
        let there = try waiter("lin", in: 1, since: 2_500, isAlone: false)
        #expect(offers(&lone, [there, target], at: 4_000).isEmpty)

        let back = try waiter("lin", in: 2, since: 4_500)
        #expect(offers(&lone, [back, target], at: 5_500).isEmpty)
        let okafor = try waiter("okafor", in: 3, since: 4_500)
        #expect(offers(&lone, [back, okafor, target], at: 6_000) == ["okafor: 3 to 1"])
    }
}

@Suite("Those who wait in a hall")
struct HallWaiterTests {
    private func fold(
        _ name: String, _ mode: PlayerMode, limit: MoveLimit? = nil, asks: String? = nil,
        into lobbyState: inout LobbyState
    ) {
        var player = Player(id: PlayerID(rawValue: name), name: nil, mode: mode)
        player.limit = limit
        player.rules = 2
        var object = player.members
        object["asks"] = asks.map { ["n": 1, "to": JSON($0)] }
        _ = lobbyState.fold(
            .inserted(.player, LobbyKey(rawValue: name), object, .remote), at: .start)
    }

    @Test("Alone is who shares a clock with nobody; who asks, is asked or knows no halls stays")
    func waiters() throws {
        var lobbyState = LobbyState()
        let limit = try #require(MoveLimit.offered.first)
        _ = lobbyState.fold(.rules(2), at: .start)
        for name in ["lin", "okafor", "old"] { fold(name, .auto, into: &lobbyState) }
        fold("amara", .clocked, limit: limit, into: &lobbyState)
        fold("zoe", .open, asks: "okafor", into: &lobbyState)
        fold("ben", .busy, into: &lobbyState)

        let waiters = lobbyState.waiters(in: .first) { $0.rawValue != "old" }
        #expect(waiters.map(\.id.rawValue) == ["lin", "okafor", "old", "amara"])
        #expect(waiters.map(\.isAlone) == [false, false, false, true])
        #expect(waiters.map(\.canMove) == [true, false, false, true])
        #expect(waiters.map(\.clock) == [nil, nil, nil, limit])
        #expect(waiters.allSatisfy { $0.hall == .first && $0.since == .start })
    }
}

@Suite("Moving to another hall")
struct HallMoveTests {
    private func move() throws -> HallMove { HallMove(to: try #require(HallNumber("2"))) }

    @Test("Each step begins when the one before is acknowledged")
    func steps() throws {
        var move = try move()

        #expect(move.step == .steppingAside)
        #expect(move.handle(.acknowledged) == .take(.leaving))
        #expect(move.handle(.acknowledged) == .take(.entering))
        #expect(move.handle(.acknowledged) == .wait)
        #expect(move.handle(.entered(.first)) == .done(.first))
    }

    @Test("A match that comes first ends it; later none comes")
    func seated() throws {
        var early = try move()
        #expect(early.handle(.seated) == .played)

        var late = try move()
        #expect(late.handle(.acknowledged) == .take(.leaving))
        #expect(late.handle(.seated) == .wait)
    }

    @Test("Who could not step aside stays; who has, goes on on the next line")
    func broken() throws {
        for event in [HallMove.Event.offline, .refused] {
            var early = try move()
            #expect(early.handle(event) == .stayed)
            var late = try move()
            #expect(late.handle(.acknowledged) == .take(.leaving))
            #expect(late.handle(event) == .take(.entering))
        }
    }
}
