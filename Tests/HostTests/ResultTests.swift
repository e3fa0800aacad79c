import Game
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Results of rounds between players")
struct ResultTests {
    /// Plays three rounds: one ends by a line, one by resignation, and one because a player leaves.
    private static func threeRounds() -> Duel {
        var duel = Duel(circle: ("ann", true), cross: ("bob", true))
        duel.play(4, 0, 2, 1, 6)
        duel.goOn()
        duel.play(0)
        duel.act(by: .cross) { record throws(MatchActionRefusal) in
            try record.endRound(lostBy: .cross)
        }
        duel.goOn()
        duel.play(4, 0)
        duel.leave(.cross)
        return duel
    }

    @Test("S97: Both players have results, each from their own side")
    func bothHaveThem() {
        var duel = Self.threeRounds()
        let ann = duel.host.results(of: duel.circle.token)
        let bob = duel.host.results(of: duel.cross.token)
        #expect(ann.map(\.key) == bob.map(\.key))
        #expect(ann.map(\.key).map { $0.split(separator: "-").last } == ["1", "2", "3"])
        #expect(Set(ann.map { $0.key.split(separator: "-").dropLast() }).count == 1)
        #expect(ann.map { $0.object["outcome"] } == ["won", "won", "won"])
        #expect(bob.map { $0.object["outcome"] } == ["lost", "lost", "lost"])
        #expect(ann.map { $0.object["how"] } == ["line", "resigned", "left"])
        #expect(ann.map { $0.object["moves"] } == [[4, 0, 2, 1, 6], [0], [4, 0]])
        #expect(ann[0].object["as"] == "circle" && bob[0].object["as"] == "cross")
        #expect(ann[0].object["with"]?.string == duel.cross.user)
        #expect(bob[0].object["with"]?.string == duel.circle.user)
        #expect(ann[0].object["name"] == "bob" && bob[0].object["name"] == "ann")
    }

    @Test("S97: A round with a guest is a result for the other player; an unfinished round is none")
    func guests() {
        var duel = Duel(circle: ("ann", true), cross: ("bob", false))
        duel.play(4, 0, 2, 1, 6)
        let ann = duel.host.results(of: duel.circle.token)
        #expect(ann.count == 1)
        #expect(ann[0].object["with"] == nil && ann[0].object["name"] == "bob")
        var guests = Duel(circle: ("ann", false), cross: ("bob", false))
        guests.play(4, 0, 2, 1, 6)
        #expect(guests.host.store.answer(.debts(atMost: 9)) == .debts([], hasMore: false))

        // A player who leaves before both have moved, or between rounds, has no result.
        var early = Duel(circle: ("ann", true), cross: ("bob", true))
        early.play(4)
        early.leave(.cross)
        #expect(early.host.results(of: early.circle.token).isEmpty)
        var late = Duel(circle: ("ann", true), cross: ("bob", true))
        late.play(4, 0, 2, 1, 6)
        late.leave(.cross)
        _ = late.host.remove(Duel.match, channel: 1, by: late.circle.connection)
        #expect(late.host.results(of: late.circle.token).count == 1)
    }

    @Test("S97: A guest who signs up keeps the results of this visit, and no other guest's")
    func signsUp() {
        var duel = Duel(circle: ("ann", true), cross: ("bob", false))
        duel.play(4, 0, 2, 1, 6)
        duel.goOn()
        duel.play(4, 0, 2, 1, 6)
        let token = Self.signUpCross(of: &duel)
        let bob = duel.host.results(of: token)
        #expect(bob.map { $0.object["outcome"] } == ["lost", "won"])
        #expect(bob.map { $0.object["with"]?.string } == [duel.circle.user, duel.circle.user])
        #expect(bob.map(\.key) == duel.host.results(of: duel.circle.token).map(\.key))
        duel.goOn()
        duel.play(4, 0, 2, 1, 6)
        #expect(duel.host.results(of: token).count == 3)
    }

    @Test("S97: The round of two guests has its moves for the one who signs up")
    func movesOfGuests() {
        var duel = Duel(circle: ("ann", false), cross: ("bob", false))
        duel.play(4, 0, 2, 1, 6)
        let token = Self.signUpCross(of: &duel)
        let bob = duel.host.results(of: token)
        #expect(bob.map { $0.object["moves"] } == [[4, 0, 2, 1, 6]])
    }

    /// Signs up the guest who plays cross, and returns the token. The results come with the Player.
    private static func signUpCross(of duel: inout Duel) -> String {
        let (token, user) = duel.host.enrol("bob")
        let (id, client) = (duel.cross.connection, duel.cross.client)
        duel.host.open("profile", as: "d", token: token, channel: 2, on: id)
        #expect(duel.host.results(of: token).isEmpty)
        duel.host.expectPut(nil, client, bob(client, user), channel: 0, by: id)
        return token
    }

    /// Returns Bob's Player once he has an account.
    private static func bob(_ client: String, _ user: String) -> JSONObject {
        [
            "playerID": JSON(client), "mode": "auto", "name": "bob", "rules": 2,
            "user": JSON(user),
        ]
    }

