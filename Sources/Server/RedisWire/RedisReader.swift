/// Reads what Redis says, in whatever pieces it comes.
///
/// What Redis says unasked may stand anywhere, also between the elements of an answer. It is handed
/// out as soon as it is whole; the answer goes on behind it.
package struct RedisReader: Sendable {
    package enum Message: Hashable, Sendable {
        case answer(RedisValue)
        /// What nobody asked for: of a subscription, mostly.
        case push([RedisValue])
    }

    /// An array, a map, or a push of which elements are still to come.
    private struct Open {
        enum Kind { case array, map, push, attribute }
        let kind: Kind
        var missing: Int
        var elements: [RedisValue] = []
    }

    private let limits: RedisLimits
    private var bytes: [UInt8] = []
    /// How far they have been taken in, and up to where no end of a line was found.
    private var start = 0
    private var searched = 0
    private var open: [Open] = []
    private var messages: [Message] = []
    private var fault: RedisFault?

    package init(_ limits: RedisLimits = RedisLimits()) {
        self.limits = limits
    }

    /// How many bytes it holds of what is not whole yet.
    package var pendingCount: Int { bytes.count - start }

    /// Takes bytes in and hands out what is whole by now. After a fault there is nothing more.
    package mutating func receive(_ more: Span<UInt8>) throws(RedisFault) -> [Message] {
        if let fault { throw fault }
        discard()
        for index in more.indices { bytes.append(more[index]) }
        do throws(RedisFault) {
            while try step() { continue }
        } catch {
            fault = error
            (bytes, open, start) = ([], [], 0)
            if messages.isEmpty { throw error }
        }
        defer { messages = [] }
        return messages
    }

    /// Lets go of what was taken in, once that is most of it.
    private mutating func discard() {
        guard start > 0, start * 2 >= bytes.count else { return }
        bytes.removeFirst(start)
        searched -= start
        start = 0
    }
}

extension RedisReader {
    /// Takes one value in, or the head of one that has elements; false if that is not whole yet.
    private mutating func step() throws(RedisFault) -> Bool {
        guard let end = try lineEnd() else { return false }
        let kind = bytes[start]
        guard end > start else { throw .unknownKind(kind) }
        let line = bytes[start + 1..<end]
        switch kind {
        case UInt8(ascii: "+"), UInt8(ascii: "("): close(line: end, with: .text(Array(line)))
        case UInt8(ascii: "-"): close(line: end, with: .error(RedisError(Array(line))))
        case UInt8(ascii: ":"): close(line: end, with: .number(try number(line)))
        case UInt8(ascii: "_"): close(line: end, with: .null)
        case UInt8(ascii: "#"): close(line: end, with: .bool(try bool(line)))
        case UInt8(ascii: ","): close(line: end, with: .double(try double(line)))
        case UInt8(ascii: "$"), UInt8(ascii: "="), UInt8(ascii: "!"):
            return try text(kind, count: line, from: end + 2)
        case UInt8(ascii: "*"), UInt8(ascii: "~"): try begin(.array, line, to: end)
        case UInt8(ascii: "%"): try begin(.map, line, to: end)
        case UInt8(ascii: ">"): try begin(.push, line, to: end)
        case UInt8(ascii: "|"): try begin(.attribute, line, to: end)
        default: throw .unknownKind(kind)
        }
        return true
    }

    /// Where the line that begins here ends; nil if its end has not come.
    private mutating func lineEnd() throws(RedisFault) -> Int? {
        var index = max(searched, start)
        while index + 1 < bytes.count {
            if bytes[index] == 0x0D, bytes[index + 1] == 0x0A {
                searched = index
                guard index - start <= limits.line else { throw .tooLong }
                return index
            }
            index += 1
        }
        searched = index
        // The last byte may belong to the line's end.
        guard index - start <= limits.line else { throw .tooLong }
        return nil
    }

    private mutating func text(
        _ kind: UInt8, count line: ArraySlice<UInt8>, from first: Int
    ) throws(RedisFault) -> Bool {
        let count = try number(line)
        guard count >= 0 else {
            close(line: first - 2, with: .null)
            return true
        }
        guard count <= limits.text else { throw .tooLong }
        let last = first + Int(count)
        guard bytes.count >= last + 2 else { return false }
        guard bytes[last] == 0x0D, bytes[last + 1] == 0x0A else { throw .unendedText }
        // A text with its format begins with that: three letters and a colon.
        let isFormatted = kind == UInt8(ascii: "=") && count >= 4
        let content = Array(bytes[(isFormatted ? first + 4 : first)..<last])
        let isError = kind == UInt8(ascii: "!")
        close(line: last, with: isError ? .error(RedisError(content)) : .text(content))
        return true
    }

    private mutating func begin(
        _ kind: Open.Kind, _ line: ArraySlice<UInt8>, to end: Int
    ) throws(RedisFault) {
        let count = try number(line)
        guard count >= 0 else { return close(line: end, with: .null) }
        guard count <= limits.elements else { throw .tooLong }
        guard open.count < limits.depth else { throw .tooDeep }
        let isPaired = kind == .map || kind == .attribute
        move(behind: end)
        open.append(Open(kind: kind, missing: isPaired ? Int(count) * 2 : Int(count)))
        closeWhole()
    }

    /// Takes a value that ends with the line that ends there.
    private mutating func close(line end: Int, with value: RedisValue) {
        move(behind: end)
        add(value)
        closeWhole()
    }

    private mutating func move(behind end: Int) {
        start = end + 2
        searched = start
    }

    private mutating func add(_ value: RedisValue) {
        guard let last = open.indices.last else { return messages.append(.answer(value)) }
        open[last].elements.append(value)
        open[last].missing -= 1
    }

    /// Closes all that nothing is missing of any more.
    private mutating func closeWhole() {
        while let last = open.last, last.missing == 0 {
            open.removeLast()
            switch last.kind {
            case .array: add(.array(last.elements))
            case .map: add(.map(last.elements))
            case .push: messages.append(.push(last.elements))
            // What is said about the value behind it, which nobody here asks for.
            case .attribute: break
            }
        }
    }
}

extension RedisReader {
    private func number(_ line: ArraySlice<UInt8>) throws(RedisFault) -> Int64 {
        guard let number = Int64(String(decoding: line, as: UTF8.self)) else { throw .badNumber }
        return number
    }

    private func bool(_ line: ArraySlice<UInt8>) throws(RedisFault) -> Bool {
        switch Array(line) {
        case [UInt8(ascii: "t")]: true
        case [UInt8(ascii: "f")]: false
        default: throw .badNumber
        }
    }

    private func double(_ line: ArraySlice<UInt8>) throws(RedisFault) -> Double {
        guard let number = Double(String(decoding: line, as: UTF8.self)) else { throw .badNumber }
        return number
    }
}
