/// A command with its arguments, or the arguments of a script. An argument may have any bytes.
package struct RedisArguments: Hashable, Sendable {
    package private(set) var all: [[UInt8]]

    package init(_ words: String...) {
        all = words.map { Array($0.utf8) }
    }

    package mutating func append(_ bytes: [UInt8]) { all.append(bytes) }
    package mutating func append(_ text: String) { all.append(Array(text.utf8)) }
    package mutating func append(_ number: Int) { append(String(number)) }
    package mutating func append(_ isTrue: Bool) { append(isTrue ? "1" : "0") }
    package mutating func append(_ other: RedisArguments) { all += other.all }

    /// Appends the length of a list, and then its elements.
    package mutating func append(list: [[UInt8]]) {
        append(list.count)
        all += list
    }
}

extension [UInt8] {
    /// Appends a command in Redis's protocol.
    package mutating func append(_ command: RedisArguments) {
        append(UInt8(ascii: "*"), count: command.all.count)
        for argument in command.all {
            append(UInt8(ascii: "$"), count: argument.count)
            append(contentsOf: argument)
            append(contentsOf: [0x0D, 0x0A])
        }
    }

    private mutating func append(_ kind: UInt8, count: Int) {
        append(kind)
        append(contentsOf: String(count).utf8)
        append(contentsOf: [0x0D, 0x0A])
    }
}
