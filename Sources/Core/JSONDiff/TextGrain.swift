/// What texts are compared by.
enum TextGrain {
    case character
    case line
    case word

    /// Whether one token ends and another begins here, inside a text in UTF-8.
    func isBorder(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
        switch self {
        case .character: !text[index].isContinuation
        case .line: text[index - 1] == UInt8(ascii: "\n")
        case .word: !(text[index - 1].isWordPart && text[index].isWordPart)
        }
    }
}

/// Gives equal tokens the same number and others different ones.
struct TokenNames {
    private var names: [UInt64: UInt32] = [:]
    private var known: [ArraySlice<UInt8>] = []

    /// The tokens of a text: where each begins, and last where the text ends; and their names.
    mutating func tokens(
        of text: ArraySlice<UInt8>, by grain: TextGrain
    ) -> (starts: [Int], names: [UInt32]) {
        var starts = [text.startIndex]
        for index in text.indices.dropFirst() where grain.isBorder(text, at: index) {
            starts.append(index)
        }
        starts.append(text.endIndex)
        var names: [UInt32] = []
        names.reserveCapacity(starts.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            let token = text[start..<end]
            // A character of UTF-8 is at most as long as its name.
            names.append(grain == .character ? token.packed : name(of: token))
        }
        return (starts, names)
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

extension ArraySlice<UInt8> {
    fileprivate var packed: UInt32 {
        reduce(0) { $0 << 8 | UInt32($1) }
    }

    fileprivate var digest: UInt64 {
        reduce(UInt64(count)) { digest, byte in
            let mixed = (digest ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
            return mixed ^ (mixed >> 32)
        }
    }
}
