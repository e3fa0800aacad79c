import Drawing
import Testing

/// The bytes of some terminal, and their meaning: one row for each notation of keys.
struct KeyRow: CustomTestStringConvertible {
    let sent: [UInt8]
    let events: [TerminalInputEvent]

    init(_ sent: String, _ events: TerminalInputEvent...) {
        self.init(bytes: Array(sent.utf8), events)
    }

    init(bytes: [UInt8], _ events: [TerminalInputEvent]) {
        sent = bytes
        self.events = events
    }

    var testDescription: String {
        String(decoding: sent.prefix(40), as: UTF8.self).debugDescription
    }

    static let all = characters + controls + arrows + functions + alt + mouse + pastes + replies

    static let characters = [
        KeyRow("q", .key(.character("q"))),
        KeyRow("Q", .key(.character("Q"))),
        KeyRow(" ", .key(.character(" "))),
        KeyRow("19", .key(.character("1")), .key(.character("9"))),
        KeyRow("é", .key(.character("é"))),
        KeyRow("漢", .key(.character("漢"))),
        KeyRow("🎉q", .key(.character("🎉")), .key(.character("q"))),
        // A stray continuation; a slash and an é in too many bytes; a surrogate; beyond Unicode;
        // interrupted by another key; bytes that UTF-8 never has.
        KeyRow(bytes: [0x80, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xC0, 0xAF, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xE0, 0x80, 0xAF, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xE0, 0x83, 0xA9, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xED, 0xA0, 0x80, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xF4, 0x90, 0x80, 0x80, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xE6, 0xBC, 0x71], [.key(.character("q"))]),
        KeyRow(bytes: [0xE6, 0xC3, 0xA9], [.key(.character("é"))]),
        KeyRow(bytes: [0xFF, 0xFE, 0xF8, 0x71], [.key(.character("q"))]),
        // A control character of the upper half, in two bytes.
        KeyRow("\u{9B}q", .key(.character("q"))),
    ]

    static let controls = [
        KeyRow("\r", .key(.enter)),
        KeyRow("\n", .key(.enter)),
        KeyRow("\t", .key(.tab)),
        KeyRow("\u{7F}", .key(.backspace)),
        KeyRow("\u{8}", .key(.backspace)),
        KeyRow("\u{1}", .key(.character("a"), .control)),
        KeyRow("\u{C}", .key(.character("l"), .control)),
        KeyRow("\u{1A}", .key(.character("z"), .control)),
        KeyRow("\u{1C}", .key(.character("\\"), .control)),
        KeyRow("\u{1F}", .key(.character("_"), .control)),
        KeyRow("\0", .key(.character(" "), .control)),
        KeyRow("\u{1B}", .key(.escape)),
        KeyRow("\u{1B}\u{1B}", .key(.escape), .key(.escape)),
        KeyRow("\u{1B}\u{1B}\u{1B}", .key(.escape), .key(.escape), .key(.escape)),
    ]

    static let arrows = [
        KeyRow("\u{1B}[A", .key(.up)),
        KeyRow("\u{1B}[B", .key(.down)),
        KeyRow("\u{1B}[C", .key(.right)),
        KeyRow("\u{1B}[D", .key(.left)),
        KeyRow(
            "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", .key(.up), .key(.down), .key(.right), .key(.left)),
        KeyRow(
            "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", .key(.home), .key(.end), .key(.home), .key(.end)),
        KeyRow(
            "\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", .key(.home), .key(.end), .key(.home), .key(.end)
        ),
        KeyRow("\u{1B}[2~\u{1B}[3~", .key(.insert), .key(.delete)),
        KeyRow("\u{1B}[5~\u{1B}[6~", .key(.pageUp), .key(.pageDown)),
        KeyRow("\u{1B}[Z", .key(.tab, .shift)),
        KeyRow("\u{1B}[1;2A", .key(.up, .shift)),
        KeyRow("\u{1B}[1;3A", .key(.up, .alt)),
        KeyRow("\u{1B}[1;5A", .key(.up, .control)),
        KeyRow("\u{1B}[1;8D", .key(.left, [.alt, .control, .shift])),
        KeyRow("\u{1B}[1;9C", .key(.right, .alt)),
        KeyRow("\u{1B}[3;5~", .key(.delete, .control)),
        KeyRow("\u{1B}[1;99A", .key(.up)),
        KeyRow("\u{1B}[;5A", .key(.up, .control)),
        // rxvt: letters for shift, other endings for shift and control, two escapes for alt.
        KeyRow("\u{1B}[a\u{1B}Oa", .key(.up, .shift), .key(.up)),
        KeyRow(
            "\u{1B}[3$\u{1B}[3^\u{1B}[3@", .key(.delete, .shift), .key(.delete, .control),
            .key(.delete, [.control, .shift])),
        KeyRow("\u{1B}\u{1B}[A", .key(.up, .alt)),
        KeyRow("\u{1B}\u{1B}OD", .key(.left, .alt)),
        // An older xterm.
        KeyRow("\u{1B}O5C", .key(.right, .control)),
        // The keypad of a VT100.
        KeyRow(
            "\u{1B}Oq\u{1B}Oy\u{1B}OM", .key(.character("1")), .key(.character("9")), .key(.enter)),
        KeyRow("\u{1B}Ok\u{1B}OX", .key(.character("+")), .key(.character("="))),
    ]

