internal import CSimperiumUV
internal import Glibc
internal import SimperiumWebWire

/// The address of a socket: an IPv4 or IPv6 address, and a port.
package struct SocketAddress: Hashable, Sendable {
    /// The numeric address: four or sixteen bytes in network order.
    package let host: [UInt8]
    package var port: UInt16
    /// The network interface of a link-local address; 0 for other addresses.
    private let scope: UInt32

    private init(host: [UInt8], port: UInt16, scope: UInt32 = 0) {
        self.host = host
        self.port = port
        self.scope = scope
    }

    /// The loopback address with port 0, which stands for any free port.
    package static let anyLoopback = SocketAddress(host: [127, 0, 0, 1], port: 0)

    package var isIPv6: Bool { host.count == 16 }

    /// True if only this machine can reach the address.
    package var isLoopback: Bool { NumericAddress.isLoopback(host) }

    /// The part of the address that limits apply to: a whole IPv4 address, or the first half of an
    /// IPv6 address.
    package var addressPrefix: [UInt8] { NumericAddress.addressOrIPv6Subnet(of: host) }

    /// Parses a numeric address; returns nil if `host` is anything else, such as a name.
    package init?(host: String, port: UInt16) {
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, host, &four) == 1 {
            self.init(host: unsafe withUnsafeBytes(of: four) { unsafe Array($0) }, port: port)
        } else if unsafe inet_pton(AF_INET6, host, &six) == 1 {
            self.init(host: unsafe withUnsafeBytes(of: six) { unsafe Array($0) }, port: port)
        } else {
            return nil
        }
    }

    /// Creates an address from four or sixteen bytes in network order; returns nil for any other
    /// number of bytes.
    package init?(bytes host: [UInt8], port: UInt16) {
        guard host.count == 4 || host.count == 16 else { return nil }
        self.init(host: host, port: port, scope: 0)
    }

    /// The host in numeric form, without brackets or port.
    package var hostText: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe inet_ntop(isIPv6 ? AF_INET6 : AF_INET, host, &text, socklen_t(INET6_ADDRSTRLEN))
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SocketAddress: CustomStringConvertible {
    package var description: String { isIPv6 ? "[\(hostText)]:\(port)" : "\(hostText):\(port)" }
}

extension SocketAddress {
    var family: CInt { isIPv6 ? AF_INET6 : AF_INET }

    func withSystemAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        isIPv6 ? unsafe with(systemIPv6, body) : unsafe with(systemIPv4, body)
    }

    private func with<Address, Result>(
        _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { address in
                guard let start = address.baseAddress else {
                    preconditionFailure("an address takes room")
                }
                return unsafe body(start, socklen_t(bytes.count))
            }
        }
    }

    private var systemIPv4: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        _ = unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: host) }
        return address
    }

    private var systemIPv6: sockaddr_in6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_scope_id = scope
        _ = unsafe withUnsafeMutableBytes(of: &address.sin6_addr) {
            unsafe $0.copyBytes(from: host)
        }
        return address
    }

    /// Reads an address in the kernel's form; returns nil unless it is IPv4 or IPv6.
    @safe init?(_ address: UnsafePointer<sockaddr>) {
        let start = unsafe UnsafeRawPointer(address)
        switch unsafe CInt(address.pointee.sa_family) {
        case AF_INET:
            let four = unsafe start.loadUnaligned(as: sockaddr_in.self)
            self.init(
                host: unsafe withUnsafeBytes(of: four.sin_addr) { unsafe Array($0) },
                port: UInt16(bigEndian: four.sin_port))
        case AF_INET6:
            let six = unsafe start.loadUnaligned(as: sockaddr_in6.self)
            self.init(
                host: unsafe withUnsafeBytes(of: six.sin6_addr) { unsafe Array($0) },
                port: UInt16(bigEndian: six.sin6_port), scope: six.sin6_scope_id)
        default: return nil
        }
    }

    /// Returns the address that the kernel stores during `ask`; nil if `ask` fails, or if the
    /// address is neither IPv4 nor IPv6.
    static func readFromKernel(
        _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { address in
                guard let start = address.baseAddress, unsafe ask(start, &length) == 0
                else { return nil }
                return SocketAddress(start)
            }
        }
    }
}
