import Drawing
import SimperiumClock
import TestSupport
import Testing

@Suite("Optimiser of SGR sequences")
struct AbridgerTests {
    @Test(
        "A look is sent when a character is drawn in it, once and in one sequence",
        arguments: [
            // A letter in bold yellow and a plain one after it, in the output of ncurses.
            ("\u{1B}[33m\u{1B}[1mO\u{1B}[39;49m\u{1B}[m5", "\u{1B}[0;1;33mO\u{1B}[m5"),
            // No character is drawn in the second look.
            ("\u{1B}[1ma\u{1B}[m\u{1B}[36m\u{1B}[m\u{1B}[1mb", "\u{1B}[0;1mab"),
            // Of a look, a blank only shows the background.
            ("\u{1B}[ma\u{1B}[1m\u{1B}[36m \u{1B}[mb", "\u{1B}[ma b"),
            ("\u{1B}[ma\u{1B}[44m \u{1B}[mb", "\u{1B}[ma\u{1B}[44m \u{1B}[mb"),
            ("\u{1B}[ma\u{1B}[7m \u{1B}[27mb", "\u{1B}[ma\u{1B}[7m \u{1B}[mb"),
            // One of two colours stays.
            (
                "\u{1B}[38;2;1;2;3m\u{1B}[48;2;7;8;9m\u{1B}[1ma\u{1B}[m"
                    + "\u{1B}[38;5;200m\u{1B}[48;2;7;8;9mb",
                "\u{1B}[0;1;38;2;1;2;3;48;2;7;8;9ma\u{1B}[22;38;5;200mb"
            ),
            // Erased cells have the background.
            ("\u{1B}[ma\u{1B}[104m\u{1B}[K", "\u{1B}[ma\u{1B}[104m\u{1B}[K"),
            // Everything else is passed on.
            (
                "\u{1B}[?25l\u{1B}[4;16H\r\n\u{8}\u{7}▛\u{1B}[?25h",
                "\u{1B}[?25l\u{1B}[4;16H\r\n\u{8}\u{7}\u{1B}[m▛\u{1B}[?25h"
            ),
        ])
    func looks(said: String, abridged: String) {
        var abridger = SGROptimizer()
        #expect(String(decoding: abridger.optimize(Array(said.utf8)), as: UTF8.self) == abridged)
    }

    @Test("After a frame the terminal is in the state that ncurses expects")
    func settling() {
        var abridger = SGROptimizer()
        var output = abridger.optimize(Array("\u{1B}[1ma\u{1B}[m".utf8))
        abridger.applyPendingLook(&output)
        #expect(String(decoding: output, as: UTF8.self) == "\u{1B}[0;1ma\u{1B}[m")
    }

    @Test("A terminal shows the same, with no more bytes in total, wherever a frame ends")
    func same() {
        for seed in Seeds.first(200) {
            var random = SeededRandom(seed: seed)
            let size = Size(rows: 5, columns: 12)
            var (whole, short) = (Self.terminal(size), Self.terminal(size))
            var abridger = SGROptimizer()
            // Only the very first look is sent in full.
            var spared = 3
            for _ in 0..<8 {
                let said = Self.frame(size, &random)
                let abridged = abridger.optimize(said)
                whole.feed(said)
                short.feed(abridged)
                spared += said.count - abridged.count
                let areAlike = zip(short.places, whole.places).allSatisfy { short, whole in
                    short.map(\.visible) == whole.map(\.visible)
                }
                #expect(areAlike && short.cursor == whole.cursor, "seed \(seed)")
                #expect(spared >= 0 && short.complaints.isEmpty, "seed \(seed)")
            }
        }
    }

    private static func terminal(_ size: Size) -> TerminalModel {
        var terminal = TerminalModel(size, erasesWithBackground: true)
        terminal.feed(Array("\u{1B}[m\u{1B}[H\u{1B}[J".utf8))
        return terminal
    }

    /// Returns text at random places, in looks as ncurses sends them, each part separately.
    private static func frame(_ size: Size, _ random: inout SeededRandom) -> [UInt8] {
        let looks = [
            "", "\u{1B}[1m", "\u{1B}[2m", "\u{1B}[4m", "\u{1B}[7m", "\u{1B}[31m", "\u{1B}[96m",
            "\u{1B}[44m", "\u{1B}[101m", "\u{1B}[38;5;7m", "\u{1B}[48;2;1;22;7m",
            "\u{1B}[38;2;7;0;27m", "\u{1B}[39;49m", "\u{1B}[m", "\u{1B}[27m", "\u{1B}[24m",
        ]
        var text = ""
        for _ in 0..<1 + random.numberBelow(9) {
            for _ in 0..<random.numberBelow(4) { text += random.pick(looks) ?? "" }
            let (row, column) = (
                random.numberBelow(size.rows), random.numberBelow(size.columns - 3)
            )
            if random.chance(1, in: 2) { text += "\u{1B}[\(row + 1);\(column + 1)H" }
            let isAtEdge = random.chance(1, in: 3)
            text += isAtEdge ? "\u{1B}[1;1H" : "\u{1B}[\(row + 1);\(column + 1)H"
            text += random.pick(["", "a", " ", "▛ ", "ab ", "\u{1B}[K", "\u{1B}[J"]) ?? ""
        }
        return Array(text.utf8)
    }
}