    static let functions = [
        KeyRow(
            "\u{1B}OP\u{1B}OQ\u{1B}OR\u{1B}OS", .key(.function(1)), .key(.function(2)),
            .key(.function(3)), .key(.function(4))),
        KeyRow("\u{1B}[11~\u{1B}[15~", .key(.function(1)), .key(.function(5))),
        KeyRow("\u{1B}[17~\u{1B}[21~", .key(.function(6)), .key(.function(10))),
        KeyRow("\u{1B}[23~\u{1B}[24~", .key(.function(11)), .key(.function(12))),
        KeyRow("\u{1B}[24;2~", .key(.function(12), .shift)),
        KeyRow("\u{1B}[1;5P", .key(.function(1), .control)),
        KeyRow("\u{1B}[1;2R", .key(.function(3), .shift)),
        // The Linux console.
        KeyRow("\u{1B}[[A\u{1B}[[E", .key(.function(1)), .key(.function(5))),
        KeyRow("\u{1B}[[Z"),
    ]

    static let alt = [
        KeyRow("\u{1B}q", .key(.character("q"), .alt)),
        KeyRow("\u{1B}é", .key(.character("é"), .alt)),
        KeyRow("\u{1B}\r", .key(.enter, .alt)),
        KeyRow("\u{1B}\u{7F}", .key(.backspace, .alt)),
        KeyRow("\u{1B}\u{3}", .key(.character("c"), [.alt, .control])),
        KeyRow("\u{1B}\u{1B}q", .key(.escape), .key(.character("q"), .alt)),
        // These begin longer sequences that never come.
        KeyRow("\u{1B}[", .key(.character("["), .alt)),
        KeyRow("\u{1B}O", .key(.character("O"), .alt)),
        KeyRow("\u{1B}P", .key(.character("P"), .alt)),
        KeyRow("\u{1B}]\r", .key(.character("]"), .alt), .key(.enter)),
    ]

    static let mouse = [
        KeyRow("\u{1B}[<0;12;7M", .mouse(.press(.left), at: Point(row: 6, column: 11))),
        KeyRow("\u{1B}[<0;12;7m", .mouse(.release, at: Point(row: 6, column: 11))),
        KeyRow("\u{1B}[<1;1;1M", .mouse(.press(.middle), at: .topLeft)),
        KeyRow("\u{1B}[<2;300;200M", .mouse(.press(.right), at: Point(row: 199, column: 299))),
        KeyRow(
            "\u{1B}[<20;2;1M",
            .mouse(.press(.left), at: Point(row: 0, column: 1), [.shift, .control])),
        KeyRow("\u{1B}[<72;2;1M", .mouse(.wheelUp, at: Point(row: 0, column: 1), .alt)),
        KeyRow(
            "\u{1B}[<64;1;1M\u{1B}[<65;1;1M", .mouse(.wheelUp, at: .topLeft),
            .mouse(.wheelDown, at: .topLeft)),
        // Movements, with and without a button.
        KeyRow("\u{1B}[<32;5;5M\u{1B}[<35;5;6M"),
        // A sideways wheel, a release of the wheel, no position, an incomplete report.
        KeyRow("\u{1B}[<66;5;5M\u{1B}[<64;5;5m"),
        KeyRow("\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<0;1;1;1M\u{1B}[<M"),
        KeyRow(
            "\u{1B}[<0;99999999999999999999;1M",
            .mouse(.press(.left), at: Point(row: 0, column: 65_534))),
        // X10: three bytes, each 32 above its value.
        KeyRow("\u{1B}[M !!", .mouse(.press(.left), at: .topLeft)),
        KeyRow("\u{1B}[M#+&", .mouse(.release, at: Point(row: 5, column: 10))),
        KeyRow("\u{1B}[M`!!\u{1B}[MC!!", .mouse(.wheelUp, at: .topLeft)),
        KeyRow(
            bytes: Array("\u{1B}[M ".utf8) + [0xFF, 0xA1],
            [.mouse(.press(.left), at: Point(row: 128, column: 222))]),
        KeyRow("\u{1B}[M \r", .key(.enter)),
    ]

