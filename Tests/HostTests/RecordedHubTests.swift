import GameHost
import Host
import Recording
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("A host's hub, recorded and replayed")
struct RecordedHubTests {
    private static let apiKey = "3f0c9a77d1e84b5f9c0b6f1f2a7d4e10"
    private static let administrator = "b41d0e7c55aa4d2f8f3f0a6c9e1b7d22"

    private static func replay(_ bytes: [UInt8]) throws -> Replayer {
        var replayer = Replayer([RecordedHub.self])
        for line in bytes.split(separator: UInt8(ascii: "\n")) { try replayer.replay(Array(line)) }
        return replayer
    }

    /// A user signs up, owns a presence object, leaves and returns; others come with other tokens
    /// and over HTTP.
    private static func life(limit: Int = .max) -> (host: TestHost, secrets: [String]) {
        let recorder = Recorder(program: "test", limit: limit)
        var host = TestHost(recorder: recorder) { settings in
            let keys = AppKeys(apiKey: named(apiKey), administrator: named(administrator))
            settings.apps = [named("demo"): keys]
        }
        let body = #"{"username":"kim@example.org","password":"correct horse"}"#
        let token = host.account("create", body, key: apiKey).token
        _ = host.ask(
            .post, "/__options__/i/todo", token: administrator, body: #"{"presence":"client"}"#)
        var secrets = [apiKey, administrator, "correct horse", token]
        for token in [token, token, administrator] {
            let shown = secrets.count > 4 ? #","resume":"\#(secrets[4])""# : ""
            let client = host.connect()
            let heard = host.say(
                """
                0:init:{"clientid":"c-1","api":"1.1","token":"\(token)","app_id":"demo",\
                "name":"todo","cmd":"cv:","extensions":["resume"]\(shown)}
                """, by: client)
            secrets += heard.compactMap(resumeSecret)
            _ = host.say(#"0:c:{"id":"a","o":"M","v":{},"ccid":"\#(secrets.count)"}"#, by: client)
            host.handle(.closed(client, .broken))
            host.wait(.seconds(1))
        }
        _ = host.ask(.post, "/todo/i/b", token: token, body: #"{"n":1}"#)
        host.wait(.seconds(100))
        host.endRecording()
        return (host, secrets)
    }

    private static func resumeSecret(in frame: String) -> String? {
        guard frame.hasPrefix("0:o:") else { return nil }
        return (try? JSON(parsing: Array(frame.utf8.dropFirst(4))))?["resume"]?.string
    }

    @Test("A replay has the same effects, without any token, password, key or secret")
    func replays() throws {
        let replayer = try Self.replay(Self.life().host.recording)
        #expect(replayer.eventCount > 10)
        #expect(replayer.endReason == "done")
        #expect(replayer.head?.machine == "hub")

        let (host, secrets) = Self.life()
        let text = String(decoding: host.recording, as: UTF8.self)
        #expect(secrets.count > 5, "there is no secret to return by")
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("hidden") && text.contains("kim@example.org"))
    }

    /// `SECRET` stands for the token in each.
    @Test(
        "S-19: A malformed init is replayed as it was, and its secret is hidden",
        arguments: [
            #"{"token":"SECRET""#, #"{"token":"SECRET"} x"#, #"{"token":"SECRET",}"#,
            #"{"token":SECRET}"#, #"SECRET"#, #""SECRET""#, #"["SECRET"]"#,
            #"{"token":"SECRET\q"}"#,
            #"{"a":"\ud83d","token":"SECRET"}"#, #"{"token":"SECRET\ud83d\ude00","b":tru}"#,
            #"{"token":"S\u0045CRET" "b"}"#, #"{"n":01,"token":"SECRET"}"#,
            "{\"token\":\"SECRET\n\"}",
            #"{"a":1e99999999999999999999,"token":"SECRET"}"#,
            #"{"token":"SECRET","d":"# + String(repeating: "[", count: 70),
        ])
    func malformedInit(payload: String) throws {
        let secret = "9d1f3c6fcafe4babe5f00dfeedface77"
        let recorder = Recorder(program: "test", limit: .max)
        var host = TestHost(recorder: recorder) { _ in }
        let client = host.connect()
        _ = host.say("0:init:" + payload.replacing("SECRET", with: secret), by: client)
        host.endRecording()
        let text = String(decoding: host.recording, as: UTF8.self)
        #expect(!text.contains(secret))
        #expect(try Self.replay(host.recording).endReason == "done", "\(payload)")
    }

    @Test("One altered byte is reported with its line")
    func tellsAlteredByte() throws {
        var lines = Self.life().host.recording.split(separator: UInt8(ascii: "\n")).map(Array.init)
        let index = try #require(
            lines.lastIndex { String(decoding: $0, as: UTF8.self).hasPrefix(#"{"effects":"#) })
        let text = String(decoding: lines[index], as: UTF8.self)
        // The first digit in the line.
        let digit = try #require(lines[index].firstIndex { (0x30...0x38).contains($0) })
        lines[index][digit] += 1
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        do {
            _ = try Self.replay(bytes)
            Issue.record("nothing was noticed in \(text)")
        } catch {
            guard case .differs(let difference)? = error as? ReplayFault else { throw error }
            #expect(difference.line == index + 1)
            #expect(difference.path.hasPrefix("effects"), "\(difference)")
        }
    }

    @Test("A full recording ends with a line of its own, and an unwanted one stays empty")
    func isBounded() throws {
        var host = Self.life(limit: 3_000).host
        #expect(host.recording.count < 6_000)
        #expect(try Self.replay(host.recording).endReason == "full")
        host.expectAccount(400, "create", "{}", key: Self.apiKey)

        host = TestHost()
        _ = host.sign()
        host.endRecording()
        #expect(host.recording == [])
    }
}
