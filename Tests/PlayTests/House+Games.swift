import Drawing
import Game
import Play
import Records
import SimperiumClock

/// lin's games over days in these tests.
enum DayGames {
    static let all: [String: CorrespondenceGame] = {
        var games: [String: CorrespondenceGame] = [:]
        games["soon"] = game(with: "okafor", [.centre, .topLeft], hours: 60)
        games["later"] = game(with: "emil", [.centre, .top], hours: 5, .week)
        games["late"] = game(with: "noor", [.centre, .topLeft, .top], hours: 80)
        games["theirs"] = game(with: "kim", [.centre], hours: 30)
        games["over"] = game(
            with: "ana", [.centre, .topLeft, .top, .left, .bottom], hours: 50)
        return games
    }()

    static func edits(_ games: [String: CorrespondenceGame]) -> [RecordEdit] {
        games.sorted { $0.key < $1.key }.map { .game($0.key, $0.value) }
    }

    /// In an hour the other side has had all their time.
    static let nearlyLate = game(with: "noor", [.centre, .topLeft, .top], hours: 71)

    /// An invitation that lin has not answered.
    static func invitation(from name: String) -> CorrespondenceGame? {
        CorrespondenceGame(
            circle: .init(user: "u-lin", name: "lin"),
            cross: .init(user: "u-\(name)", name: "\(name)"), limit: .threeDays, since: House.when,
            invitation: .stranger)
    }

    /// An invitation by lin that has no answer.
    static func invitation(to name: String) -> CorrespondenceGame? {
        CorrespondenceGame(
            circle: .init(user: "u-\(name)", name: "\(name)"),
            cross: .init(user: "u-lin", name: "lin"), limit: .threeDays, since: House.when,
            invitation: .friend)
    }

    /// Returns a game with a last move this many hours ago.
    private static func game(
        with name: String, _ moves: [Square], hours: Int, _ limit: DaysPerMove = .threeDays
    ) -> CorrespondenceGame? {
        let at = House.when - .seconds(hours * 3_600)
        guard
            var game = CorrespondenceGame(
                circle: .init(user: "u-lin", name: "lin"),
                cross: .init(user: "u-\(name)", name: "\(name)"), limit: limit, since: at)
        else { return nil }
        for square in moves {
            guard (try? game.play(square, by: game.side(of: game.next).user, at: at)) != nil else {
                return nil
            }
        }
        return game
    }
}
