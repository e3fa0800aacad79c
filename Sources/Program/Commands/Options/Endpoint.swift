/// Where a server listens: an address of this machine, or all of them, and a port.
package struct Endpoint: Hashable, Sendable {
    /// In numbers, that of IPv6 without brackets. Nil for every address there is.
    package let address: String?
    package let port: UInt16

    /// Where a server is looked for, and started, if none is named.
    package static let usual = Endpoint(address: "127.0.0.1", port: 8383)
    /// Where guests come in by ssh if nothing else is said.
    static let usualDoor = Endpoint(address: nil, port: 2222)

    package init(address: String?, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Reads `PORT`, `ADDR:PORT` or `[ADDR]:PORT`. `*` and `localhost` are known, other names not:
    /// they may mean several addresses, and other ones tomorrow.
    init(_ text: String) throws(ValueFlaw) {
        guard let colon = text.lastIndex(of: ":") else {
            self.init(address: nil, port: try Self.port(text[...]))
            return
        }
        let port = try Self.port(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "*": self.init(address: nil, port: port)
        case "localhost": self.init(address: Self.usual.address, port: port)
        case let address where address.hasPrefix("[") && address.hasSuffix("]"):
            self.init(address: try Self.number(address.dropFirst().dropLast()), port: port)
        case let address where !address.contains(":"):
            self.init(address: try Self.number(address), port: port)
        default: throw .badEndpoint
        }
    }

    /// A first look: the shell that listens knows what is an address and what only looks like one.
    private static func number(_ text: Substring) throws(ValueFlaw) -> String {
        let isPlain = text.utf8.allSatisfy { ".:%".utf8.contains($0) || $0.isHexadecimal }
        guard isPlain, text.contains(where: { ".:".contains($0) }) else { throw .badEndpoint }
        return String(text)
    }

    private static func port(_ text: Substring) throws(ValueFlaw) -> UInt16 {
        guard let port = UInt16(text), port > 0 || text == "0" else { throw .badEndpoint }
        return port
    }
}

extension Endpoint: CustomStringConvertible {
    package var description: String {
        guard let address else { return "*:\(port)" }
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
    }
}
