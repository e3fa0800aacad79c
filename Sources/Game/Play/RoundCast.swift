package import Drawing
package import Game
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import Wording

/// A round as a recording for asciinema, version 2: a head, and what a terminal is sent and when.
package enum RoundCast {
    private static let size = Size(rows: 24, columns: 80)

    package static func lines(_ round: PlayedRound, theme: Theme = .dark) -> [String] {
        var capabilities = Capabilities()
        capabilities.hasAlternateScreen = false
        capabilities.hasReports = false
        var painter = ANSIPainter(capabilities, theme: theme)
        var replay = Replay(round)
        replay.handle(.turnNotes, at: .start)
        var lines = [JSON.object(head(of: round)).description]
        for second in 0...round.moves.count {
            var output: [UInt8] = []
            if second == 0 { painter.begin([], &output) }
            painter.paint(picture(of: replay), &output)
            lines.append(event(at: second, String(decoding: output, as: UTF8.self)))
            replay.handle(.step(1), at: .start)
        }
        // The last picture stays for a while, and then the cursor is there again.
        return lines + [event(at: round.moves.count + 3, "\u{1B}[?25h\r\n")]
    }

    private static func head(of round: PlayedRound) -> JSONObject {
        [
            "version": 2, "width": JSON(size.columns), "height": JSON(size.rows),
            "title": JSON(ReplayWords.section(round.circle, round.cross)),
            "env": ["TERM": "xterm-256color"], PlayedRound.castMember: .object(round.json),
        ]
    }

    private static func event(at second: Int, _ output: String) -> String {
        JSON.array([JSON(second), "o", JSON(output)]).description
    }

    private static func picture(of replay: Replay) -> Canvas {
        var canvas = Canvas(size)
        let screen = ReplayScreen(replay, numbering: .page, size: size)
        TitleBar(section: screen.section).draw(on: &canvas)
        screen.draw(on: &canvas)
        canvas.write(
            screen.hint, at: Point(row: size.rows - 2, column: 1), width: size.columns - 2, .faint)
        return canvas
    }
}
