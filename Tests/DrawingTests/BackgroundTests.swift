import Drawing
import SimperiumClock
import Testing

@Suite("Query of a terminal's background")
struct BackgroundTests {
    private static let terminalType = "\u{1B}[?1;2c"

    private static func input() -> TerminalInputReader {
        var input = TerminalInputReader()
        let asked = input.requestBackground(.here, at: .start)
        #expect(asked == "\u{1B}]11;?\u{07}\u{1B}[>0q\u{1B}[?2031$p\u{1B}[c")
        return input
    }

    @Test(
        "Each terminal's answer is understood, and is not read as keys",
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", true),
            ("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}", true),
            ("\u{1B}]11;rgb:fd/f6/e3\u{07}", true), ("\u{1B}]11;rgb:0/0/0\u{07}", false),
            ("\u{1B}]11;rgb:000/2b0/360\u{9C}", false),
            ("\u{1B}]11;rgba:1616/1818/1d1d/ffff\u{07}", false),
            ("\u{1B}]11;#eff1f5\u{07}", true), ("\u{1B}]11;#808080\u{07}", true),
            ("\u{1B}]11;#6c6c6c\u{07}", false),
        ])
    func answers(text: String, isLight: Bool) {
        for isInPieces in [false, true] {
            var input = Self.input()
            // The one byte that ends a string is not a character of its own.
            let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            let pieces = isInPieces ? bytes.map { [$0] } : [bytes]
            for piece in pieces { #expect(input.read(piece, at: .start) == []) }
            #expect(input.takeNews().isLight == isLight)
            #expect(input.takeNews().isLight == nil)
            #expect(input.paintingDelayEnd(at: .start) == nil)
        }
    }

    @Test(
        "An invalid answer has no effect",
        arguments: [
            "11;rgb:ff/ff", "11;rgb:ff/ff/ff/ff", "11;rgba:ff/ff/ff", "11;rgb:fffff/ff/ff",
            "11;rgb:gg/ff/ff", "11;rgb:-1/ff/ff", "11;#fff", "11;#ffffg0", "11;?", "10;#ffffff",
            "11;cmyk:ff/ff/ff", "11;" + String(repeating: "f", count: 9_000), "11;rgb:ff//ff",
        ])
    func garbage(text: String) {
        var input = Self.input()
        #expect(
            input.read(Array("\u{1B}]\(text)\u{07}j".utf8), at: .start) == [.key(.character("j"))])
        #expect(input.takeNews().isLight == nil)
    }

    @Test("A terminal that can report its colours is asked to; its reports count at any time")
    func reports() {
        var input = Self.input()
        let (dark, light) = (Array("\u{1B}[?997;1n".utf8), Array("\u{1B}[?997;2n".utf8))
        // A report that was not asked for has no effect.
        #expect(input.read(light, at: .start) == [])
        #expect(input.takeNews().isLight == nil)
        for (answer, isKnown) in [("0", false), ("4", false), ("2", true)] {
            #expect(input.read(Array("\u{1B}[?2031;\(answer)$y".utf8), at: .start) == [])
            #expect(input.takeNews().canReportThemes == isKnown)
        }
        #expect(input.takeNews().canReportThemes == false)
        let later = Instant.start + .seconds(600)
        for (report, isLight) in [(light, true), (dark, false)] {
            for byte in report { #expect(input.read([byte], at: later) == []) }
            #expect(input.takeNews().isLight == isLight)
        }
    }

    @Test("While the window is in front there are no notices")
    func focus() {
        var input = Self.input()
        _ = input.read(Array("\u{1B}P>|foot(1.13.1)\u{1B}\\".utf8), at: .start)
        #expect(input.notice != nil)
        #expect(input.read(Array("\u{1B}[Ij".utf8), at: .start) == [.key(.character("j"))])
        #expect(input.notice == nil)
        _ = input.read(Array("\u{1B}[O".utf8), at: .start)
        #expect(input.notice != nil)
    }

    @Test("The first picture waits for either answer, but not for long; a late answer is ignored")
    func patience() {
        let light = Array("\u{1B}]11;#ffffff\u{07}".utf8)
        var input = Self.input()
        let end = Instant.start + .milliseconds(35)
        #expect(input.paintingDelayEnd(at: .start) == end && input.isAwaitingReply(at: .start))
        #expect(input.paintingDelayEnd(at: end) == nil)
        #expect(input.read(Array(Self.terminalType.utf8), at: .start) == [])
        #expect(input.paintingDelayEnd(at: .start) == nil && !input.isAwaitingReply(at: .start))
        // GNU screen sends the useful answer after the other one.
        #expect(input.read(light, at: .start + .seconds(1)) == [])
        #expect(input.takeNews().isLight == true)
        var far = TerminalInputReader()
        _ = far.requestBackground(.far, at: .start)
        #expect(far.paintingDelayEnd(at: .start) == .start + .milliseconds(250))

        var late = Self.input()
        _ = late.read(light, at: .start + .milliseconds(2_001))
        #expect(
            late.takeNews().isLight == nil && !late.isAwaitingReply(at: .start + .seconds(2)))
        var again = Self.input()
        _ = again.read(Array("\u{1B}]11;#000000\u{07}".utf8) + light, at: .start)
        #expect(again.takeNews().isLight == false && again.takeNews().isLight == nil)
        var unasked = TerminalInputReader()
        #expect(unasked.read(light + Array(Self.terminalType.utf8), at: .start) == [])
        #expect(unasked.takeNews().isLight == nil)
    }

    @Test(
        "Keys between the answers are keys; an Esc waits meanwhile, because it may begin an answer")
    func keys() {
        var input = Self.input()
        let text = "h\u{1B}]11;#ffffff\u{07}\u{1B}[A" + Self.terminalType + "l"
        #expect(
            input.read(Array(text.utf8), at: .start)
                == [.key(.character("h")), .key(.up), .key(.character("l"))])
        var patient = Self.input()
        _ = patient.read([0x1B], at: .start)
        #expect(patient.nextDeadline == .start + KeyParser.replyTimeout)
        #expect(
            patient.read(Array("]11;#ffffff\u{07}".utf8), at: .start + .milliseconds(200)) == [])
        #expect(patient.takeNews().isLight == true)
        _ = patient.read(Array(Self.terminalType.utf8), at: .start + .milliseconds(200))
        _ = patient.read([0x1B], at: .start + .milliseconds(300))
        let short = Instant.start + .milliseconds(300) + KeyParser.escapeTimeout
        #expect(patient.nextDeadline == short && patient.flushExpired(at: short) == [.key(.escape)])
    }

    @Test(
        "The terminal's name decides on notices outside the window and on blocks of three rows",
        arguments: [
            ("kitty(0.26.5)", "\u{1B}]9;lin asks\u{1B}\\", true),
            ("WezTerm 20240203-110809", "\u{1B}]9;lin asks\u{1B}\\", true),
            ("foot(1.13.1)", "\u{1B}]777;notify;tictactoe;lin asks\u{1B}\\", true),
            ("Konsole 23.08.1", nil, true), ("Konsole 22.04.3", nil, false),
            ("Konsole", nil, false), ("XTerm(379)", nil, false), ("tmux 3.3a", nil, false),
            ("mintty 3.6.1", nil, false), ("", nil, false), ("kitty2", nil, false),
        ])
    func programs(program: String, request: String?, drawsSextants: Bool) {
        var input = Self.input()
        let answer = Array("\u{1B}P>|\(program)\u{1B}\\".utf8)
        for byte in answer { #expect(input.read([byte], at: .start) == []) }
        #expect(input.notice?.escapeSequence("lin asks", isUnicode: true) == request)
        #expect(input.paintingDelayEnd(at: .start) != nil, "the other answers are still to come")
        #expect(input.takeNews().program?.drawsSextants == drawsSextants)
        var unasked = TerminalInputReader()
        #expect(unasked.read(answer, at: .start) == [] && unasked.notice == nil)
    }

    @Test("No player's name can change the meaning of a notice")
    func cleanNotices() {
        func notice(_ program: String) -> DesktopNotification? {
            var input = Self.input()
            _ = input.read(Array("\u{1B}P>|\(program)\u{1B}\\".utf8), at: .start)
            return input.notice
        }
        let name = "4;1;\u{1B}]52;c;x\u{07} é"
        let plain = notice("kitty")?.escapeSequence(name, isUnicode: true)
        #expect(plain?.hasPrefix("\u{1B}]9;- 4;1;") == true)
        for program in ["kitty", "foot"] {
            let request = (notice(program)?.escapeSequence(name, isUnicode: true) ?? "").utf8
                .dropFirst()
            #expect(request.count { $0 == 0x1B } == 1 && !request.contains(0x07))
        }
        let parts = notice("foot")?.escapeSequence(name, isUnicode: true).split(separator: ";")
        #expect(parts?.count == 4)
    }
}
