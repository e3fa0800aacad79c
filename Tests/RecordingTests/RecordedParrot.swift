import Recording
import SimperiumClock
import SimperiumWire

/// A small machine that has each kind of value that real machines record.
struct RecordedParrot: RecordedMachine {
    struct Beginning: Hashable, Codable {
        var token: Token
        var words: Set<String> = ["b", "a", "c"]
        var patience = Duration.milliseconds(1_500)
    }

    enum Event: Hashable, Codable {
        case heard([UInt8])
        case signIn(Token)
        case grown(rows: Int)
        case wake
    }

    enum Effect: Hashable, Codable {
        case say([UInt8])
        case know(Set<String>)
        case send(token: Token, frame: [UInt8])
        case wait(until: Instant)
    }

    static let name = "parrot"

    private var beginning: Beginning
    private var heard: [String] = []
    private var rows = 1

    init(_ beginning: Beginning) {
        self.beginning = beginning
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .heard(let bytes):
            heard.append(String(decoding: bytes, as: UTF8.self))
            return [.say(bytes + bytes), .know(beginning.words)]
        case .signIn(let token):
            beginning.token = token
            let payload = #"{"name":"x","token":"\#(token.text)"}"#
            return [
                .send(token: token, frame: Array("0:init:\(payload)".utf8)),
                .wait(until: now + beginning.patience),
            ]
        case .grown(let rows): self.rows = rows
        case .wake: break
        }
        return []
    }

    var picture: Picture? {
        Picture(
            rows: (0..<rows).map { $0 < heard.count ? heard[$0] : "-" }, looks: UInt32(heard.count))
    }
}

extension RecordedParrot {
    static let secret = "aVerySecretTokenOf32Characters00"
    static let other = "anotherTokenThatIsNoTokenAtAll01"

    static func token(_ text: String = secret) -> Token { .trappingIfInvalid(text) }

    /// The events of the recording, with their times in nanoseconds.
    static let life: [(Int64, Event)] = [
        (0, .heard(Array("hello".utf8))),
        (5_000_000, .heard([0xFF, 0x00, 0x7F])),
        (5_000_001, .grown(rows: 3)),
        (7_000_000_000, .signIn(token())),
        (7_000_000_001, .heard(Array(#"0:init:{"token":"\#(other)","resume":"short"}"#.utf8))),
        (7_000_000_002, .heard(Array("somebody says \(other) aloud\n\"\\é\u{2028}".utf8))),
        (8_000_000_000, .wake),
        (
            9_000_000_000,
            .heard(
                Array("1:o:{\"resume\":\"\(secret.reversed().map(String.init).joined())\"}".utf8))
        ),
    ]

    /// Returns the lines of a recording of `life`, without line ends.
    static func recording(limit: Int = .max, program: String = "parrot 1") -> [[UInt8]] {
        var recorder = Recorder(program: program, limit: limit)
        let beginning = Beginning(token: token())
        var parrot = RecordedParrot(beginning)
        var bytes = recorder.beginRecording(RecordedParrot.self, beginning)
        for (time, event) in life {
            let now = Instant(nanoseconds: time)
            bytes += recorder.line(of: event, at: now)
            bytes += recorder.line(of: parrot.handle(event, at: now))
            if let picture = parrot.picture { bytes += recorder.line(of: picture) }
        }
        bytes += recorder.end(.done)
        return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }
}
