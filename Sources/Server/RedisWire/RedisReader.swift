/// An incremental reader of the answers in Redis's protocol, version 3.
///
/// It reads the kinds of values that Redis returns to the commands and scripts of this program.
/// Every other kind, such as a push, is a fault.
package struct RedisReader: Sendable {
    /// An array or a map with missing elements.
    private struct IncompleteAggregate {
        let isMap: Bool
        var missing: Int
        var elements: [RedisValue] = []
    }

    private let limits: RedisReaderLimits
    private var bytes: [UInt8] = []
    /// The number of bytes at the start of the buffer that have been parsed.
    private var start = 0
    /// The index where the search for the next line end continues.
    private var searched = 0
    private var open: [IncompleteAggregate] = []
    private var answers: [RedisValue] = []
    private var fault: RedisProtocolError?

    package init(_ limits: RedisReaderLimits = RedisReaderLimits()) {
        self.limits = limits
    }

    /// The number of bytes in the buffer that have not been parsed yet.
    package var pendingCount: Int { bytes.count - start }

    /// Reads bytes and returns the complete answers. If complete answers precede a fault, returns
    /// these answers, and throws the fault at the next call. Every later call throws the same
    /// fault.
    package mutating func read(_ more: Span<UInt8>) throws(RedisProtocolError) -> [RedisValue] {
        if let fault { throw fault }
        discardReadBytes()
        for index in more.indices { bytes.append(more[index]) }
        do throws(RedisProtocolError) {
            while try readValue() { continue }
        } catch {
            fault = error
            (bytes, open, start) = ([], [], 0)
            if answers.isEmpty { throw error }
        }
        defer { answers = [] }
        return answers
    }

    /// Frees the bytes that have been parsed, once they are at least half of the buffer.
    private mutating func discardReadBytes() {
        guard start > 0, start * 2 >= bytes.count else { return }
        bytes.removeFirst(start)
        searched -= start
        start = 0
    }
}

extension RedisReader {
    /// Parses one value, or the header of a value with elements. Returns false if more bytes are
    /// needed.
    private mutating func readValue() throws(RedisProtocolError) -> Bool {
        guard let end = try lineEnd() else { return false }
        let kind = bytes[start]
        guard end > start else { throw .unknownKind(kind) }
        let line = bytes[start + 1..<end]
        switch kind {
        case UInt8(ascii: "+"): finishValue(line: end, with: .text(Array(line)))
        case UInt8(ascii: "-"): finishValue(line: end, with: .error(RedisError(Array(line))))
        case UInt8(ascii: ":"): finishValue(line: end, with: .number(try number(line)))
        case UInt8(ascii: "_"): finishValue(line: end, with: .null)
        case UInt8(ascii: "$"): return try readText(count: line, from: end + 2)
        case UInt8(ascii: "*"): try beginAggregate(isMap: false, line, to: end)
        case UInt8(ascii: "%"): try beginAggregate(isMap: true, line, to: end)
        default: throw .unknownKind(kind)
        }
        return true
    }

    /// Returns the index of the next line end; nil if the line is incomplete.
    private mutating func lineEnd() throws(RedisProtocolError) -> Int? {
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
        // The last byte may be the first one of the line's end.
        guard index - start <= limits.line else { throw .tooLong }
        return nil
    }

    private mutating func readText(
        count line: ArraySlice<UInt8>, from first: Int
    ) throws(RedisProtocolError) -> Bool {
        let count = try number(line)
        guard count >= 0 else {
            finishValue(line: first - 2, with: .null)
            return true
        }
        guard count <= limits.text else { throw .tooLong }
        let last = first + Int(count)
        guard bytes.count >= last + 2 else { return false }
        guard bytes[last] == 0x0D, bytes[last + 1] == 0x0A else { throw .unendedText }
        finishValue(line: last, with: .text(Array(bytes[first..<last])))
        return true
    }

    private mutating func beginAggregate(
        isMap: Bool, _ line: ArraySlice<UInt8>, to end: Int
    ) throws(RedisProtocolError) {
        let count = try number(line)
        guard count >= 0 else { return finishValue(line: end, with: .null) }
        guard count <= limits.elements else { throw .tooLong }
        guard open.count < limits.depth else { throw .tooDeep }
        advance(behind: end)
        open.append(
            IncompleteAggregate(isMap: isMap, missing: isMap ? Int(count) * 2 : Int(count)))
        closeCompleteAggregates()
    }

    /// Adds a value that ends at a line end, and closes the arrays and maps that this value
    /// completes.
    private mutating func finishValue(line end: Int, with value: RedisValue) {
        advance(behind: end)
        add(value)
        closeCompleteAggregates()
    }

    private mutating func advance(behind end: Int) {
        start = end + 2
        searched = start
    }

    private mutating func add(_ value: RedisValue) {
        guard let last = open.indices.last else { return answers.append(value) }
        open[last].elements.append(value)
        open[last].missing -= 1
    }

    private mutating func closeCompleteAggregates() {
        while let last = open.last, last.missing == 0 {
            open.removeLast()
            add(last.isMap ? .map(last.elements) : .array(last.elements))
        }
    }
}

extension RedisReader {
    private func number(_ line: ArraySlice<UInt8>) throws(RedisProtocolError) -> Int64 {
        guard let number = Int64(String(decoding: line, as: UTF8.self)) else { throw .badNumber }
        return number
    }
}

package struct RedisReaderLimits: Hashable, Sendable {
    /// The maximum length of a text, in bytes.
    package var text = 64 << 20
    /// The maximum length of a line (a header or a short answer), in bytes.
    package var line = 64 << 10
    /// The maximum number of an array's elements, or of a map's pairs.
    package var elements = 1 << 20
    /// The maximum nesting of arrays and maps.
    package var depth = 16

    package init() {}
}

/// The reason why the bytes on a connection violate Redis's protocol or exceed a limit.
package enum RedisProtocolError: Error, Hashable, Sendable {
    /// The first byte of a value, which stands for no kind that the reader supports.
    case unknownKind(UInt8)
    case badNumber
    /// A text has no line end after the announced length.
    case unendedText
    case tooLong
    case tooDeep
}
