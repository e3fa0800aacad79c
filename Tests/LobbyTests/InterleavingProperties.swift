import Game
import Lobby
import SimperiumClock
import TestSupport
import Testing
import Visit

/// Concurrent actions of a few players, in every order of their messages.
@Suite("Interleavings")
struct InterleavingProperties {
    static let freePeople: [InterleavingScene] = [
        InterleavingScene(
            "two challenge each other", ask(0, .challenge(p1)), ask(1, .challenge(p0))),
        InterleavingScene(
            "a question, and a yes", ask(0, .challenge(p1)), ask(1, .answer(p0, .play))),
        InterleavingScene("a question, and a no", ask(0, .challenge(p1)), ask(1, .answer(p0, .no))),
        InterleavingScene(
            "a yes, and the question is taken back", ask(0, .challenge(p1)),
            ask(1, .answer(p0, .play)), ask(0, .withdrawChallenge)),
        InterleavingScene(
            "two ask each other, and both say yes", ask(0, .challenge(p1)), ask(1, .challenge(p0)),
            ask(0, .answer(p1, .play)), ask(1, .answer(p0, .play))),
        InterleavingScene(
            "a yes, and the asker looks for any player", of: 3, ask(0, .challenge(p1)),
            ask(1, .answer(p0, .play)), ask(0, .look(.auto)), ask(2, .look(.auto))),
        InterleavingScene(
            "a yes over a line that breaks", ask(0, .challenge(p1)), ask(1, .answer(p0, .play)),
            .disconnect(0), .reconnect(0)),
        InterleavingScene("two want any player", ask(0, .look(.auto)), ask(1, .look(.auto))),
        InterleavingScene(
            "one wants any player, the other one", ask(0, .look(.auto)), ask(1, .challenge(p0))),
        InterleavingScene(
            "a challenge, and its withdrawal", ask(0, .challenge(p1)), ask(0, .withdrawChallenge)),
        InterleavingScene(
            "a challenge of a player who leaves", ask(0, .challenge(p1)), ask(1, .leave)),
        InterleavingScene(
            "a challenge of a player who is busy", ask(0, .challenge(p1)), ask(1, .look(.busy))),
        InterleavingScene("a challenger who leaves", ask(0, .challenge(p1)), ask(0, .leave)),
        InterleavingScene(
            "a challenge of a player who leaves and returns", ask(0, .challenge(p1)),
            ask(1, .leave), ask(1, .enter(nil, .open, nil))),
        InterleavingScene(
            "a challenge over a line that breaks", ask(0, .challenge(p1)), .disconnect(0),
            .reconnect(0)),
        InterleavingScene(
            "a challenge of a line that breaks", ask(0, .challenge(p1)), .disconnect(1),
            .reconnect(1)),
        InterleavingScene(
            "two challenge a third", of: 3, ask(0, .challenge(p2)), ask(1, .challenge(p2))),
        InterleavingScene(
            "three in a ring", of: 3, isWide: true, ask(0, .challenge(p1)), ask(1, .challenge(p2)),
            ask(2, .challenge(p0))),
        InterleavingScene(
            "three want any player", of: 3, isWide: true, ask(0, .look(.auto)),
            ask(1, .look(.auto)),
            ask(2, .look(.auto))),
    ]

    @Test(
        "No player sits twice, and none is left over",
        arguments: InterleavingSetting.tried(freePeople))
    func sitDown(_ scene: InterleavingScene, _ setting: InterleavingSetting) {
        var clock = Clock(setting.world(for: scene))
        for number in 0..<scene.people { clock.world.add(.client("p\(number)", mode: .open)) }
        clock.run(for: .seconds(1))

        #expect(scene.faults(from: clock.world) == [])
    }

    static let ofTwoInPlay: [InterleavingScene] = [
        InterleavingScene("both resign", ask(0, .act(.resign)), ask(1, .act(.resign))),
        InterleavingScene(
            "a move, and a resignation", ask(0, .act(.play(.topRight))), ask(1, .act(.resign))),
        InterleavingScene("both offer a draw", ask(0, .act(.offerDraw)), ask(1, .act(.offerDraw))),
        InterleavingScene(
            "a draw offered, then a move, and the answer", ask(0, .act(.offerDraw)),
            ask(0, .act(.play(.bottom))), ask(1, .act(.acceptDraw))),
        InterleavingScene(
            "a draw offered and withdrawn, and the answer", ask(0, .act(.offerDraw)),
            ask(0, .act(.withdrawDraw)), ask(1, .act(.acceptDraw))),
        InterleavingScene(
            "a draw declined while it is withdrawn", ask(0, .act(.offerDraw)),
            ask(1, .act(.declineDraw)), ask(0, .act(.withdrawDraw)), ask(1, .act(.offerDraw))),
        InterleavingScene("both leave", ask(0, .leaveMatch(.open)), ask(1, .leaveMatch(.open))),
        InterleavingScene(
            "both want the next", ask(0, .leaveMatch(.auto)), ask(1, .leaveMatch(.auto))),
        InterleavingScene(
            "a move, and the other leaves", ask(0, .act(.play(.bottom))), ask(1, .leaveMatch(.open))
        ),
        InterleavingScene(
            "a move over a line that breaks", ask(0, .act(.play(.bottom))), .disconnect(0),
            .reconnect(0)),
        InterleavingScene(
            "a move towards a line that breaks", ask(0, .act(.play(.bottom))), .disconnect(1),
            .reconnect(1)),
        InterleavingScene(
            "one leaves, and a third waits for the other", of: 3, ask(0, .leaveMatch(.open)),
            ask(2, .challenge(p1)), ask(2, .challenge(p1))),
    ]

