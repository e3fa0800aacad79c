import Drawing
import Game
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("Objects of an account")
struct RecordBucketTests {
    static let at = ServerTime(milliseconds: 1_795_387_500_000)

    @Test("The names of buckets on the wire don't change")
    func names() {
        let names = RecordBucket.allCases.map(\.rawValue)
        #expect(
            names == ["profile", "settings", "friend", "block", "result", "solo", "seat", "game"])
    }

    @Test("A result survives writing and reading, and may have an unknown manner")
    func result() throws {
        let result = RoundResult(
            against: "u-okafor", called: "okafor", as: .circle, .won, by: .line,
            moves: try #require(PackedMoveList([.centre, .top, .topLeft, .left, .bottomRight])),
            at: Self.at)
        let expected: JSONObject = [
            "with": "u-okafor", "name": "okafor", "as": "circle", "outcome": "won",
            "moves": [4, 1, 0, 3, 8], "at": 1_795_387_500_000, "how": "line",
        ]
        #expect(result.members == expected)
        #expect(try RoundResult(expected) == result)
        #expect(result.moves.squares == [.centre, .top, .topLeft, .left, .bottomRight])

        let later = try RoundResult(Samples.result.with(["how": "dice"]))
        #expect(later.manner == nil && later.verdict == .won)
    }

    @Test("A round that ended off the board has no replay if its moves are unknown")
    func unknownMoves() throws {
        let key = ResultKey.people(stamp: Self.at, version: "a", round: 1).text
        let members = Samples.result.with(["how": "resigned"])
        #expect(try RoundResult(members).playedRound(ownName: "lin", under: key) == nil)
        let known = try RoundResult(members.with(["moves": [4, 0]]))
        #expect(known.playedRound(ownName: "lin", under: key)?.moves == [.centre, .topLeft])
    }

    static let rubbish: [(JSONObject, RecordFlaw)] = [
        (["name": .null], .missing(member: "name")), (["name": 7], .wrongType(member: "name")),
        (["name": ""], .senseless(member: "name")),
        (["name": JSON(String(repeating: "x", count: 257))], .senseless(member: "name")),
        (["with": "caf\u{E9}"], .senseless(member: "with")),
        (["with": ["a"]], .wrongType(member: "with")),
        (["as": "square"], .senseless(member: "as")), (["as": 1], .wrongType(member: "as")),
        (["outcome": .null], .missing(member: "outcome")),
        (["outcome": "Won"], .senseless(member: "outcome")),
        (["moves": [9]], .senseless(member: "moves")),
        (["moves": [-1]], .senseless(member: "moves")),
        (["moves": [4, 4]], .senseless(member: "moves")),
        (["moves": [0.5]], .senseless(member: "moves")),
        (["moves": .array(Array(repeating: 0, count: 10_000))], .senseless(member: "moves")),
        (["moves": "0"], .wrongType(member: "moves")),
        (["at": .null], .missing(member: "at")), (["at": "now"], .wrongType(member: "at")),
        (["at": -1], .senseless(member: "at")), (["at": 0.5], .wrongType(member: "at")),
        (["at": 9_000_000_000_000_000_000], .senseless(member: "at")),
        (["level": "godlike"], .senseless(member: "level")),
        (["level": "easy"], .contradiction),
        (["outcome": "drawn"], .contradiction), (["how": "board"], .contradiction),
    ]

    @Test("An invalid result is refused with the reason", arguments: rubbish)
    func refuses(members: JSONObject, flaw: RecordFlaw) {
        #expect(throws: flaw) { try RoundResult(Samples.result.with(members)) }
    }

    @Test("Each kind of object survives writing and reading")
    func others() throws {
        let friend = Friend(alias: "the tall one", since: Self.at)
        #expect(try Friend(friend.members) == friend)
        #expect(try Friend(JSONObject()).alias == nil)
        #expect(
            try ProfileOrBlockTime(ProfileOrBlockTime(since: Self.at).members)
                == ProfileOrBlockTime(since: Self.at))
        #expect(try Setting(Setting(value: "dark").members).value == "dark")
        let note = PublishedSeat(match: "m1", client: "c1", device: "kitchen")
        #expect(try PublishedSeat(note.members) == note)
        let score = try #require(Score(circleWins: 1, crossWins: 0, draws: 0))
        let moves = try #require(PackedMoveList([.centre, .top]))
        let solo = UnfinishedBotMatch(against: .hard, moves: moves, score: score, at: Self.at)
        #expect(try UnfinishedBotMatch(solo.members) == solo)
        #expect(solo.position?.next == .cross)
        #expect(throws: RecordFlaw.senseless(member: "practice"), "more than there are draws") {
            try UnfinishedBotMatch(solo.members.with(["practice": 1]))
        }
        #expect(throws: RecordFlaw.contradiction, "moves after the end") {
            try UnfinishedBotMatch(["level": "easy", "moves": [0, 3, 1, 4, 2, 5]])
        }
    }

    static let keys: [(RecordBucket, String, JSONObject, RecordFlaw?)] = [
        (.profile, "me", [:], nil), (.profile, "you", [:], .key),
        (.settings, "theme", ["value": "dark"], nil),
        (.settings, "of a later version", ["value": 1], .key),
        (.settings, "later", ["value": .null], nil),
        (.settings, "theme", [:], .missing(member: "value")),
        (.settings, "theme", ["value": [[[[[1]]]]]], .senseless(member: "value")),
        (.friend, "u-1", [:], nil), (.friend, "u 1", [:], .key),
        (.friend, "u-1", ["alias": 7], .wrongType(member: "alias")),
        (.block, "u-1", [:], nil), (.block, "", [:], .key),
        (.result, "bot-1a", Samples.bot, nil), (.result, "bot-1a", Samples.result, .contradiction),
        (.result, "1795387500000-0000000100000000000000ff-2", Samples.result, nil),
        (.result, "1795387500000-ff-2", Samples.bot, .contradiction),
        (.result, "mine", Samples.result, .key),
        (.result, "puzzle-2026-11-22", Samples.result, .contradiction),
        (.seat, "now", ["match": "m", "client": "c", "device": "d"], nil),
        (.seat, "then", ["match": "m", "client": "c", "device": "d"], .key),
    ]

    @Test("An object is accepted only under a valid key of its own kind", arguments: keys)
    func guards(bucket: RecordBucket, key: String, object: JSONObject, flaw: RecordFlaw?) {
        var found: RecordFlaw?
        do throws(RecordFlaw) { try bucket.check(object, key: key) } catch { found = error }
        #expect(found == flaw)
    }

    @Test("The key of a result shows who wrote it, and has one valid form")
    func resultKeys() {
        let key = ResultKey.people(stamp: Self.at, version: "00000001000000000000002a", round: 3)
        #expect(key.text == "1795387500000-00000001000000000000002a-3")
        #expect(ResultKey(key.text) == key)
        #expect(!key.isWrittenByDevice)
        #expect(ResultKey("bot-x1")?.isWrittenByDevice == true)
        #expect(ResultKey("puzzle-2026-11-22") == .puzzle("2026-11-22"))
        for text in ["", "bot-", "puzzle-", "+1-a-1", "01-a-1", "1-a-0", "1-a-01", "1--1", "1-a-b"]
        {
            #expect(ResultKey(text) == nil, "\(text)")
        }
    }
}

enum Samples {
    /// A result against an account, unless a test replaces `with`.
    static let result: JSONObject = [
        "with": "u-1", "name": "okafor", "as": "cross", "outcome": "won", "moves": [],
        "at": 1_795_387_500_000, "how": "line",
    ]
    static let bot: JSONObject = [
        "name": "easy", "as": "circle", "outcome": "lost", "at": 1_795_387_500_001, "how": "line",
        "level": "easy",
    ]
}

extension JSONObject {
    func with(_ members: JSONObject) -> JSONObject {
        var object = self
        for member in members { object[member.name] = member.value }
        return object
    }
}
