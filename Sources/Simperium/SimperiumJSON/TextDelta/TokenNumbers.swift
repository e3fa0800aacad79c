/// A numbering of tokens. Tokens with the same number are equal. Equal tokens have the same number,
/// except after a collision of digests.
struct TokenNumbers {
    private let grain: TextGrain
    private var numbers: [UInt64: UInt32] = [:]
    private var known: [ArraySlice<UInt8>] = []

    init(of grain: TextGrain) {
        self.grain = grain
    }

    mutating func numbers(of text: ArraySlice<UInt8>, at starts: [Int]) -> [UInt32] {
        // The bytes of a character fit into its number.
        guard grain != .character else { return text.span.packed(at: starts) }
        return zip(starts, starts.dropFirst()).map { start, end in
            number(of: text[(text.startIndex + start)..<(text.startIndex + end)])
        }
    }

    private mutating func number(of token: ArraySlice<UInt8>) -> UInt32 {
        let digest = token.digest
        let twin = numbers[digest]
        if let twin, known[Int(twin)] == token { return twin }
        let number = UInt32(known.count)
        // A different token with a known digest, by chance or by an attack, gets a number that
        // matches none.
        if twin == nil { numbers[digest] = number }
        known.append(token)
        return number
    }
}

extension Span<UInt8> {
    fileprivate func packed(at starts: [Int]) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(starts.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            var number: UInt32 = 0
            for index in start..<end {
                number = number << 8 | UInt32(self[index])
            }
            numbers.append(number)
        }
        return numbers
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