    static let afterRound: [InterleavingScene] = [
        InterleavingScene("both want a rematch", ask(0, .act(.rematch)), ask(1, .act(.rematch))),
        InterleavingScene(
            "one wants a rematch, one does not", ask(0, .act(.rematch)),
            ask(1, .act(.declineRematch))),
        InterleavingScene(
            "a rematch wanted by both and then not", ask(0, .act(.rematch)), ask(1, .act(.rematch)),
            ask(0, .act(.withdrawRematch))),
        InterleavingScene(
            "a rematch wanted by both and then not by who would begin", ask(0, .act(.rematch)),
            ask(1, .act(.rematch)), ask(1, .act(.withdrawRematch))),
        InterleavingScene(
            "a rematch, and at once a move in it", ask(0, .act(.rematch)), ask(1, .act(.rematch)),
            ask(1, .act(.play(.centre))), ask(0, .act(.play(.top)))),
        InterleavingScene(
            "a rematch, and the other leaves", ask(0, .act(.rematch)), ask(1, .leaveMatch(.open))),
        InterleavingScene(
            "a rematch over a line that breaks", isWide: true, ask(0, .act(.rematch)),
            .disconnect(0), .reconnect(0), ask(1, .act(.rematch))),
        InterleavingScene(
            "who would begin loses the line", isWide: true, ask(0, .act(.rematch)),
            ask(1, .act(.rematch)), .disconnect(1), .reconnect(1)),
        InterleavingScene(
            "proposed terms, accepted and withdrawn", ask(0, .act(.want(terms))),
            ask(1, .act(.rematch)), ask(0, .act(.withdrawTerms))),
        InterleavingScene(
            "proposed terms with a rematch, accepted and withdrawn", isWide: true,
            ask(0, .act(.want(terms))), ask(0, .act(.rematch)), ask(0, .act(.withdrawRematch)),
            ask(1, .act(.rematch))),
    ]

    private static let terms = MatchTerms(target: SeriesTarget(rawValue: 3))

    @Test("Both see the same board in the end", arguments: InterleavingSetting.tried(ofTwoInPlay))
    func play(_ scene: InterleavingScene, _ setting: InterleavingSetting) {
        let world = setting.world(for: scene, moves: [.topLeft, .left, .top, .centre])

        #expect(scene.faults(from: world) == [])
    }

    @Test("Both are in the same round in the end", arguments: InterleavingSetting.tried(afterRound))
    func answer(_ scene: InterleavingScene, _ setting: InterleavingSetting) {
        let moves: [Square] = [.topLeft, .left, .top, .centre, .topRight]
        let world = setting.world(for: scene, moves: moves)

        #expect(scene.faults(from: world) == [])
    }

    private static let p0 = PlayerID(rawValue: "p0")
    private static let p1 = PlayerID(rawValue: "p1")
    private static let p2 = PlayerID(rawValue: "p2")

    private static func ask(_ number: Int, _ request: LobbyRequest) -> InterleavingSearch.Action {
        .ask(number, request)
    }
}

/// Concurrent actions of several players.
struct InterleavingScene: CustomTestStringConvertible {
    let testDescription: String
    let people: Int
    /// True if it has thousands of orders when buckets overtake one another.
    let isWide: Bool
    let actions: [InterleavingSearch.Action]

    init(
        _ description: String, of people: Int = 2, isWide: Bool = false,
        _ actions: InterleavingSearch.Action...
    ) {
        testDescription = description
        self.people = people
        self.isWide = isWide
        self.actions = actions
    }

    func faults(from world: ModelWorld) -> [String] {
        let search = InterleavingSearch(world, actions)
        // Without an end there was nothing to find.
        return search.ends > 0 ? search.faults : ["no way led to an end"]
    }
}

/// The properties of hub and connections.
struct InterleavingSetting: CustomTestStringConvertible {
    let hasReferee: Bool
    let hasGrace: Bool
    let lanes: Int

    /// True if there is time for everything.
    private static let isThorough = Tier.current == .soak

    private static let all = [false, true].flatMap { hasReferee in
        [
            InterleavingSetting(hasReferee: hasReferee, hasGrace: true, lanes: 1),
            InterleavingSetting(hasReferee: hasReferee, hasGrace: false, lanes: 3),
        ]
    }

    /// Returns each scene with each setting, where there is time; else with one of two that differ
    /// in everything.
    static func tried(_ scenes: [InterleavingScene]) -> [(InterleavingScene, InterleavingSetting)] {
        guard isThorough else { return scenes.enumerated().map { ($1, all[1 + ($0 + 1) % 2]) } }
        return scenes.flatMap { scene in all.map { (scene, $0) } }
    }

    var testDescription: String {
        "\(hasReferee ? "a" : "no") referee, \(hasGrace ? "some" : "no") grace, \(lanes) lanes"
    }

    /// An empty world. Where there is no time for all of a wide scene, nothing overtakes in it.
    func world(for scene: InterleavingScene) -> ModelWorld {
        var world = ModelWorld(seed: 1, hasReferee: hasReferee)
        world.hub.hasGrace = hasGrace
        world.lanes = scene.isWide && !Self.isThorough ? 1 : lanes
        return world
    }

    /// The first two people sit, and have made some moves. Others are free.
    func world(for scene: InterleavingScene, moves: [Square]) -> ModelWorld {
        var clock = Clock(world(for: scene))
        for number in 0..<scene.people { clock.world.add(.client("p\(number)", mode: .open)) }
        clock.run(for: .seconds(1))
        clock.seat(0, 1)
        for (number, square) in moves.enumerated() {
            clock.world.ask(.act(.play(square)), by: number % 2)
            clock.run(for: .seconds(1))
        }
        return clock.world
    }
}
