extension String {
    /// The text broken between words. There is always a line, if an empty one.
    func lines(wide width: Int) -> [String] {
        var lines = [""]
        for word in split(separator: " ") {
            let last = lines.removeLast()
            if last.isEmpty {
                lines.append(String(word))
            } else if last.count + 1 + word.count <= width {
                lines.append("\(last) \(word)")
            } else {
                lines += [last, String(word)]
            }
        }
        return lines
    }
}
