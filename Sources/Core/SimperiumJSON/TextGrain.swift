/// What texts are compared by.
enum TextGrain {
    case character
    case line
    case word

    /// Where the tokens of a text in UTF-8 begin, and last where the text ends.
    func starts(in text: Span<UInt8>) -> [Int] {
        var starts = [0]
        for index in text.indices.dropFirst() where isBorder(text, at: index) {
            starts.append(index)
        }
        starts.append(text.count)
        return starts
    }

    private func isBorder(_ text: Span<UInt8>, at index: Int) -> Bool {
        switch self {
        case .character: !text[index].isContinuation
        case .line: text[index - 1] == UInt8(ascii: "\n")
        case .word: !(text[index - 1].isWordPart && text[index].isWordPart)
        }
    }
}

/// Gives equal tokens the same name and others different ones.
struct TokenNames {
    private let grain: TextGrain
    private var names: [UInt64: UInt32] = [:]
    private var known: [ArraySlice<UInt8>] = []

    init(of grain: TextGrain) {
        self.grain = grain
    }

    mutating func names(of text: ArraySlice<UInt8>, at starts: [Int]) -> [UInt32] {
        // A character of UTF-8 is no longer than a name.
        guard grain != .character else { return text.span.packed(at: starts) }
        return zip(starts, starts.dropFirst()).map { start, end in
            name(of: text[(text.startIndex + start)..<(text.startIndex + end)])
        }
    }

    private mutating func name(of token: ArraySlice<UInt8>) -> UInt32 {
        let digest = token.digest
        let twin = names[digest]
        if let twin, known[Int(twin)] == token { return twin }
        let name = UInt32(known.count)
        // A token whose digest another one has, by chance or by malice, matches nothing.
        if twin == nil { names[digest] = name }
        known.append(token)
        return name
    }
}

extension Span<UInt8> {
    fileprivate func packed(at starts: [Int]) -> [UInt32] {
        var names: [UInt32] = []
        names.reserveCapacity(starts.count)
        for place in starts.indices.dropLast() {
            var name: UInt32 = 0
            for index in starts[place]..<starts[place + 1] {
                name = name << 8 | UInt32(self[index])
            }
            names.append(name)
        }
        return names
    }
}

extension ArraySlice<UInt8> {
    fileprivate var digest: UInt64 {
        reduce(UInt64(count)) { digest, byte in
            let mixed = (digest ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
            return mixed ^ (mixed >> 32)
        }
    }
}
