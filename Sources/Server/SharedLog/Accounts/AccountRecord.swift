import SimperiumWire

/// Users and links as the engine keeps them: in words, of which none holds a space.
extension StoredUser {
    var record: String {
        let cost = password?.cost
        return [
            Array(name.text.utf8).hex, Array(folded.utf8).hex, "\(cost?.rounds ?? 0)",
            "\(cost?.blockSize ?? 0)", "\(cost?.lanes ?? 0)", (password?.salt ?? []).hex,
            (password?.result ?? []).hex, standing.word, "\(standing.end)", "\(since)",
        ].joined(separator: " ")
    }

    /// What is put for the name of one who leaves.
    static var nameOfWhoLeft: String { Array("gone".utf8).hex }
}

extension StoredUser.Standing {
    fileprivate var word: String {
        switch self {
        case .good: "0"
        case .locked: "1"
        case .gone: "2"
        }
    }

    var end: Int { if case .gone(let second) = self { second } else { 0 } }
}

extension StoredLink {
    var kind: String { key == nil ? "token" : "key" }

    var proofText: String {
        switch proof {
        case .key(let print): Array(print.utf8).hex
        case .token(let digest): digest.bytes.hex
        }
    }

    var rest: String { "\(Array(device.utf8).hex) \(since)" }
}

extension [UInt8] {
    /// A dash stands for nothing, lest a word be missing.
    var hex: String {
        guard !isEmpty else { return "-" }
        return map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    init?(hex text: Substring) {
        self = []
        if text == "-" { return }
        let digits = Array<UInt8>(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            append(byte)
        }
    }
}

extension String {
    init?(hex text: Substring) {
        guard let bytes = [UInt8](hex: text),
            let string = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self = string
    }
}
