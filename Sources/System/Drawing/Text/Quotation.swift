extension String {
    /// The text in quotes, to be told to people: what could play tricks on a terminal, or could not
    /// be seen on it, is spelt out.
    package var quoted: String {
        "\"" + unicodeScalars.map { $0.escaped(asASCII: !$0.isSeen) }.joined() + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var isSeen: Bool {
        switch kind {
        case .narrow, .wide, .mark: true
        case .invisible, .spacing, .unprintable: false
        }
    }
}
