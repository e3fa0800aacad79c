import GameHost
import Host
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import TestSupport
import Testing

/// A store that refuses one write of a scene, each in turn, in ticks of any length.
///
/// Every output follows from the kept data, and each client has an answer or is closed.
@Suite("A store that refuses a write")
struct RefusedWriteTests {
    @Test("S251: Every output is implied by the kept data; each client gets an answer or a close")
    func everyWrite() {
        for seed in Seeds.first(20, share: 20) {
            let count = Self.play(seed, refusing: nil)
            #expect(count > 10)
            for number in 1...count { _ = Self.play(seed, refusing: number) }
        }
    }

    @Test("S251: A result is kept only after its round, for each write that may be refused")
    func results() {
        let count = Self.finishRound(refusing: nil)
        #expect(count > 3)
        for number in 1...count { _ = Self.finishRound(refusing: number) }
    }

    @Test("S251: A bucket whose query about another bucket fails is closed, and opens again")
    func unreadOtherBucket() {
        var host = TestHost()
        let kim = host.sign(up: "kim@example.org")
        host.failsQuery = { $0.queriedBucket?.name == .options }
        let first = host.join("note", token: kim.token)
        #expect(host.endings[first] != nil)
        host.failsQuery = { _ in false }
        host.wait(.seconds(60))
        let second = host.join("note", token: kim.token)
        #expect(host.endings[second] == nil)
        #expect(host.say("0:i:1:::10", by: second).first?.hasPrefix("0:i:{") == true)

        // A share asks for the settings of the other user.
        let settings: BucketName = named("spuser")
        Self.expectShare(by: kim.token, on: &host) { $0.queriedBucket?.name == settings }
    }

    @Test("S251: A share is answered if the store can't count the other user's shared objects")
    func unreadCount() {
        var host = TestHost()
        let kim = host.sign(up: "kim@example.org")
        Self.expectShare(by: kim.token, on: &host) {
            if case .mirrors = $0 { true } else { false }
        }
    }

