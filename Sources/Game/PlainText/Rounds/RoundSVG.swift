internal import Drawing
package import Game
internal import Records
internal import SimperiumJSON
internal import Wording

/// A round as an SVG image, for a README or a chat: the final board with the numbers of the moves,
/// the players, the moves with marks on mistakes, and the result.
///
/// The image has other colours on a dark page, and uses the reader's fonts. `RoundFileReader` reads
/// the round from the image's metadata.
package enum RoundSVG {
    private static let (width, height) = (640, 352)
    private static let square = 104
    private static let margin = 20
    private static let nameColumns = 22

    package static func lines(_ round: PlayedRound) -> [String] {
        let title = "\(name(of: .circle, in: round)) – \(name(of: .cross, in: round))"
        return [
            #"<svg xmlns="http://www.w3.org/2000/svg" role="img" "#
                + #"viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)">"#,
            "<title>\(escaped(title))</title>",
            "<desc>\(escaped(ForeignText(ReplayWords.shareText(round)).shown))</desc>",
            start + escaped(RoundText.json(round)) + end,
            SVGStyleSheetWords.style,
            #"<rect class="page" width="\#(width)" height="\#(height)" rx="8"/>"#,
            grid,
        ] + pieces(of: round)
            + [winningStroke(of: round), textBesideBoard(about: round), "</svg>"]
            .filter { !$0.isEmpty }
    }

    /// Returns the JSON of the round in an image, and the number of the JSON's line. Returns nil if
    /// the text is not such an image.
    static func embeddedJSON(in text: String) -> (json: String, line: Int)? {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.first?.hasPrefix("<svg ") == true,
            let index = lines.firstIndex(where: { $0.hasPrefix(start) && $0.hasSuffix(end) })
        else { return nil }
        let inner = lines[index].dropFirst(start.count).dropLast(end.count)
        return (unescaped(String(inner)), index + 1)
    }

    private static let start = "<metadata>"
    private static let end = "</metadata>"

    private static var grid: String {
        let (low, high) = (margin, margin + 3 * square)
        let lines = (1...2).map { index in
            let place = margin + index * square
            return "M\(low) \(place)H\(high)M\(place) \(low)V\(high)"
        }
        return #"<path class="grid" d="\#(lines.joined())"/>"#
    }

    private static func middle(of square: Square) -> (x: Int, y: Int) {
        (
            margin + square.column * Self.square + Self.square / 2,
            margin + square.row * Self.square + Self.square / 2
        )
    }

    private static func pieces(of round: PlayedRound) -> [String] {
        round.moves.enumerated().map { index, square in
            let (x, y) = middle(of: square)
            let number =
                #"<text class="faint" x="\#(x - 46)" y="\#(y - 34)">\#(index + 1)</text>"#
            switch round.mover(of: index) {
            case .circle: return #"<circle class="circle" cx="\#(x)" cy="\#(y)" r="28"/>"# + number
            case .cross:
                let path = "M\(x - 26) \(y - 26)l52 52M\(x + 26) \(y - 26)l-52 52"
                return #"<path class="cross" d="\#(path)"/>"# + number
            }
        }
    }

    private static func winningStroke(of round: PlayedRound) -> String {
        guard case .won(_, let lines)? = round.outcome else { return "" }
        let paths = lines.map { line in
            let squares = Array(line.squares)
            let (first, last) = (middle(of: squares[0]), middle(of: squares[2]))
            return "M\(first.x) \(first.y)L\(last.x) \(last.y)"
        }
        return #"<path class="line" d="\#(paths.joined())"/>"#
    }

    private static func textBesideBoard(about round: PlayedRound) -> String {
        let left = 2 * margin + 3 * square
        var texts: [String] = []
        for (row, piece) in [Piece.circle, .cross].enumerated() {
            texts.append(
                text("\(piece.letter)  \(name(of: piece, in: round))", left, 44 + 28 * row, "big"))
        }
        for (index, square) in round.moves.enumerated() {
            let slip = round.judgement(on: index)?.slip
            let words = "\(index + 1) \(round.mover(of: index).letter) \(square.number)"
            let (x, y) = (left + index % 2 * 130, 116 + 26 * (index / 2))
            texts.append(text(words, x, y))
            guard let slip else { continue }
            texts.append(text(slip.mark, x + 54, y, "slip"))
        }
        let result = round.outcome.map { $0.sentence { name(of: $0, in: round) } }
        let lines = (result ?? ReplayWords.unfinished).wrapped(toColumns: 27)
        for (row, line) in lines.prefix(3).enumerated() {
            texts.append(text(line, left, 270 + 24 * row, "faint"))
        }
        return texts.joined(separator: "\n")
    }

    private static func text(_ words: String, _ x: Int, _ y: Int, _ style: String = "") -> String {
        let attribute = style.isEmpty ? "" : #" class="\#(style)""#
        return #"<text\#(attribute) x="\#(x)" y="\#(y)" xml:space="preserve">"#
            + escaped(words) + "</text>"
    }

    private static func name(of piece: Piece, in round: PlayedRound) -> String {
        ForeignText(round.name(of: piece)).shown.shortened(toColumns: nameColumns)
    }

    private static let escapes: [(scalar: Unicode.Scalar, escape: String)] = [
        ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"),
    ]

    /// Escapes each scalar, because `<` with a combining mark is a different `Character`.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            escapes.first { $0.scalar == scalar }?.escape ?? String(scalar)
        }
        .joined()
    }

    private static func unescaped(_ text: String) -> String {
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "&" }
        var plain = String.UnicodeScalarView()
        if let first = parts.first { plain.append(contentsOf: first) }
        for part in parts.dropFirst() {
            let known = escapes.first { part.starts(with: $0.escape.unicodeScalars.dropFirst()) }
            plain.append(known?.scalar ?? "&")
            let length = known.map { $0.escape.unicodeScalars.count - 1 } ?? 0
            plain.append(contentsOf: part.dropFirst(length))
        }
        return String(plain)
    }
}

private enum SVGStyleSheetWords {
    /// The style sheet, with other colours on a dark page.
    static let style = """
        <style>
        .page { fill: #ffffff } text { fill: #1f2328; font: 16px ui-monospace, monospace }
        .grid { stroke: #8c959f; stroke-width: 2 } .faint { fill: #59636e }
        .big { font-weight: bold; font-size: 20px } .slip { fill: #b35900 }
        .cross, .circle, .line { fill: none; stroke-width: 14; stroke-linecap: round }
        .cross { stroke: #0969da } .circle { stroke: #bc4c00 }
        .line { stroke: #1f2328; stroke-width: 6 }
        @media (prefers-color-scheme: dark) {
        .page { fill: #0d1117 } text { fill: #f0f6fc } .faint { fill: #9198a1 }
        .grid { stroke: #656c76 } .line { stroke: #f0f6fc } .slip { fill: #e3b341 }
        .cross { stroke: #56b4e9 } .circle { stroke: #e69f00 }
        }
        </style>
        """
}
