import Drawing
import Guests
import Lobby
import Recording
import Records
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Testing
import Visit

@Suite("Recordings of a door, replayed")
struct RecordedDoorTests {
    private static let secret = "5d0c9a77d1e84b5f9c0b6f1f2a7d4e10"
    /// The token of a guest's account.
    private static let other = "77aa0c9d1e84b5f9c0b6f1f2a7d4e1077"
    private static let terminal = RemoteTerminal(
        name: "xterm-256color", size: Size(rows: 24, columns: 80))

    private static func replay(_ lines: [[UInt8]]) throws -> Replayer {
        var replayer = Replayer([RecordedDoor.self])
        for line in lines { try replayer.replay(line) }
        return replayer
    }

    /// Two guests come, one to watch and one to play; the door's own connection opens; one leaves.
    private static func life() throws -> [[UInt8]] {
        let token = try #require(Token(secret))
        var context = TestGuest.context
        context.token = token
        context.terms = NewGuestParameters.SignInParameters(
            at: "ws://there", as: try #require(ClientID("file")))
        context.startedAt = ServerTime(milliseconds: 1)
        let limits = DoorLimits()
        let beginning = RecordedDoor.Beginning(
            limits: limits, watchers: .init(settings: context.settings, token: token))
        var recorder = Recorder(program: "test", limit: .max)
        var bytes = recorder.beginRecording(RecordedDoor.self, beginning)
        var door = RecordedDoor(beginning)
        var now = Instant(milliseconds: 1_000)
        func happen(_ event: RecordedDoor.Event) {
            bytes += recorder.line(of: event, at: now)
            bytes += recorder.line(of: door.handle(event, at: now))
            now = now + .milliseconds(250)
        }
        happen(.watchers(.begin))
        for (number, words) in [(1, "watch"), (2, "play")] {
            happen(.entered(number))
            happen(.guest(number, .heard(bytes: 900)))
            happen(.guest(number, .admitted))
            let arrival = GuestSSHLogin(
                user: "lin", fingerprint: "SHA256:x", terminal: terminal, command: words)
            happen(.guest(number, .came(arrival, context)))
            happen(.guest(number, .turn))
            happen(.guest(number, .drained))
            happen(.guest(number, .typed(Array("?".utf8))))
        }
        happen(.watchers(.wake))
        let account = try #require(Token(other))
        happen(.guest(2, .called(.signedIn(user: "u", name: "lin", account))))
        happen(.guest(2, .link(.opened(LinkID(rawValue: 1)))))
        happen(.guest(2, .lost))
        happen(.left(2))
        bytes += recorder.end(.done)
        return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    @Test("A replay has the same effects for all guests, and no token is in the recording")
    func replays() throws {
        let life = try Self.life()
        let replayer = try Self.replay(life)
        #expect(replayer.eventCount > 15)
        #expect(replayer.endReason == "done")
        let text = life.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!text.contains(Self.secret) && !text.contains(Self.other))
        #expect(text.contains("hidden"))
    }

    @Test("One altered byte of a picture is reported with its line")
    func tellsAlteredByte() throws {
        var lines = try Self.life()
        let index = try #require(
            lines.lastIndex { String(decoding: $0, as: UTF8.self).contains("Keys") })
        let text = String(decoding: lines[index], as: UTF8.self)
        lines[index] = Array(text.replacing("Keys", with: "Kezs", maxReplacements: 1).utf8)
        do {
            _ = try Self.replay(lines)
            Issue.record("nothing was noticed in \(text)")
        } catch {
            guard case .differs(let difference)? = error as? ReplayFault else { throw error }
            #expect(difference.line == index + 1)
            #expect(difference.path.hasPrefix("effects"), "\(difference)")
        }
    }
}
