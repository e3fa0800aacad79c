/// What a frame is about, by the word before its payload: `i` is for a bucket's index, and `index`
/// for what a client believes about it.
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
}

extension WireCommandName {
    private static let words = allCases.map { (word: Word($0.rawValue), command: $0) }

    init?(_ name: Span<UInt8>) {
        let word = Word(name)
        guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
        self = known.command
    }
}

extension Span where Element == UInt8 {
    /// The number in a heartbeat. Some send nonsense, which counts as zero; and to add one to this
    /// is safe.
    var beat: Int {
        text?.decimal.flatMap { $0 < 1 << 53 ? $0 : nil } ?? 0
    }
}

extension [UInt8] {
    /// Appends a command's name, and the colon behind which its payload comes.
    mutating func append(_ command: WireCommandName) {
        append(command.rawValue)
        append(.colon)
    }

    /// Appends `0:`, which is all that differs between the receivers of one broadcast.
    package mutating func append(prefix channel: ChannelNumber) {
        append(decimal: Int(channel.rawValue))
        append(.colon)
    }
}
