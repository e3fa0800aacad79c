import Foundation
import Glibc
import TestSupport
import Testing

/// Servers that share a Redis, and the keys of their apps.
private final class Cluster {
    let redis: RedisServer
    private let folder: TemporaryFolder

    init() throws {
        redis = try RedisServer()
        folder = try TemporaryFolder()
    }

    func serve() throws -> ServedProgram {
        try ServedProgram(
            ["--keys", folder.path("keys"), "--max-per-address", "1000"],
            engine: "redis://127.0.0.1:\(redis.port)")
    }
}

@Suite("Many servers on one Redis")
struct ManyServersTests {
    @Test("S137 Two people at two servers play each other, and one comes back to the other server")
    func match() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let okafor = try Person("okafor", at: one)
        okafor.sees("in sync", "Looking for a match")
        let lin = try Person("lin", at: other)
        okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
        lin.sees("lin (X) against okafor (O)", "okafor to move")
        playRound(okafor, lin)
        okafor.sees("YOU WIN")
        lin.sees("YOU LOSE")
        okafor.press("r")
        lin.sees("okafor wants a rematch")
        lin.press("r")
        lin.sees("YOUR MOVE")
        lin.plays(5)
        okafor.sees("YOUR MOVE")
    }

    @Test("S139 Who signs out at one server is shut out at the other")
    func revoked() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let said = try one.python(Self.signsOut, [String(other.port)])
        #expect(said == "in\n401\n")
    }

    /// Signs up at one server, is let in at the other, and signs out at the first.
    private static let signsOut = #"""
        import urllib.request
        OTHER = sys.argv[2]
        def call(path, body=None, token=None):
            fields = {"X-Simperium-API-Key": TOKEN}
            if token: fields["X-Simperium-Token"] = token
            data = json.dumps(body or {}).encode()
            request = urllib.request.Request(f"http://127.0.0.1:{PORT}/1/tictactoe/{path}",
                data=data, headers=fields, method="POST")
            return urllib.request.urlopen(request).read()
        async def main():
            body = {"username": "kim", "password": "correct horse"}
            token = json.loads(call("create/", body))["access_token"]
            async with websockets.connect(
                    f"ws://127.0.0.1:{OTHER}/sock/1/tictactoe/websocket") as ws:
                await ws.send(init(0, "profile", "kims-device", token=token))
                assert (await asyncio.wait_for(ws.recv(), 20)).startswith("0:auth:")
                print("in")
                call("signout/", token=token)
                while True:
                    frame = await asyncio.wait_for(ws.recv(), 20)
                    if frame.startswith("0:auth:"): break
                print(json.loads(frame.split(":", 2)[2])["code"])
        asyncio.run(main())
        """#

    @Test("C74 Who knows two servers is back in the match at the other when one is killed")
    func killed() throws {
        let cluster = try Cluster()
        let (one, other) = (try cluster.serve(), try cluster.serve())
        let both = "\(one.address),\(other.address)"
        let okafor = try Person(["--server", both, "--name", "okafor"])
        okafor.sees("in sync", "Looking for a match")
        let lin = try Person(["--server", both, "--name", "lin"])
        okafor.sees("YOUR MOVE")
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        one.crash()
        lin.plays(1)
        okafor.sees("YOUR MOVE")
        okafor.plays(3)
        lin.sees("YOUR MOVE")
    }

    @Test(
        "S138 A Redis that may lose something is refused by the name of the setting",
        arguments: [
            ("appendonly", "no", "set appendonly to yes"),
            ("maxmemory-policy", "allkeys-lru", "set maxmemory-policy to noeviction"),
        ])
    func unfit(setting: String, value: String, sentence: String) throws {
        let cluster = try Cluster()
        try cluster.redis.command("config", "set", setting, value)
        let finding = try Self.serve(by: "--store", "redis://127.0.0.1:\(cluster.redis.port)")
        #expect(finding.status == 1)
        #expect(finding.text.contains(sentence))
    }

    @Test("S138 A server whose engine can't be asked says so, and ends")
    func nobodyThere() throws {
        let finding = try Self.serve(by: "--store", "redis://127.0.0.1:\(try freePort())")
        #expect(finding.status == 1)
        #expect(finding.text.contains("Redis can't be asked at 127.0.0.1:"))
        #expect(finding.text.contains(": nobody listens there"))
    }

    @Test(
        "S138 A Redis that wants to know who comes is told so, in secret if it has a certificate")
    func credentials() throws {
        let certificates = Certificates.shared
        let redis = try RedisServer(
            encryption: (certificates.path("good"), certificates.key, certificates.authority))
        try redis.command(
            "acl", "setuser", "servers", "on", ">open sesame", "~*", "&*", "+@all")
        try redis.command("acl", "setuser", "default", "-@all", "+acl", "+ping")
        let folder = try TemporaryFolder()
        let (right, wrong) = (folder.path("right"), folder.path("wrong"))
        try Data("open sesame\nwhatever\n".utf8).write(to: URL(filePath: right))
        try Data("open barley\n".utf8).write(to: URL(filePath: wrong))
        let engine = "rediss://servers@localhost:\(redis.otherPort)"
        let trust = ["--store-authorities", certificates.authority]
        let served = try ServedProgram(
            ["--keys", folder.path("keys"), "--store-password-file", right] + trust,
            engine: engine)
        let okafor = try Person("okafor", at: served)
        okafor.sees("in sync")
        for (words, sentence) in [
            (["--store", engine, "--store-password-file", right], "this machine does not trust"),
            (
                ["--store", engine, "--store-password-file", wrong] + trust,
                "it knows nobody of that name with that password"
            ),
            (
                ["--store", "rediss://localhost:\(redis.port)"] + trust,
                "it does not answer"
            ),
            (
                ["--store", "redis://localhost:\(redis.port)"],
                "has no permissions"
            ),
        ] {
            let finding = try Self.serve(by: words)
            #expect(finding.status == 1)
            #expect(finding.text.contains(sentence), "\(finding.text)")
        }
    }

    private static func serve(by words: String...) throws -> (text: String, status: CInt) {
        try serve(by: words)
    }

    /// Begins a server that is not to get far.
    private static func serve(by words: [String]) throws -> (text: String, status: CInt) {
        let folder = try TemporaryFolder()
        let finding = try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--no-door", "--listen", "127.0.0.1:0", "--keys", folder.path("keys")]
                + ["--new-keys"] + words)
        return (finding.text, finding.status)
    }
}
