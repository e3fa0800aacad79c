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
}

extension WireCommandName {
    private static let words = allCases.map { (word: PackedWord($0.rawValue), command: $0) }

    init?(_ name: Span<UInt8>) {
        let word = PackedWord(name)
        guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
        self = known.command
    }
}

extension Span where Element == UInt8 {
    /// The number of a heartbeat. An invalid number counts as zero, and adding 1 never overflows.
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
