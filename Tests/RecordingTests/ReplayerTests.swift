import Recording
import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing
import Wording

@Suite("Recording: replay of a machine")
struct ReplayerTests {
    private static let lines = RecordedParrot.recording()

    /// Replays the lines, and returns the first fault; nil if there is none.
    private static func fault(in lines: [[UInt8]]) -> ReplayFault? {
        var replayer = Replayer([RecordedParrot.self])
        do throws(ReplayFault) {
            for line in lines { try replayer.replay(line) }
            return nil
        } catch {
            return error
        }
    }

    private static func altered(_ line: Int, _ old: String, _ new: String) -> [[UInt8]] {
        var lines = lines.map { String(decoding: $0, as: UTF8.self) }
        lines[line - 1] = lines[line - 1].replacing(old, with: new)
        return lines.map { Array($0.utf8) }
    }

    @Test("A recording replays without a fault, to the last effect and row")
    func replays() throws {
        var replayer = Replayer([RecordedParrot.self])
        for line in Self.lines { try replayer.replay(line) }
        #expect(replayer.eventCount == RecordedParrot.life.count)
        #expect(replayer.lineCount == Self.lines.count)
        #expect(replayer.endReason == "done")
        #expect(replayer.head?.program == "parrot 1")
    }

    @Test("A recording is lines of JSON that a person can read")
    func isReadable() {
        let text = Self.lines.map { String(decoding: $0, as: UTF8.self) }
        #expect(text[0].hasPrefix(#"{"format":2,"program":"parrot 1","machine":"parrot","#))
        #expect(text[0].contains(#""words":["a","b","c"],"patience":1500000000"#))
        #expect(text[1].hasPrefix(#"{"at":0,"event":{"heard":{"_0":"hello"}}}"#))
        #expect(text[2].hasPrefix(#"{"effects":[{"say":{"_0":"hellohello"}},"#))
        #expect(
            text[3].hasPrefix(
                #"{"shown":{"height":1,"rows":[{"row":1,"text":"hello"}],"looks":1}}"#))
        #expect(text[4].hasPrefix(#"{"at":5000000,"event":{"heard":{"_0":{"hex":"ff007f"}}}}"#))
        #expect(text.last?.hasPrefix(#"{"end":"done"}"#) == true)
    }

    @Test("Each secret in a recording is replaced with a text of the same length")
    func hidesSecrets() {
        let text = Self.lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        let resume = String(RecordedParrot.secret.reversed())
        for secret in [RecordedParrot.secret, RecordedParrot.other, resume, "short"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect(text.contains(#""token":"hiddenxxxxxxxxxxxxxxxxxxxxxxxxx1""#))
        #expect(text.contains("somebody says hiddenxxxxxxxxxxxxxxxxxxxxxxxxx2 aloud"))
    }

    @Test("A changed byte of a result is reported with its line, and one of an event not before it")
    func findsAlteredBytes() {
        for (index, line) in Self.lines.enumerated() {
            // Below the soak tier only some bytes, because each replays the whole recording.
            for offset in stride(from: 0, to: line.count, by: Tier.current < .soak ? 7 : 1) {
                for change in [UInt8(1), 0x20] {
                    var lines = Self.lines
                    lines[index][offset] ^= change
                    let fault = Self.fault(in: lines)
                    let isResult = line.starts(with: #"{"effects""#.utf8)
                    let isRight =
                        isResult ? fault?.line == index + 1 : (fault?.line ?? .max) > index
                    #expect(isRight, "byte \(offset) of line \(index + 1)")
                }
            }
        }
    }

    @Test("A recording may end after any whole line")
    func endsAnywhere() {
        for count in Self.lines.indices {
            let beginning = Array(Self.lines.prefix(count))
            #expect(Self.fault(in: beginning) == nil, "\(count) lines")
        }
        let cut = Array(Self.lines.prefix(4)) + [Self.lines[4].dropLast(7)]
        #expect(Self.fault(in: cut) != nil)
    }
}

extension ReplayerTests {
    @Test("A difference is reported with its place and both values")
    func reportsDifference() {
        let edited = Self.altered(2, "hello", "jello")
        let rows: [(name: String, lines: [[UInt8]], sentence: String)] = [
            (
                "an effect", Self.altered(3, "hellohello", "hellojello"),
                """
                line 3 differs at effects.0.say._0
                  recorded: hellojello
                  now:      hellohello
                """
            ),
            (
                "a row of the screen", Self.altered(4, "hello", "jello"),
                """
                line 4 differs at shown.rows.0.text
                  recorded: jello
                  now:      hello
                """
            ),
            (
                "an event", edited,
                """
                line 3 differs at effects.0.say._0
                  recorded: hellohello
                  now:      jellojello
                """
            ),
        ]
        for row in rows {
            #expect(Self.fault(in: row.lines).map(\.sentence) == row.sentence, "\(row.name)")
        }
    }

    @Test("Effects that are missing on either side are reported")
    func tellsMissing() {
        var lines = Self.lines
        lines.remove(at: 2)
        #expect(
            Self.fault(in: lines)?.difference.map { [$0.path, $0.recorded] } == ["effects", nil])
        lines = Self.lines
        let wake = lines.firstIndex { String(decoding: $0, as: UTF8.self).contains("wake") } ?? 0
        lines.insert(Array(#"{"effects":[{"say":{"_0":"x"}}]}"#.utf8), at: wake + 1)
        #expect(Self.fault(in: lines)?.difference?.now == nil)
    }

    @Test(
        "A file that is not a recording is refused with the line and the reason",
        arguments: [
            ("x", "line 1: not valid JSON at byte 1"),
            ("rubbish", "line 1: not valid JSON at byte 1"),
            ("{}", "line 1: has no format"),
            ("[1]", "line 1: is not an object"),
            (
                #"{"format":1,"old":true}"#,
                "line 1: recorded in format 1; this program reads format 2"
            ),
            (
                #"{"format":2,"program":"x","machine":"owl","beginning":{}}"#,
                "line 1: this program can't replay \"owl\""
            ),
            (
                #"{"format":2,"program":"x","machine":"parrot","beginning":{}}"#,
                "line 1: has no token"
            ),
        ])
    func refuses(text: String, sentence: String) {
        let fault = Self.fault(in: [Array(text.utf8)])
        #expect(fault.map(\.sentence) == sentence)
        #expect(fault?.isOfFile == true)
    }

    @Test("A recording that reaches its limit ends, and its last line reports this")
    func isBounded() {
        let lines = RecordedParrot.recording(limit: 1_000)
        #expect(lines.map(\.count).reduce(0, +) < 1_500)
        let last = lines.last.map { String(decoding: $0, as: UTF8.self) }
        #expect(last?.hasPrefix(#"{"end":"full"}"#) == true)
        // The limit can be reached after an event, after its effects, or after a picture.
        for limit in stride(from: 100, to: 3_000, by: 50) {
            #expect(Self.fault(in: RecordedParrot.recording(limit: limit)) == nil, "\(limit) bytes")
        }
    }
}

extension ReplayFault {
    fileprivate var line: Int? {
        switch self {
        case .unreadable(let line, _): line
        case .format, .machine: 1
        case .differs(let difference): difference.line
        }
    }

    fileprivate var difference: ReplayDifference? {
        if case .differs(let difference) = self { difference } else { nil }
    }
}
