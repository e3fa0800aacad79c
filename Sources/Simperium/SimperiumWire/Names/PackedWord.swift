/// A word of up to eight bytes, stored as a number for fast comparison: the name of a member or a
/// command.
struct PackedWord: Hashable {
    private let count: Int
    private let letters: UInt64

    /// Packs a word. For a longer text, only the length is stored, because no word of the protocol
    /// is longer.
    init(_ text: Span<UInt8>) {
        count = text.count
        var letters: UInt64 = 0
        if count <= 8 { for index in text.indices { letters = letters << 8 | UInt64(text[index]) } }
        self.letters = letters
    }

    init(_ text: String) {
        precondition(
            (1...8).contains(text.utf8.count), "\(text) is not a word of up to eight bytes")
        self.init(text.utf8Span.span)
    }
}

/// The names of members.
extension PackedWord {
    static let author = PackedWord("clientid")
    static let changeID = PackedWord("ccid")
    static let changeIDs = PackedWord("ccids")
    static let changeVersion = PackedWord("cv")
    static let current = PackedWord("current")
    static let error = PackedWord("error")
    static let index = PackedWord("index")
    static let key = PackedWord("id")
    static let mark = PackedWord("mark")
    static let newVersion = PackedWord("ev")
    /// The value null, which counts as missing.
    static let null = PackedWord("null")
    static let object = PackedWord("d")
    static let operation = PackedWord("o")
    static let sourceVersion = PackedWord("sv")
    /// The version in an index's entry, the diff in a change.
    static let value = PackedWord("v")
}
