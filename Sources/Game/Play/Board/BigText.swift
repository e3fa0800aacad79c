internal import Drawing

/// A headline in letters three rows high. Each cell shows two points of a letter, one above the
/// other.
struct BigText: Hashable {
    static let rows = 3

    let columns: Int
    private let letters: [[Substring]]

    /// Creates a headline. Returns nil for an empty text, and for characters other than A to Z,
    /// digits, spaces and en dashes.
    init?(_ text: String) {
        var letters: [[Substring]] = []
        for character in text {
            guard let letter = Self.letters[character] else { return nil }
            letters.append(letter)
        }
        guard !letters.isEmpty else { return nil }
        self.letters = letters
        columns = letters.reduce(letters.count - 1) { $0 + ($1.first?.count ?? 0) }
    }

    func draw(at origin: Point, _ style: Style, on canvas: inout Canvas) {
        var column = origin.column
        for letter in letters {
            let width = letter.first?.count ?? 0
            for row in 0..<Self.rows {
                let upper = Array(letter[2 * row])
                let lower = 2 * row + 1 < letter.count ? Array(letter[2 * row + 1]) : []
                for place in 0..<width {
                    let isLowerSet = place < lower.count && lower[place] == "#"
                    let glyph: Glyph? =
                        upper[place] == "#" ? (isLowerSet ? "█" : "▀") : isLowerSet ? "▄" : nil
                    guard let glyph else { continue }
                    let point = Point(row: origin.row + row, column: column + place)
                    canvas.put(glyph, at: point, style)
                }
            }
            column += width + 1
        }
    }

    /// The points of each letter, in five rows from the top.
    private static let letters: [Character: [Substring]] = shapes.mapValues {
        $0.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static let shapes: [Character: String] = [
        " ": " / / / / ", "–": "  /  /##/  /  ",
        "0": "###/# #/# #/# #/###", "1": "## / # / # / # /###", "2": "###/  #/###/#  /###",
        "3": "###/  #/ ##/  #/###", "4": "# #/# #/###/  #/  #", "5": "###/#  /###/  #/###",
        "6": "###/#  /###/# #/###", "7": "###/  #/  #/ # / # ", "8": "###/# #/###/# #/###",
        "9": "###/# #/###/  #/###",
        "A": " # /# #/###/# #/# #", "B": "## /# #/## /# #/## ", "C": " ##/#  /#  /#  / ##",
        "D": "## /# #/# #/# #/## ", "E": "###/#  /## /#  /###", "F": "###/#  /## /#  /#  ",
        "G": " ##/#  /# #/# #/ ##", "H": "# #/# #/###/# #/# #", "I": "#/#/#/#/#",
        "J": "  #/  #/  #/# #/ # ", "K": "# #/# #/## /# #/# #", "L": "#  /#  /#  /#  /###",
        "M": "#   #/## ##/# # #/#   #/#   #", "N": "#  #/## #/# ##/#  #/#  #",
        "O": "###/# #/# #/# #/###", "P": "###/# #/###/#  /#  ", "Q": "###/# #/# #/###/  #",
        "R": "## /# #/## /# #/# #", "S": "###/#  /###/  #/###", "T": "###/ # / # / # / # ",
        "U": "# #/# #/# #/# #/###", "V": "# #/# #/# #/# #/ # ",
        "W": "#   #/#   #/# # #/# # #/ # # ", "X": "# #/# #/ # /# #/# #",
        "Y": "# #/# #/ # / # / # ", "Z": "###/  #/ # /#  /###",
    ]
}
