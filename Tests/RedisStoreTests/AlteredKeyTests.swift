import Cluster
import RedisSamples
import RedisStore
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Keys in Redis that an operator has altered", .waits)
struct AlteredKeyTests {
    @Test("A batch that meets an altered key fails or is answered, and the next writer continues")
    func altered() throws {
        let server = try RedisServer()
        let node = try RedisNode.leading(at: server)
        let user = StoredUser(
            app: .trappingIfInvalid("demo"), id: .trappingIfInvalid("kim"),
            name: .trappingIfInvalid("K"),
            folded: "k", password: nil)
        _ = node.perform([
            .change(1, "a", by: "kim"), .change(2, "b", by: "kim", on: 1),
            .change(3, "b", by: "kim", on: 2, version: 2, removes: true),
            .accountWrite(.change(UserChange(copying: user))),
        ])
        let keys = try server.command("keys", "s2{s00}:*").split(separator: "\n").map(String.init)
        #expect(keys.count > 10)
        var failures = 0
        for key in keys where !key.hasSuffix(":nodes") {
            for alteration in try alterations(of: key, at: server) {
                try server.command("copy", key, "saved")
                try server.command(alteration)
                let outcome = node.perform(Self.questions)
                let failed = outcome.answers.count { answer in
                    switch answer {
                    case .data(.failure), .account(.failure), .lost: true
                    case .data(.success), .account(.success): false
                    }
                }
                if outcome.failure != nil || failed > 0 { failures += 1 }
                #expect(outcome.failure != nil || outcome.answers.count == Self.questions.count)
                try server.command("rename", "saved", key)
                if outcome.failure != nil { try node.lead() }
            }
        }
        #expect(failures > 10)
        try node.lead()
        #expect(node.perform([.change(4, "c", by: "kim", on: 3), .state("kim")]).counts == [2])
    }

    /// The commands that give the key another type, and each kind of row of it other bytes.
    private func alterations(of key: String, at server: RedisServer) throws -> [[String]] {
        var commands = [["set", key, "altered"]]
        switch try server.command("type", key) {
        case "hash":
            let field = try server.command("hrandfield", key)
            for row in ["", "altered", "1 x 0 - x 5 id", "-1 -1 -1 -1 -1 -1 -1 -1 -1"] {
                commands.append(["hset", key, field, row])
            }
        case "zset": commands.append(["zadd", key, "0", "altered"])
        case "stream": commands.append(["xadd", key, "9999-1", "k", "altered"])
        case "list": commands.append(["rpush", key, "altered"])
        default: break
        }
        return commands
    }

    private static let questions: [StoreBatchEntry] = [
        .state("kim"), .query(.entity(.trappingIfInvalid("a"), in: bucket("kim"))),
        .query(.entity(.trappingIfInvalid("b"), in: bucket("kim"))),
        .query(.changes(after: .zero, in: bucket("kim"), atMost: StoreAnswerLimit(entries: 9))),
        .query(
            .index(
                IndexSliceQuery(
                    .oldestFirst, hasObjects: true, atMost: StoreAnswerLimit(entries: 9)),
                of: bucket("kim"))),
        .query(.owned(after: nil, in: bucket("kim"), atMost: StoreAnswerLimit(entries: 9))),
        .query(.presence(after: nil, atMost: StoreAnswerLimit(entries: 9))),
        .query(.buckets(of: .trappingIfInvalid("kim"), in: .trappingIfInvalid("demo"))),
        .query(.mirrors(of: .trappingIfInvalid("kim"), in: .trappingIfInvalid("demo"))),
        .query(
            .everybodysChanges(
                after: .zero, in: .trappingIfInvalid("todo"), of: .trappingIfInvalid("demo"),
                atMost: StoreAnswerLimit(entries: 9))),
        .accountQuery(.user(folded: "k", of: .trappingIfInvalid("demo"))),
        .accountQuery(.owner(.trappingIfInvalid("kim"), app: .trappingIfInvalid("demo"))),
        .accountQuery(.tokens(of: .trappingIfInvalid("kim"), app: .trappingIfInvalid("demo"))),
        .accountQuery(.users(of: .trappingIfInvalid("demo"), after: "", atMost: 9)),
    ]
}
