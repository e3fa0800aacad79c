import SimperiumClock
import SimperiumWire

/// Users, tokens and links as the engine keeps them: words without spaces.
///
/// A record of 0.2.0 has no generation and no places; such a user is of generation 1.
extension StoredUser {
    var record: String {
        let cost = password?.cost
        return [
            Array(name.text.utf8).hex, Array(folded.utf8).hex, "\(cost?.rounds ?? 0)",
            "\(cost?.blockSize ?? 0)", "\(cost?.lanes ?? 0)", (password?.salt ?? []).hex,
            (password?.result ?? []).hex, standing.word, "\(standing.end)", "\(since)",
            "\(generation)", places.words,
        ].joined(separator: " ")
    }

    /// Reads the user's name in the engine's keys, and the record.
    init?(_ row: Row) {
        guard let who = row.text(0)?.split(separator: "/"), who.count == 2,
            let app = AppID(String(who[0])), let id = UserID(String(who[1])),
            let words = row.text(1)?.split(separator: " "), [10, 12].contains(words.count),
            let name = String(hex: words[0]).flatMap({ UserName($0) }),
            let folded = String(hex: words[1]), let since = Int(words[9]),
            let end = Int(words[8]), let standing = Standing(words[7], end: end),
            let generation = words.count > 10 ? Int(words[10]) : 1,
            let places = [SignInPlace](words: words.count > 11 ? words[11] : "-")
        else { return nil }
        let numbers = words[2...4].compactMap { Int($0) }
        guard numbers.count == 3, let salt = [UInt8](hex: words[5]),
            let result = [UInt8](hex: words[6])
        else { return nil }
        let cost = PasswordHash.Cost(
            rounds: numbers[0], blockSize: numbers[1], lanes: numbers[2])
        let hash = PasswordHash(cost: cost, salt: salt, result: result)
        self.init(
            app: app, id: id, name: name, folded: folded, password: numbers[0] > 0 ? hash : nil,
            since: since, generation: generation)
        self.standing = standing
        self.places = places
    }
}

extension [SignInPlace] {
    var words: String { isEmpty ? "-" : map(\.text).joined(separator: ",") }

    fileprivate init?(words: Substring) {
        let texts = words == "-" ? [] : words.split(separator: ",")
        self = texts.compactMap { SignInPlace(text: $0) }
        if count != texts.count { return nil }
    }
}

extension StoredToken {
    /// The record behind the token's user.
    var record: String {
        "\(used) \(since) \(Array(device.utf8).hex) \(Array(address.utf8).hex)"
    }

    /// Reads a digest and a record with its user. A record of 0.2.0 has the last use only.
    init?(_ row: Row) {
        guard let digest = row.text(0).flatMap({ [UInt8](hex: $0[...]) }),
            let words = row.text(1)?.split(separator: " "), [2, 5].contains(words.count),
            let used = Int(words[1]), let since = words.count > 2 ? Int(words[2]) : 0,
            let device = String(hex: words.count > 3 ? words[3] : "-"),
            let address = String(hex: words.count > 4 ? words[4] : "-")
        else { return nil }
        let who = words[0].split(separator: "/")
        guard who.count == 2, let app = AppID(String(who[0])), let user = UserID(String(who[1]))
        else { return nil }
        self.init(
            digest: SecretDigest(bytes: digest), app: app, user: user, used: used, since: since,
            device: device, address: address)
    }
}

extension StoredUser.Standing {
    fileprivate var word: String {
        switch self {
        case .good: "0"
        case .locked: "1"
        case .gone: "2"
        case .leaving: "3"
        }
    }

    var end: Int { if case .gone(let second) = self { second } else { 0 } }

    fileprivate init?(_ word: Substring, end: Int) {
        switch word {
        case "0": self = .good
        case "1": self = .locked
        case "2": self = .gone(until: end)
        case "3": self = .leaving
        default: return nil
        }
    }
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
    /// A dash stands for no bytes, so that there is always a word.
    var hex: String { isEmpty ? "-" : hexText }

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
