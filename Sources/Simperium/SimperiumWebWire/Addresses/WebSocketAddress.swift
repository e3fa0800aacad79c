/// The address of a WebSocket: `ws://host:port/path`, or `wss://` for an encrypted connection.
package struct WebSocketAddress: Hashable, Sendable {
    /// A name or a numeric address; IPv6 without brackets.
    package let host: String
    package let port: UInt16
    package let isEncrypted: Bool
    package let target: RequestTarget

    /// Parses an address. The default scheme is `ws://`, and the default port is 80, or 443 with
    /// encryption. `http://` and `https://` are accepted, too.
    package init(_ text: String) throws(WebSocketAddressFlaw) {
        let parts = text[...].split(at: "://")
        switch parts?.head.lowercased() {
        case nil, "ws", "http": isEncrypted = false
        case "wss", "https": isEncrypted = true
        default: throw .unknownScheme
        }
        let rest = parts?.tail ?? text[...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        (host, port) = try Self.endpoint(rest[..<end], defaultPort: Self.defaultPort(isEncrypted))
        let path = rest[end...].prefix { $0 != "#" }
        do throws(HTTPFault) {
            target = try RequestTarget(path.hasPrefix("/") ? String(path) : "/\(path)")
        } catch {
            throw .badPath
        }
    }

    package init(_ address: WebSocketAddress, target: RequestTarget) {
        (host, port, isEncrypted) = (address.host, address.port, address.isEncrypted)
        self.target = target
    }

    /// The `Host` field: the host, with the port unless it is the default.
    package var hostField: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == Self.defaultPort(isEncrypted) ? name : "\(name):\(port)"
    }

    /// The server's scheme, host and port in lower case, without the target. A default port is left
    /// out.
    package var origin: String {
        "\(isEncrypted ? "wss" : "ws")://\(hostField.lowercased())"
    }

    package var isLoopback: Bool {
        host.lowercased() == "localhost" || NumericAddress.isLoopback(text: host[...])
    }

    private static func defaultPort(_ isEncrypted: Bool) -> UInt16 { isEncrypted ? 443 : 80 }

    private static func endpoint(
        _ text: Substring, defaultPort usual: UInt16
    ) throws(WebSocketAddressFlaw) -> (host: String, port: UInt16) {
        var host = text
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .badHost }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .badHost }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !host.isEmpty else { throw .noHost }
        guard host.utf8.count <= 253, host.utf8.allSatisfy(\.isHost) else { throw .badHost }
        let given = try port.map { text throws(WebSocketAddressFlaw) in try parsePort(text) }
        return (String(host), given ?? usual)
    }

    private static func parsePort(_ text: Substring) throws(WebSocketAddressFlaw) -> UInt16 {
        guard text.utf8.allSatisfy(\.isDigit), let number = UInt16(text), number > 0 else {
            throw .badPort
        }
        return number
    }
}

/// The reason why a text is not the address of a WebSocket. A user may have typed the text.
package enum WebSocketAddressFlaw: Error, Hashable, Sendable {
    case unknownScheme
    case noHost
    case badHost
    case badPort
    case badPath
}

extension WebSocketAddress: CustomStringConvertible {
    package var description: String {
        (isEncrypted ? "wss://" : "ws://") + hostField + target.description
    }
}

extension UInt8 {
    /// True if a host name in DNS or in a hosts file, or a numeric address, may contain the byte.
    fileprivate var isHost: Bool { isDigit || isLetter || "-._:%".utf8.contains(self) }
}
