extension String {
    /// The text in lines that take no more than so many columns, broken between words. A word that
    /// takes more has a line of its own. There is always a line, if an empty one.
    package func wrapped(toColumns columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if line.columns + 1 + String(word).columns <= columns {
                line += " " + word
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
