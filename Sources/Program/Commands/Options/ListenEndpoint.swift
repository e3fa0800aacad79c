internal import SimperiumWebWire

/// A port to listen on, at one address of this machine or at all its addresses.
package struct ListenEndpoint: Hashable, Sendable {
    /// The numeric IP address, without brackets for IPv6; nil for all addresses.
    package let address: String?
    package let port: UInt16

    /// The default endpoint of the local server.
    package static let localDefault = ListenEndpoint(address: "127.0.0.1", port: 8383)
    /// The default endpoint of the ssh server.
    static let sshDefault = ListenEndpoint(address: nil, port: 2222)

    package init(address: String?, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Parses `PORT`, `ADDR:PORT` or `[ADDR]:PORT`. `ADDR` may be `*` or `localhost`, but no other
    /// host name, because a host name may have several addresses, and these may change.
    init(_ text: String) throws(ValueFlaw) {
        guard let colon = text.lastIndex(of: ":") else {
            self.init(address: nil, port: try Self.port(text[...]))
            return
        }
        let port = try Self.port(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "*": self.init(address: nil, port: port)
        case "localhost": self.init(address: Self.localDefault.address, port: port)
        case let address where address.hasPrefix("[") && address.hasSuffix("]"):
            self.init(address: try Self.numericAddress(address.dropFirst().dropLast()), port: port)
        case let address where !address.contains(":"):
            self.init(address: try Self.numericAddress(address), port: port)
        default: throw .badEndpoint
        }
    }

    /// Returns the text if it is an IP address; throws otherwise.
    private static func numericAddress(_ text: Substring) throws(ValueFlaw) -> String {
        guard NumericAddress.bytes(of: text) != nil else { throw .badEndpoint }
        return String(text)
    }

    private static func port(_ text: Substring) throws(ValueFlaw) -> UInt16 {
        guard let port = UInt16(text), port > 0 || text == "0" else { throw .badEndpoint }
        return port
    }
}

extension ListenEndpoint: CustomStringConvertible {
    package var description: String {
        guard let address else { return "*:\(port)" }
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
