import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("The referee of games over days")
struct CorrespondenceRefereeTests {
    private static let moves: [Square] = [.centre, .top, .topLeft]
    private static let at = CorrespondenceGame.begun + .seconds(86_400)
    private static let late = CorrespondenceGame.begun + .seconds(3 * 86_400 + 1)

    /// Returns the ruling on a change that `edit` makes.
    private func ruling(
        on moves: [Square] = moves, by user: String, at stamp: ServerTime = at,
        _ edit: (inout JSONObject) -> Void
    ) throws -> CorrespondenceGame? {
        let before = try CorrespondenceGame.running(moves).members
        var after = before
        edit(&after)
        return try CorrespondenceReferee.gameAfterAllowedEdit(
            .change(from: before, to: after), by: user, at: stamp)
    }

    struct Right: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var moves: [Square] = CorrespondenceRefereeTests.moves
        var user = "u-okafor"
        var stamp = CorrespondenceRefereeTests.at
        let change: JSONObject
        /// Applies the same act to the game directly.
        let act: @Sendable (inout CorrespondenceGame, Right) throws -> Void
        let outcome: Outcome?
    }

    static let right = [
        Right(
            testDescription: "a move with a time of its author's",
            change: ["moves": [4, 1, 0, 8], "at": 17],
            act: { try $0.play(.bottomRight, by: $1.user, at: $1.stamp) }, outcome: nil),
        Right(
            testDescription: "the last move", moves: [.topLeft, .left, .top, .centre],
            user: "u-lin", change: ["moves": [0, 3, 1, 4, 2]],
            act: { try $0.play(.topRight, by: $1.user, at: $1.stamp) },
            outcome: .won(by: .circle, along: [WinningLine.allCases[0]])),
        Right(
            testDescription: "a late move", stamp: late, change: ["moves": [4, 1, 0, 8]],
            act: { try $0.play(.bottomRight, by: $1.user, at: $1.stamp) }, outcome: nil),
        Right(
            testDescription: "a claim", user: "u-lin", stamp: late,
            change: ["resigned": "cross", "ending": "timeout"],
            act: { try $0.claimWinAssumingLate(by: $1.user, at: $1.stamp) },
            outcome: .outOfTime(.cross)),
        Right(
            testDescription: "lin resigns", user: "u-lin", change: ["resigned": "circle"],
            act: { try $0.resign(by: $1.user, at: $1.stamp) }, outcome: .resigned(by: .circle)),
        Right(
            testDescription: "okafor resigns", change: ["resigned": "cross"],
            act: { try $0.resign(by: $1.user, at: $1.stamp) }, outcome: .resigned(by: .cross)),
    ]

    @Test(
        "P61, P62: A move, a claim and a resignation pass, with the server's time", arguments: right
    )
    func passes(_ right: Right) throws {
        var expected = try CorrespondenceGame.running(right.moves)
        try right.act(&expected, right)
        #expect(expected.at == right.stamp && expected.outcome == right.outcome)
        let ruling = try ruling(on: right.moves, by: right.user, at: right.stamp) { object in
            for member in right.change { object[member.name] = member.value }
        }
        #expect(ruling == expected)
    }

    @Test("P72: Circle accepts once, alone or with a move, also a program without the member")
    func accepts() throws {
        let before = try #require(CorrespondenceGame.invited())
        for (moves, member) in [([], false), ([4], false), ([4], true)] as [([Int], Bool)] {
            var after = before.members
            after["moves"] = .array(moves.map { JSON($0) })
            if !member { after["invitation"] = nil }
            var expected = before
            moves.isEmpty
                ? try expected.accept(by: "u-lin", at: Self.at)
                : try expected.play(.centre, by: "u-lin", at: Self.at)
            #expect(expected.invitation == nil && expected.at == Self.at)
            let act = ProposedEdit.change(from: before.members, to: after)
            #expect(
                try CorrespondenceReferee.gameAfterAllowedEdit(act, by: "u-lin", at: Self.at)
                    == expected)
            #expect(throws: CorrespondenceFoul.move(.notYourTurn)) {
                try CorrespondenceReferee.gameAfterAllowedEdit(act, by: "u-okafor", at: Self.at)
            }
            #expect(throws: CorrespondenceFoul.notInTheGame) {
                try CorrespondenceReferee.gameAfterAllowedEdit(act, by: "u-kim", at: Self.at)
            }
        }
        var accepted = before
        try accepted.accept(by: "u-lin", at: Self.at)
        #expect(throws: CorrespondenceFoul.notOneAct) {
            try CorrespondenceReferee.gameAfterAllowedEdit(
                .change(from: accepted.members, to: accepted.members), by: "u-lin",
                at: Self.at)
        }
        #expect(throws: MatchActionRefusal.notYourTurn) {
            try accepted.accept(by: "u-lin", at: Self.at)
        }
    }

    @Test("P72: Only circle's acceptance ends an invitation well; it never comes back")
    func invitations() throws {
        let invited = try #require(CorrespondenceGame.invited())
        var other = invited.members
        other["invitation"] = "friend"
        #expect(throws: CorrespondenceFoul.otherTerms) {
            try CorrespondenceReferee.gameAfterAllowedEdit(
                .change(from: invited.members, to: other), by: "u-lin", at: Self.at)
        }
        let running = try CorrespondenceGame.running([]).members
        #expect(throws: CorrespondenceFoul.otherTerms) {
            try CorrespondenceReferee.gameAfterAllowedEdit(
                .change(from: running, to: invited.members), by: "u-okafor", at: Self.at)
        }
        for user in ["u-lin", "u-okafor"] {
            guard let ended = try ruling(onDeletionOf: invited, by: user) else {
                Issue.record("the invitation stays")
                continue
            }
            #expect(ended.isCalledOff && ended.invitation == nil && ended.outcome == nil)
        }
        for word in ["", "kim", "stranger "] {
            var object = invited.members
            object["invitation"] = JSON(word)
            #expect(throws: RecordFlaw.senseless(member: "invitation")) {
                try CorrespondenceGame(object)
            }
        }
        var begun = invited.members
        begun["moves"] = [4]
        #expect(
            try CorrespondenceGame(begun).invitation == nil, "a program of an earlier version moved"
        )
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var moves: [Square] = CorrespondenceRefereeTests.moves
        var user = "u-okafor"
        var stamp = CorrespondenceRefereeTests.at
        let change: JSONObject
        let foul: CorrespondenceFoul
    }

    static let wrong = [
        Wrong(
            testDescription: "a stranger's move", user: "u-kim", change: ["moves": [4, 1, 0, 8]],
            foul: .notInTheGame),
        Wrong(
            testDescription: "the other side's move", user: "u-lin",
            change: ["moves": [4, 1, 0, 8]], foul: .move(.notYourTurn)),
        Wrong(testDescription: "two moves", change: ["moves": [4, 1, 0, 8, 2]], foul: .notOneAct),
        Wrong(testDescription: "a move taken back", change: ["moves": [4, 1]], foul: .otherMoves),
        Wrong(
            testDescription: "another history", change: ["moves": [4, 1, 2, 8]],
            foul: .otherMoves),
        Wrong(
            testDescription: "a taken square", change: ["moves": [4, 1, 0, 1]],
            foul: .flawed(.senseless(member: "moves"))),
        Wrong(testDescription: "nothing", change: [:], foul: .notOneAct),
        Wrong(testDescription: "the time alone", change: ["at": 5], foul: .notOneAct),
        Wrong(
            testDescription: "a move and the end of it",
            change: ["moves": [4, 1, 0, 8], "resigned": "cross"], foul: .notOneAct),
        Wrong(testDescription: "another player", change: ["circle": "u-kim"], foul: .otherTerms),
        Wrong(testDescription: "another name", change: ["crossName": "kim"], foul: .otherTerms),
        Wrong(testDescription: "more days", change: ["days": 7], foul: .otherTerms),
        Wrong(testDescription: "another beginning", change: ["since": 9], foul: .otherTerms),
        Wrong(
            testDescription: "the other side's resignation", change: ["resigned": "circle"],
            foul: .othersResignation),
        Wrong(
            testDescription: "a claim a moment too early", user: "u-lin",
            stamp: CorrespondenceGame.begun + .seconds(3 * 86_400),
            change: ["resigned": "cross", "ending": "timeout"], foul: .timeNotUp),
        Wrong(
            testDescription: "an own flag", stamp: late,
            change: ["resigned": "cross", "ending": "timeout"], foul: .othersResignation),
        Wrong(
            testDescription: "a claim of who is to move", stamp: late,
            change: ["resigned": "circle", "ending": "timeout"], foul: .move(.notYourTurn)),
        Wrong(
            testDescription: "rubbish", change: ["moves": "4"],
            foul: .flawed(.wrongType(member: "moves"))),
    ]

    @Test("P61, P62: A change against the rules is refused", arguments: wrong)
    func fouls(_ wrong: Wrong) {
        #expect(throws: wrong.foul) {
            try ruling(on: wrong.moves, by: wrong.user, at: wrong.stamp) { object in
                for member in wrong.change { object[member.name] = member.value }
            }
        }
    }

    @Test("P61: A finished game can't be changed", arguments: CorrespondenceGame.ends)
    func over(game: CorrespondenceGame) throws {
        let before = game.members
        for end in ["circle", "cross"] {
            var after = before
            after["resigned"] = JSON(end)
            after["ending"] = nil
            #expect(throws: CorrespondenceFoul.self) {
                try CorrespondenceReferee.gameAfterAllowedEdit(
                    .change(from: before, to: after), by: end == "cross" ? "u-okafor" : "u-lin",
                    at: Self.late)
            }
        }
    }

    @Test("P60: Only the server begins games, and no request deletes all of them")
    func others() throws {
        let game = try CorrespondenceGame.running([])
        #expect(throws: CorrespondenceFoul.serversGame) {
            try CorrespondenceReferee.gameAfterAllowedEdit(
                .insert(game.members), by: "u-lin", at: Self.at)
        }
        #expect(throws: CorrespondenceFoul.everything) {
            try CorrespondenceReferee.gameAfterAllowedEdit(.deleteAll, by: "u-lin", at: Self.at)
        }
        #expect(
            CorrespondenceFoul.serversGame.isTrespass && CorrespondenceFoul.everything.isTrespass)
        #expect(
            CorrespondenceFoul.notInTheGame.isTrespass && !CorrespondenceFoul.timeNotUp.isTrespass)
    }

    @Test("P63: Deleting a running game resigns; before both have moved, it has no loser")
    func delete() throws {
        let running = try CorrespondenceGame.running([.centre, .top])
        var lost = running
        try lost.resign(by: "u-lin", at: Self.at)
        #expect(try ruling(onDeletionOf: running, by: "u-lin") == lost)
        var off = try CorrespondenceGame.running([.centre])
        try off.resign(by: "u-lin", at: Self.at)
        #expect(try ruling(onDeletionOf: .running([.centre]), by: "u-lin") == off)
        #expect(off.isCalledOff && off.outcome == nil)
        #expect(!lost.isCalledOff && lost.outcome?.winner == .cross)
        for game in CorrespondenceGame.ends {
            #expect(try ruling(onDeletionOf: game, by: "u-okafor") == nil)
        }
        #expect(throws: CorrespondenceFoul.notInTheGame) {
            try ruling(onDeletionOf: running, by: "u-kim")
        }
    }

    private func ruling(
        onDeletionOf game: CorrespondenceGame, by user: String
    ) throws -> CorrespondenceGame? {
        try CorrespondenceReferee.gameAfterAllowedEdit(.delete(game.members), by: user, at: Self.at)
    }
}