    /// Signs a guest up, whose program returns to a restarted server.
    private static func signUp(
        after duel: Duel, _ host: inout TestHost, showing secret: String
    ) -> (token: String, results: Int) {
        let client = duel.cross.client
        let id = host.connect(app: "tictactoe")
        _ = host.say(
            """
            0:init:{"clientid":"\(client)","api":"1.1","token":"\(LobbyCredentials.token)",\
            "app_id":"tictactoe","name":"Player","cmd":"cv:",\
            "extensions":["resume","rules"],"resume":"\(secret)","seat":1}
            """, by: id)
        let (token, user) = host.enrol("bob")
        host.open("profile", as: "d", token: token, channel: 2, on: id)
        _ = host.put(client, bob(client, user), channel: 0, by: id)
        host.finishWork()
        return (token, host.results(of: token).count)
    }

    @Test("S104: A guest's results move to the account also after a restart, but not after leaving")
    func signsUpAfterRestart() throws {
        var duel = Duel(circle: ("ann", true), cross: ("bob", false), knowsSeats: true)
        let secret = try #require(duel.secret)
        duel.play(4, 0, 2, 1, 6)
        duel.goOn()
        duel.play(4, 0, 2, 1, 6)
        #expect(duel.host.store.answer(.debts(atMost: 9)) == .debts([], hasMore: false))
        for moment in duel.host.moments.suffix(1) {
            var host = TestHost(store: moment.store, accounts: moment.accounts)
            let (token, count) = Self.signUp(after: duel, &host, showing: secret)
            #expect(count == 2)
            // After the results have moved to the account, none is owed to the guest.
            var last = TestHost(store: host.store, accounts: host.accounts)
            #expect(last.results(of: token).count == 2)
        }

        // A guest who leaves is owed nothing.
        duel = Duel(circle: ("ann", true), cross: ("bob", false), knowsSeats: true)
        let second = try #require(duel.secret)
        duel.play(4, 0, 2, 1, 6)
        var host = TestHost(store: duel.host.store, accounts: duel.host.accounts)
        host.wait(.seconds(61))
        let (_, count) = Self.signUp(after: duel, &host, showing: second)
        #expect(count == 0)
    }

    @Test("S97: A player who doesn't return in time has lost, once")
    func late() {
        var duel = Duel(circle: ("ann", true), cross: ("bob", true))
        duel.play(4, 0)
        duel.leave(.cross, .broken)
        #expect(duel.host.results(of: duel.circle.token).isEmpty)
        duel.host.wait(.seconds(61))
        _ = duel.host.remove(Duel.match, channel: 1, by: duel.circle.connection)
        let ann = duel.host.results(of: duel.circle.token)
        #expect(ann.map { $0.object["outcome"] } == ["won"])
        #expect(duel.host.results(of: duel.cross.token).map { $0.object["outcome"] } == ["lost"])
    }

    @Test("S97: A player can't leave a match under another client id, the opponent's or a new one")
    func foreignClientID() {
        var duel = Duel(circle: ("ann", true), cross: ("bob", true))
        duel.play(4, 0)
        let (id, other) = (duel.cross.connection, "00000000000000f")
        for (channel, client) in [(3, duel.circle.client), (4, other)] {
            duel.host.open(
                "Match", as: client, token: LobbyCredentials.token, channel: channel, on: id)
            let error = duel.host.remove(Duel.match, channel: channel, by: id)
            #expect(error == 401, "as \(client)")
        }
        for token in [duel.circle.token, duel.cross.token] {
            #expect(duel.host.results(of: token).isEmpty)
        }
        // Under its own id, the player leaves, and has lost.
        #expect(duel.host.remove(Duel.match, channel: 1, by: id) == nil)
        let bob = duel.host.results(of: duel.cross.token)
        #expect(bob.map { $0.object["outcome"] } == ["lost"])
    }

    @Test("P83: A player who leaves a practice round has not lost it")
    func practice() {
        var duel = Duel(circle: ("ann", true), cross: ("bob", true), rules: 3)
        duel.play(4, 0)
        duel.perform(.askUndo([.centre, .topLeft]), by: .circle)
        duel.perform(.allowUndo, by: .cross)
        duel.play(4, 0)
        duel.leave(.cross, .broken)
        duel.host.wait(.seconds(61))
        _ = duel.host.remove(Duel.match, channel: 1, by: duel.circle.connection)
        for token in [duel.circle.token, duel.cross.token] {
            #expect(duel.host.results(of: token).isEmpty)
        }
    }

    @Test("S98: Whenever the server ends, each finished round has one result for each player")
    func exactlyOnce() {
        let duel = Self.threeRounds()
        #expect(duel.host.moments.count > 20)
        var unpaid = 0
        for moment in duel.host.moments {
            if moment.store.answer(.debts(atMost: 9)) != .debts([], hasMore: false) { unpaid += 1 }
            let rounds = Self.rounds(in: moment.store)
            var host = TestHost(store: moment.store, accounts: moment.accounts)
            for _ in 0..<2 {
                host = TestHost(store: host.store, accounts: host.accounts)
                for token in [duel.circle.token, duel.cross.token] {
                    let results = host.results(of: token)
                    #expect(Set(results.map(\.key)).count == results.count)
                    #expect(results.count == rounds, "after \(rounds) rounds")
                }
            }
            #expect(host.store.answer(.debts(atMost: 9)) == .debts([], hasMore: false))
        }
        #expect(unpaid > 0, "no end came between a round and its payment")
    }

