/// An error that Redis answers a command with.
package struct RedisError: Error, Hashable, Sendable {
    /// The first word, which identifies the error.
    package let code: String
    /// The rest: a text for people, or the address in a redirection.
    package let words: String

    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 1)
        code = parts.first.map(String.init) ?? ""
        words = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The server to ask instead, permanently or for one request.
    package enum Redirection: Hashable, Sendable {
        case moved(host: String, port: UInt16)
        case once(host: String, port: UInt16)
    }

    package var redirection: Redirection? {
        guard code == "MOVED" || code == "ASK" else { return nil }
        // The words are a slot and an address, whose host may contain colons.
        guard let address = words.split(separator: " ").dropFirst().first,
            let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else { return nil }
        let host = String(address[..<colon])
        return code == "MOVED" ? .moved(host: host, port: port) : .once(host: host, port: port)
    }

    /// True if Redis is out of memory.
    package var isFull: Bool { code == "OOM" }

    /// True if nothing was done, and the same command may succeed later.
    package var isPassing: Bool {
        switch code {
        case "BUSY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "MISCONF",
            "READONLY", "OOM":
            true
        default: false
        }
    }
}
