import Game
import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub

/// Two players at a board of a whole host. Each may be signed in.
struct Duel {
    struct Person {
        let client: String
        let token: String?
        let user: String?
        let connection: ConnectionID
    }

    static let match = "match"

    var host: TestHost
    let circle: Person
    let cross: Person
    private(set) var record: MatchRecord
    /// The secret of cross's session.
    private(set) var secret: String?

    /// Seats both players. A signed-in one names the account.
    init(
        circle: (name: String, isSignedIn: Bool), cross: (name: String, isSignedIn: Bool),
        knowsSeats: Bool = false, rules: Int = 2
    ) {
        var host = TestHost()
        self.circle = Self.enter(circle, as: "0123456789abcde", byRules: rules, &host)
        let client = "fedcba987654321"
        self.cross = Self.enter(
            cross, as: client, byRules: rules,
            asking: knowsSeats ? #","extensions":["resume","rules"]"# : "", &host)
        secret = host.secrets.last
        record = MatchRecord(
            circle: PlayerID(rawValue: self.circle.client),
            cross: PlayerID(rawValue: self.cross.client))
        host.keepsMoments = true
        self.host = host
        write(by: .circle)
    }

    private static func enter(
        _ person: (name: String, isSignedIn: Bool), as client: String, byRules rules: Int,
        asking more: String = "", _ host: inout TestHost
    ) -> Person {
        let account = person.isSignedIn ? host.enrol(person.name) : nil
        let id = host.connect(app: "tictactoe")
        for (channel, bucket) in ["Player", "Match"].enumerated() {
            host.open(
                bucket, as: client, token: LobbyCredentials.token, channel: channel, asking: more,
                on: id)
        }
        var player: JSONObject = [
            "playerID": JSON(client), "mode": "auto", "name": JSON(person.name),
            "rules": JSON(rules),
        ]
        if let account {
            host.open("profile", as: "d-" + client, token: account.token, channel: 2, on: id)
            player["user"] = JSON(account.user)
        }
        precondition(host.put(client, player, channel: 0, by: id) == nil)
        return Person(
            client: client, token: account?.token, user: account?.user, connection: id)
    }

    func person(_ piece: Piece) -> Person { piece == .circle ? circle : cross }

    private mutating func write(by piece: Piece) {
        let refusal = host.put(
            Self.match, record.members, channel: 1, by: person(piece).connection)
        precondition(refusal == nil, "refused: \(refusal ?? 0)")
    }

    mutating func act(
        by piece: Piece, _ change: (inout MatchRecord) throws(MatchActionRefusal) -> Void
    ) {
        do throws(MatchActionRefusal) { try change(&record) } catch {
            preconditionFailure("\(error)")
        }
        write(by: piece)
    }

    mutating func perform(_ action: MatchAction, by piece: Piece) {
        do throws(RequestObstacle) { try record.perform(action, by: piece) } catch {
            preconditionFailure("\(error)")
        }
        write(by: piece)
    }

    mutating func play(_ squares: UInt8...) {
        for square in squares.compactMap(Square.init) {
            let piece = record.match.next
            act(by: piece) { record throws(MatchActionRefusal) in
                try record.play(square, by: piece)
            }
        }
    }

    /// Makes both want another round, and the first player begins it.
    mutating func goOn() {
        for piece in Piece.allCases {
            act(by: piece) { record throws(MatchActionRefusal) in
                try record.answerRematch(true, by: piece)
            }
        }
        do throws(MatchActionRefusal) { try record.startNextRound() } catch {
            preconditionFailure("\(error)")
        }
    }

    mutating func leave(_ piece: Piece, _ farewell: ConnectionEnd = .goodbye) {
        host.handle(.closed(person(piece).connection, farewell))
        host.finishWork()
    }
}

extension TestHost {
    /// Returns a user's results with their keys.
    mutating func results(of token: String?) -> [(key: String, object: JSONObject)] {
        let page = game(.get, "result/index?data=1", token: token).members["index"]?.array ?? []
        return page.reversed().compactMap { entry in
            guard let key = entry["id"]?.string, let object = entry["d"]?.object else { return nil }
            return (key, object)
        }
    }
}
