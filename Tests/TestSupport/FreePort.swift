import Glibc

/// This machine gives no port away.
package struct NoPort: Error {
    package init() {}
}

/// A port of this machine that was free just now.
package func freePort() throws -> Int {
    let ports = try freePorts(1)
    return Int(ports[0])
}

/// So many that are free at once.
package func freePorts(_ count: Int) throws -> [UInt16] {
    let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    defer { for socket in sockets { close(socket) } }
    return try sockets.map { socket in
        guard let port = port(of: socket) else { throw NoPort() }
        return port
    }
}

/// The one that it gets when it asks for any.
private func port(of socket: CInt) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> CInt in
            let bound = unsafe bind(socket, address, length)
            return unsafe bound == 0 ? getsockname(socket, address, &length) : bound
        }
    }
    return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
}