    static let pastes = [
        KeyRow(
            "\u{1B}[200~5\r\u{1B}[A q\u{1B}[201~q", .paste("5\r\u{1B}[A q"), .key(.character("q"))),
        KeyRow("\u{1B}[200~\u{1B}[201~", .paste("")),
        KeyRow("\u{1B}[200~a\u{1B}[20\u{1B}[201~", .paste("a\u{1B}[20")),
        KeyRow("\u{1B}[200~a\u{1B}\u{1B}[201~", .paste("a\u{1B}")),
        KeyRow("\u{1B}[200~\u{1B}[200~é\u{1B}[201~", .paste("\u{1B}[200~é")),
        KeyRow(
            bytes: Array("\u{1B}[200~".utf8) + [0xFF] + Array("\u{1B}[201~".utf8),
            [.paste("\u{FFFD}")]),
        // A paste without an end: time ends it.
        KeyRow("\u{1B}[200~rest", .paste("rest")),
        KeyRow("\u{1B}[201~q", .key(.character("q"))),
    ]

    static let replies = [
        // Reports of the terminal's type, the cursor, a mode, the colours, and the name.
        KeyRow("\u{1B}[?64;1;2c\u{1B}[>1;10;0cq", .key(.character("q"))),
        KeyRow("\u{1B}[24;80Rq", .key(.character("q"))),
        KeyRow("\u{1B}[1;80Rq", .key(.character("q"))),
        KeyRow("\u{1B}[?2026;2$yq", .key(.character("q"))),
        KeyRow("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{7}q", .key(.character("q"))),
        KeyRow("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\q", .key(.character("q"))),
        KeyRow("\u{1B}P>|xterm(379)\u{1B}\\q", .key(.character("q"))),
        KeyRow("\u{1B}_Gi=1;OK\u{1B}\\\u{1B}^x\u{1B}\\\u{1B}Xy\u{1B}\\q", .key(.character("q"))),
        KeyRow("\u{1B}P\u{1B}\\q", .key(.character("q"))),
        // Focus in and out, a window's size, keys in notations that were not requested.
        KeyRow("\u{1B}[I\u{1B}[O\u{1B}[8;24;80tq", .key(.character("q"))),
        KeyRow("\u{1B}[97;5u\u{1B}[27;5;13~\u{1B}[97:65;2uq", .key(.character("q"))),
        KeyRow("\u{1B}[1;5:1A\u{1B}[ Aq", .key(.character("q"))),
        // Unknown, too long, interrupted by another key.
        KeyRow("\u{1B}[99~\u{1B}[5n\u{1B}[?25h\u{1B}[ q\u{1B}Ozq", .key(.character("q"))),
        KeyRow(
            "\u{1B}[" + String(repeating: "1;", count: 500) + "Aq", .key(.character("q"))
        ),
        KeyRow("\u{1B}[1;\u{1B}[A", .key(.up)),
        KeyRow("\u{1B}[1;\rq", .key(.enter), .key(.character("q"))),
        KeyRow("\u{1B}[1é", .key(.character("é"))),
        KeyRow("\u{1B}]0;title\u{1B}[A", .key(.up)),
        KeyRow("\u{1B}]0;title\r", .key(.enter)),
        KeyRow("\u{1B}]0;never ended"),
        KeyRow("\u{1B}[1;"),
        KeyRow("\u{1B}[M "),
        KeyRow(bytes: [0xE6, 0xBC], []),
    ]
}
