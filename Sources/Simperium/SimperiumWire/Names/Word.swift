/// A word of up to eight bytes, stored as a number for fast comparison: the name of a member or a
/// command.
struct Word: Hashable {
    private let count: Int
    private let letters: UInt64

    /// Only the length of a longer text is stored. None is in the protocol.
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
extension Word {
    static let author = Word("clientid")
    static let changeID = Word("ccid")
    static let changeIDs = Word("ccids")
    static let changeVersion = Word("cv")
    static let current = Word("current")
    static let error = Word("error")
    static let index = Word("index")
    static let key = Word("id")
    static let mark = Word("mark")
    static let newVersion = Word("ev")
    /// The value null, which counts as missing.
    static let null = Word("null")
    static let object = Word("d")
    static let operation = Word("o")
    static let sourceVersion = Word("sv")
    /// The version in an index's entry, the diff in a change.
    static let value = Word("v")
}
