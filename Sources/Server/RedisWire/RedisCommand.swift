/// A command for Redis: its name and arguments, of any bytes.
package struct RedisCommand: Hashable, Sendable {
    package private(set) var arguments: [[UInt8]]

    package init(_ words: String...) {
        arguments = words.map { Array($0.utf8) }
    }

    package mutating func append(_ argument: [UInt8]) {
        arguments.append(argument)
    }

    package mutating func append(_ argument: String) {
        arguments.append(Array(argument.utf8))
    }

    package mutating func append(_ number: some BinaryInteger) {
        append(String(number))
    }
}

extension [UInt8] {
    /// Appends a command in Redis's protocol.
    package mutating func append(_ command: RedisCommand) {
        append(UInt8(ascii: "*"), count: command.arguments.count)
        for argument in command.arguments {
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
