import Drawing
import Game
import Records
import SimperiumClock
import Testing

@Suite("A list of games over days")
struct CorrespondenceGameListTests {
    private static let day = Duration.seconds(86_400)
    private static let now = CorrespondenceGame.begun + day * 4

    private static func game(_ moves: [Square], after days: Int, by limit: DaysPerMove)
        -> CorrespondenceGame?
    {
        guard var game = CorrespondenceGame.fresh(limit) else { return nil }
        for square in moves {
            let user = game.side(of: game.next).user
            try? game.play(square, by: user, at: CorrespondenceGame.begun + day * days)
        }
        return game
    }

    private static let games: [String: CorrespondenceGame] = {
        var games: [String: CorrespondenceGame] = [:]
        games["theirs"] = game([.centre], after: 3, by: .threeDays)
        games["late"] = game([.centre, .top, .left], after: 0, by: .threeDays)
        games["soon"] = game([.centre, .top], after: 2, by: .threeDays)
        games["later"] = game([.centre, .top], after: 3, by: .week)
        games["over"] = CorrespondenceGame.ends.first
        return games
    }()

    private static let list = CorrespondenceGameList(games, of: "u-lin", at: now)

    @Test("C76: Games that wait for the user's action come first, the most urgent one at the top")
    func order() {
        #expect(Self.list.keys == ["soon", "later", "late", "theirs", "over"])
        #expect(
            Self.list.rows.map(\.state) == [.ownMove, .ownMove, .claimable, .theirMove, .over])
        #expect(Self.list.waiting == 3 && Self.list.running == 4)

        let others = CorrespondenceGameList(Self.games, of: "u-okafor", at: Self.now)
        #expect(others.keys == ["late", "theirs", "soon", "later", "over"])
        #expect(others.waiting == 2)
        #expect(others["late"]?.opponent.name == "lin")
        #expect(
            CorrespondenceGameList(Self.games, of: "u-kim", at: Self.now).rows.isEmpty, "a stranger"
        )

        let notBegun = CorrespondenceGameList(
            Self.games.filter { $0.key == "theirs" }, of: "u-lin", at: Self.now + Self.day * 9)
        #expect(notBegun.rows.map(\.state) == [.theirMove], "it has not begun for both")
    }

    @Test("C76: An invitation waits for the asked player, not for the asker")
    func invitations() throws {
        let games = Self.games.merging(["asked": try #require(CorrespondenceGame.invited())]) {
            one, _ in one
        }
        let asked = CorrespondenceGameList(games, of: "u-lin", at: Self.now + Self.day * 30)
        #expect(asked["asked"]?.state == .invitation && asked.invitations == 1)
        let list = CorrespondenceGameList(games, of: "u-lin", at: Self.now)
        #expect(list.keys == ["soon", "later", "late", "asked", "theirs", "over"])
        #expect(list.waiting == 4)
        let others = CorrespondenceGameList(games, of: "u-okafor", at: Self.now)
        #expect(others["asked"]?.state == .invited && others.waiting == 2)
        #expect(others.keys.suffix(2) == ["asked", "over"])
    }

    @Test(
        "C77: The next waiting game is the one after the current game; after the last, the first")
    func next() {
        for (present, next) in [
            (nil, "soon"), ("soon", "later"), ("late", "soon"), ("over", "soon"), ("gone", "soon"),
        ] as [(String?, String)] {
            #expect(Self.list.nextWaiting(after: present)?.key == next, "after \(present ?? "-")")
        }
        let alone = CorrespondenceGameList(
            Self.games.filter { $0.key == "soon" }, of: "u-lin", at: Self.now)
        #expect(alone.nextWaiting(after: "soon") == nil)
    }
}
