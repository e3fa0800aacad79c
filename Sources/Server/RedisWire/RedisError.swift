/// That Redis did not do what it was asked to do.
package struct RedisError: Error, Hashable, Sendable {
    /// The word that programs tell errors apart by.
    package let code: String
    /// What stands behind it: for people, or for a few codes where to ask instead.
    package let words: String

    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 1)
        code = parts.first.map(String.init) ?? ""
        words = parts.count > 1 ? String(parts[1]) : ""
    }

    /// Where to ask instead, for now or for this one question only.
    package enum Redirection: Hashable, Sendable {
        case moved(host: String, port: UInt16)
        case once(host: String, port: UInt16)
    }

    package var redirection: Redirection? {
        guard code == "MOVED" || code == "ASK" else { return nil }
        // A slot, and an address whose host may hold colons itself.
        guard let address = words.split(separator: " ").dropFirst().first,
            let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else { return nil }
        let host = String(address[..<colon])
        return code == "MOVED" ? .moved(host: host, port: port) : .once(host: host, port: port)
    }

    /// Whether it has no memory left for what it was asked.
    package var isFull: Bool { code == "OOM" }

    /// Whether nothing was done, and the same may be asked again in a while.
    package var isPassing: Bool {
        switch code {
        case "BUSY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "MISCONF",
            "READONLY", "OOM":
            true
        default: false
        }
    }
}
