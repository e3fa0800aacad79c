/// A word of up to eight bytes as one number, so that it is compared at once: the name of a member
/// or of a command.
struct Word: Hashable {
    private let count: Int
    private let letters: UInt64

    /// Of longer texts only the length is looked at. They are no words of the protocol's.
    init(_ text: Span<UInt8>) {
        count = text.count
        var letters: UInt64 = 0
        if count <= 8 { for index in text.indices { letters = letters << 8 | UInt64(text[index]) } }
        self.letters = letters
    }

    init(_ text: String) {
        precondition((1...8).contains(text.utf8.count), "\(text) is no word of up to eight bytes")
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
    /// Not a name: a value that counts as none.
    static let null = Word("null")
    static let object = Word("d")
    static let operation = Word("o")
    static let sourceVersion = Word("sv")
    /// Of an object in an index, the version; of a change, the diff.
    static let value = Word("v")
}