    /// Shares a note with a new user. Expects a refusal while these queries fail, and success a
    /// minute later.
    private static func expectShare(
        by token: String, on host: inout TestHost, failing fails: @escaping (StoreQuery) -> Bool
    ) {
        _ = host.sign(up: "lee@example.org")
        _ = host.ask(
            .post, "/__options__/i/note", token: TestHost.admin, body: #"{"sharing":true}"#)
        host.expectDemo(200, .post, "/note/i/n", token: token, body: #"{"t":"x"}"#)
        let path = "/note/i/n/share/lee@example.org"
        host.failsQuery = fails
        host.expectDemo(503, .put, path, token: token, body: "{}")
        host.failsQuery = { _ in false }
        host.wait(.seconds(60))
        host.expectDemo(200, .put, path, token: token, body: "{}")
    }

    /// Ends a round between two accounts. Returns the number of writes.
    private static func finishRound(refusing number: Int?) -> Int {
        var duel = Duel(circle: ("ann", true), cross: ("bob", true))
        duel.play(4, 0, 2, 1)
        let matches = GameBuckets.log.bucket(named("Match"))
        let version = duel.host.gated.kept.version(of: Duel.match, in: matches)
        let before = duel.host.gated.count
        duel.host.hold(refusing: number.map { $0 + before }) { _, _ in }
        duel.play(6)
        for _ in 0..<8 {
            duel.host.commit()
            let kept = duel.host.gated.kept
            let isOver = kept.version(of: Duel.match, in: matches) > version
            let results = [duel.circle, duel.cross].map { kept.results(of: $0.user ?? "") }
            #expect(isOver || results == [0, 0], "write \(number ?? 0)")
        }
        let isOver = duel.host.gated.kept.version(of: Duel.match, in: matches) > version
        // A refused delivery is retried.
        duel.host.wait(.seconds(60))
        for _ in 0..<8 { duel.host.commit() }
        let kept = duel.host.gated.kept
        let results = [duel.circle, duel.cross].map { kept.results(of: $0.user ?? "") }
        #expect(results == (isOver ? [1, 1] : [0, 0]), "write \(number ?? 0)")
        return duel.host.gated.count - before
    }

    /// Plays a scene to its end. Returns the number of writes.
    private static func play(_ seed: UInt64, refusing number: Int?) -> Int {
        var random = SeededRandom(seed: seed)
        var host = TestHost()
        let users = ["kim@example.org", "lee@example.org", "max@example.org"].map {
            host.sign(up: $0)
        }
        _ = host.ask(
            .post, "/__options__/i/note", token: TestHost.admin, body: #"{"sharing":true}"#)
        _ = host.ask(.post, "/note/i/n?ccid=0", token: users[0].token, body: #"{"t":"x"}"#)
        _ = host.ask(
            .put, "/note/i/n/share/lee@example.org", token: users[0].token,
            body: #"{"write":true}"#)
        let lines = users.map { host.join("note", token: $0.token) }
        let buckets = users.map {
            BucketID(app: named("demo"), user: named($0.user), name: named("note"))
        }
        let place = "seed \(seed), write \(number ?? 0)"
        let before = host.gated.count
        host.hold(refusing: number.map { $0 + before }) { output, kept in
            switch output {
            case .message(let message, let id):
                guard let index = lines.firstIndex(of: id) else { return }
                Self.check(message, in: buckets[index], kept, place)
            case .close, .answer: break
            }
        }
        var calls: [(id: CallID, user: Int, key: String)] = []
        var sent: [(line: Int, ccid: String)] = []
        for step in 0..<12 {
            for _ in 0..<(1 + random.numberBelow(3)) {
                let user = random.numberBelow(3)
                let key = user < 2 && random.chance(1, in: 2) ? "n" : "k\(random.numberBelow(3))"
                let ccid = "c\(step)-\(sent.count + calls.count)"
                if random.chance(1, in: 3) {
                    let call = host.begin(
                        .post, "/1/demo/note/i/\(key)?ccid=\(ccid)",
                        ["X-Simperium-Token": users[user].token], body: #"{"h\#(step)":1}"#)
                    calls.append((call, user, key))
                } else if host.endings[lines[user]] == nil {
                    let member = #""w\#(step)":{"o":"+","v":1}"#
                    let head = #"0:c:{"id":"\#(key)","o":"M","ccid":"\#(ccid)","v":{"#
                    host.send(head + member + "}}", by: lines[user])
                    sent.append((user, ccid))
                }
            }
            if random.chance(2, in: 3) { host.commit() }
        }
        host.commit()
        host.wait(.seconds(10))
        host.commit()
        for call in calls {
            let answer = host.answer(to: call.id)
            #expect(answer.status != 0, "\(place): a call has no answer")
            guard answer.status == 200, let version = answer.version.flatMap({ Int($0) }) else {
                continue
            }
            let found = host.gated.kept.version(of: call.key, in: buckets[call.user])
            #expect(found >= version, "\(place): the answer is not implied by the kept data")
        }
        let heard = lines.map { host.heard(by: $0) }
        for change in sent where host.endings[lines[change.line]] == nil {
            let isAnswered = heard[change.line].contains { $0.contains("\"\(change.ccid)\"") }
            #expect(isAnswered, "\(place): \(change.ccid) has no answer, and its client no close")
        }
        // A copy is never newer than its original.
        let original = host.gated.kept.version(of: "n", in: buckets[0])
        #expect(host.gated.kept.version(of: "n", in: buckets[1]) <= original, "\(place)")
        return host.gated.count - before
    }

    /// Expects each change in a frame among the kept data.
    private static func check(
        _ message: [UInt8], in bucket: BucketID, _ kept: MemoryStore, _ place: String
    ) {
        guard message.starts(with: "0:c:".utf8),
            let entries = (try? JSON(parsing: Array(message.dropFirst(4))))?.array
        else { return }
        for entry in entries where entry["error"] == nil {
            guard let key = entry["id"]?.string, let version = entry["ev"]?.int else { continue }
            let found = kept.version(of: key, in: bucket)
            #expect(found >= version, "\(place): \(key) at \(version) left, \(found) is kept")
        }
    }
}

extension MemoryStore {
    /// The number of results of an account.
    fileprivate func results(of user: String) -> Int {
        let slice = IndexSliceQuery(
            .newestFirst, hasObjects: false, atMost: StoreAnswerLimit(entries: 9))
        let bucket = BucketID(app: GameBuckets.app, user: named(user), name: named("result"))
        guard case .index(let found, _) = answer(.index(slice, of: bucket)) else { return 0 }
        return found.count
    }

    /// The version of an object; zero if there is none.
    fileprivate func version(of key: String, in bucket: BucketID) -> Int {
        guard case .entity(let entity, _) = answer(.entity(named(key), in: bucket)) else {
            return 0
        }
        return entity.version.number
    }
}
