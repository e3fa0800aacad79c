/// The command of a frame: the word before its payload. `i` requests or contains a bucket's index;
/// `index` is about a client's stored state.
package enum WireCommandName: String, Hashable, Codable, Sendable, CaseIterable {
    case auth
    case change = "c"
    case changeVersion = "cv"
    case entity = "e"
    case heartbeat = "h"
    case index = "i"
    case initialize = "init"
    case log
    case options = "o"
    case state = "index"

    private static let words = allCases.map { (word: PackedWord($0.rawValue), command: $0) }

    init?(_ name: Span<UInt8>) {
        let word = PackedWord(name)
        guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
        self = known.command
    }
}

extension Span where Element == UInt8 {
    /// The number of a heartbeat. An invalid or huge number counts as zero, so adding 1 never
    /// overflows.
    var beat: Int {
        text?.decimal.flatMap { $0 < 1 << 53 ? $0 : nil } ?? 0
    }
}

extension [UInt8] {
    /// Appends a command's name and a colon.
    mutating func append(_ command: WireCommandName) {
        append(command.rawValue)
        append(.colon)
    }

    /// Appends the channel prefix, such as `0:`. It is the only part of a broadcast that differs
    /// between receivers.
    package mutating func append(prefix channel: ChannelNumber) {
        append(decimal: Int(channel.rawValue))
        append(.colon)
    }
}

/// A name of up to eight bytes, stored as a number for fast comparison.
struct PackedWord: Hashable {
    private let count: Int
    private let letters: UInt64

    /// Packs a word. For more than eight bytes, only the length is stored, because no known word is
    /// longer.
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
