/// Gives equal tokens the same number and others different ones.
struct TokenNames {
    private var names: [UInt64: UInt32] = [:]
    private var tokens: [ArraySlice<UInt8>] = []

    mutating func name(of token: ArraySlice<UInt8>) -> UInt32 {
        let name = UInt32(tokens.count)
        let known = names[token.digest]
        if let known, tokens[Int(known)] == token { return known }
        // A token whose digest another one has, by chance or by malice, matches nothing.
        if known == nil { names[token.digest] = name }
        tokens.append(token)
        return name
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
