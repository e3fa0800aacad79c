import Glibc
import TestKit
import TestSupport
import Testing

/// A server that can't use its Redis at its start: it prints one sentence, ends with status 1, and
/// leaves Redis as it was.
@Suite("A Redis that a server can't use", .waits)
struct RefusedRedisTests {
    enum Flaw: CaseIterable {
        /// Data that a server of this version does not use.
        case foreign, newer, older, damaged, incomplete, copied
        /// A Redis that may lose data.
        case unsaved, evicting, cluster
        /// A Redis that admits no writes, or no commands.
        case replica, withoutReplicas, password, denied, silent

        /// The commands that make Redis like this.
        var commands: [[String]] {
            switch self {
            case .foreign: [["set", "session:7", "theirs"]]
            case .newer: [["hset", "s2{s00}", "format", "3", "last", "7"]]
            case .older: [["hset", "s1{nodes}", "format", "1"]]
            case .damaged: [["rpush", "s2{s00}", "x"]]
            case .incomplete: [["hset", "s2{s00}", "format", "2", "unfinished", "1"]]
            case .copied: [["hset", "s2{s00}", "format", "2", "held", "9999999999999"]]
            case .unsaved: [["config", "set", "appendonly", "no"]]
            case .evicting: [["config", "set", "maxmemory-policy", "allkeys-lru"]]
            case .cluster: []
            case .replica: [["set", "x", "1"], ["replicaof", "127.0.0.1", "1"]]
            case .withoutReplicas: [["config", "set", "min-replicas-to-write", "1"]]
            case .password: [["acl", "setuser", "default", "off"]]
            case .denied: [["acl", "setuser", "default", "-evalsha", "-eval"]]
            case .silent: []
            }
        }

        var sentence: String {
            switch self {
            case .foreign: "this Redis contains another program's data, such as session:7: "
            case .newer: "wrote the data in Redis (format 3; this program reads 2)"
            case .older: "wrote the data in Redis (format 1; this program reads 2): "
            case .damaged: "the data in Redis is not from this program"
            case .incomplete: "the data in Redis is an incomplete copy: "
            case .copied: "the data in Redis is being copied: "
            case .unsaved: "Redis does not save its data to disk: set appendonly to yes"
            case .evicting: "Redis may evict data: set maxmemory-policy to noeviction"
            case .cluster: "Redis Cluster is not supported: "
            case .replica: "it is a replica: name the primary"
            case .withoutReplicas: "it answered NOREPLICAS "
            case .password: "it needs a password: "
            case .denied: "it answered NOPERM "
            case .silent: ": no answer"
            }
        }
    }

    @Test(
        "S138 S182 S183 It is refused in one sentence, also by doctor, and not changed",
        arguments: Flaw.allCases)
    func refused(_ flaw: Flaw) throws {
        let redis = try RedisServer(isCluster: flaw == .cluster)
        let operate = ["--user", "operator", "--pass", "sesame", "--no-auth-warning"]
        try redis.command("acl", "setuser", "operator", "on", ">sesame", "~*", "&*", "+@all")
        for command in flaw.commands { try redis.command(command) }
        let before = try redis.command(operate + Self.digest)
        if flaw == .silent { try redis.send(SIGSTOP) }
        let folder = try TemporaryFolder()
        let finding = try PipedProgram.run(
            PipedProgram.ours,
            [
                "serve", "--no-door", "--listen", "127.0.0.1:0", "--keys", folder.path("keys"),
                "--new-keys", "--store", "redis://127.0.0.1:\(redis.port)",
            ])
        #expect(finding.status == 1)
        let lines = finding.text.split(separator: "\n").filter { !$0.contains(" info ") }
        #expect(lines.count == 1 && lines[0].hasPrefix("tictactoe: "), "\(finding.text)")
        #expect(finding.text.contains(flaw.sentence), "\(finding.text)")
        let doctor = try PipedProgram.run(
            PipedProgram.ours, ["doctor"],
            environment: PipedProgram.bareEnvironment.merging([
                "HOME": folder.place, "TICTACTOE_STORE": "redis://127.0.0.1:\(redis.port)",
            ]) { $1 })
        #expect(doctor.status == 1 && doctor.text.contains(flaw.sentence), "\(doctor.text)")
        if flaw == .silent { try redis.send(SIGCONT) }
        let after = try redis.command(operate + Self.digest)
        #expect(after == before && before.count == Self.empty.count)
    }

    private static let digest = ["debug", "digest"]
    private static let empty = String(repeating: "0", count: 40)
}