    @Test("S98: A delivery that the store refused is retried, but not for an account that left")
    func triesAgain() {
        let isResult: (StoreWrite) -> Bool = { write in
            guard case .append(_, _, _, let bucket, _) = write else { return false }
            return bucket.name.text == "result"
        }
        var duel = Duel(circle: ("ann", true), cross: ("bob", true))
        duel.host.loses = isResult
        duel.play(4, 0, 2, 1, 6)
        #expect(duel.host.results(of: duel.circle.token).isEmpty)
        duel.host.loses = { _ in false }
        duel.host.wait(.seconds(120))
        #expect(duel.host.results(of: duel.circle.token).count == 1)
        #expect(duel.host.results(of: duel.cross.token).count == 1)

        duel = Duel(circle: ("ann", true), cross: ("bob", true))
        duel.host.loses = isResult
        duel.play(4, 0, 2, 1, 6)
        let password = #"{"password":"correct horse"}"#
        duel.host.expectGame(200, .post, "leave/", password, token: duel.circle.token)
        duel.host.loses = { _ in false }
        duel.host.wait(.seconds(120))
        #expect(duel.host.results(of: duel.cross.token).count == 1)
        #expect(duel.host.store.answer(.debts(atMost: 9)) == .debts([], hasMore: false))
        let user = duel.circle.user ?? ""
        #expect(
            duel.host.store.answer(.buckets(of: named(user), in: named("tictactoe")))
                == .buckets([]))
    }

    @Test("S98: Inserts that can't be read or are refused do not hold up the inserts after them")
    func refusedInserts() throws {
        var (host, token, bucket) = Self.hostThatRequiresN()
        func inserts(_ name: String, _ count: Int, _ object: String) -> [PendingCrossLogInsert] {
            (0..<count).map { Self.insert("\(name)\($0)", object, into: bucket) }
        }
        // More than a page of each kind.
        let refused = inserts("r", 300, #"{"x":1}"#)
        var store = host.store
        for objects in [inserts("u", 300, "{"), refused, inserts("n", 1, #"{"n":1}"#)] {
            try store.write(.owe(objects, for: bucket))
        }
        host = TestHost(store: store, accounts: host.accounts)
        host.wait(.seconds(120))
        host.expectDemo(200, .get, "/note/i/n0", token: token)
        #expect(host.store.answer(.debts(atMost: 1_000)) == .debts(refused, hasMore: false))
    }

    @Test("S98: One insert that is refused does not delay the pages after it")
    func refusedInsertBeforePages() throws {
        var (host, _, bucket) = Self.hostThatRequiresN()
        let inserts = (0..<600).map { number in
            Self.insert("n\(number)", number == 0 ? #"{"x":1}"# : #"{"n":1}"#, into: bucket)
        }
        var store = host.store
        try store.write(.owe(inserts, for: bucket))
        host = TestHost(store: store, accounts: host.accounts)
        host.wait(.seconds(20))
        let refused = Array(inserts.prefix(1))
        #expect(host.store.answer(.debts(atMost: 1_000)) == .debts(refused, hasMore: false))
    }

    /// Returns a server with a user's token and bucket. The bucket refuses objects without the
    /// member n.
    private static func hostThatRequiresN() -> (host: TestHost, token: String, bucket: BucketID) {
        var host = TestHost()
        let (token, user) = host.sign(up: "kim@example.org")
        let schema = #"{"schema":{"required":["n"]}}"#
        host.expectDemo(200, .post, "/__options__/i/note", token: TestHost.admin, body: schema)
        return (host, token, BucketID(app: named("demo"), user: named(user), name: named("note")))
    }

    private static func insert(
        _ key: String, _ object: String, into bucket: BucketID
    ) -> PendingCrossLogInsert {
        PendingCrossLogInsert(bucket: bucket, key: named(key), object: Array(object.utf8))
    }

    /// Returns the number of finished rounds according to the Match; three if it is gone, or a
    /// player is.
    private static func rounds(in store: MemoryStore) -> Int {
        let log = BucketID(
            app: named("tictactoe"), user: named("lobby"), name: named("Match"))
        let players = BucketID(
            app: named("tictactoe"), user: named("lobby"), name: named("Player"))
        if case .entity(let player, _) = store.answer(
            .entity(named("fedcba987654321"), in: players)), player.isRemoved
        {
            return 3
        }
        guard case .entity(let stored, _) = store.answer(.entity(named(Duel.match), in: log)),
            let object = (try? JSON(parsing: stored.object ?? []))?.object,
            let match = try? MatchRecord(object).match
        else { return 0 }
        return match.outcome == nil ? match.round - 1 : match.round
    }
}
