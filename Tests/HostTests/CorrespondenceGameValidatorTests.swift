import Game
import GameHost
import Host
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("The guard of games over days")
struct CorrespondenceGameValidatorTests {
    private static let bucket = BucketID(
        app: named("tictactoe"), user: named("games-00"), name: named("game"))
    private static let stamp = ServerTime(milliseconds: 90_000_000)

    private static func verdict(
        _ operation: ProposedChange.WholeObjectOperation, by user: String,
        _ rights: Identity.SpecialRights = []
    ) throws -> ValidationResult {
        let rule = try #require(GameValidators().bucketValidator(for: bucket))
        let identity = Identity(user: named(user), name: named(user), rights: rights)
        let author = ProposedChange.Author(
            identity: identity, clientID: named("c"), connection: nil)
        let proposal = ProposedChange(
            bucket: bucket, key: named("g"), operation: operation, author: author,
            ownedObjects: ConnectionPresenceObjects(), stamp: stamp)
        return rule.validate(proposal, objectCount: 1)
    }

    private static func game(_ moves: [Int], at: Int = 1) -> JSONObject {
        [
            "circle": "u-lin", "circleName": "lin", "cross": "u-okafor", "crossName": "okafor",
            "days": 1, "since": 1, "at": JSON(at), "moves": .array(moves.map { JSON($0) }),
        ]
    }

    @Test("S179: Every accepted change has the server's time, by any author")
    func stamps() throws {
        let move = ProposedChange.WholeObjectOperation.modify(
            from: Self.game([4]), to: Self.game([4, 0], at: 7))
        let at = Int(Self.stamp.milliseconds)
        #expect(
            try Self.verdict(move, by: "u-okafor") == .allowedBecoming(Self.game([4, 0], at: at)))
        var begun = Self.game([], at: at)
        begun["since"] = JSON(at)
        #expect(
            try Self.verdict(.insert(Self.game([])), by: "games-00", .administrator)
                == .allowedBecoming(begun))
    }

    @Test("P61: A user who isn't a player is refused with 401, a change against the rules with 400")
    func refuses() throws {
        let move = ProposedChange.WholeObjectOperation.modify(
            from: Self.game([4]), to: Self.game([4, 0]))
        for (user, isTrespass) in [("u-kim", true), ("u-lin", false)] {
            switch try Self.verdict(move, by: user) {
            case .notYours: #expect(isTrespass)
            case .notLegal: #expect(!isTrespass)
            case .allowed, .allowedBecoming: Issue.record("\(user) may move")
            }
        }
        let insert = try Self.verdict(.insert(Self.game([])), by: "u-lin")
        let begun = try Self.verdict(.insert(Self.game([4])), by: "games-00", .administrator)
        guard case .notYours = insert, case .notLegal = begun else {
            Issue.record("\(insert), \(begun)")
            return
        }
    }

    @Test("Games of other users than the server's are guarded like an account's objects")
    func others() {
        let validators = GameValidators()
        for user in ["games-40", "games-7", "u-lin"] {
            let bucket = BucketID(
                app: named("tictactoe"), user: named(user), name: named("game"))
            #expect(validators.bucketValidator(for: bucket) is RecordValidator, "\(user)")
        }
    }
}
