import Glibc
import Synchronization

/// No port of this machine is free.
package struct NoPort: Error {
    package init() {}
}

/// Returns a free port that no other test process gets while this one runs.
///
/// It is not in the range of the system's automatic ports. Otherwise a connection of another
/// program could occupy it before it is used.
package func freePort() throws -> UInt16 {
    for _ in ports {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let port = ports.lowerBound + number % UInt16(ports.count)
        if reserve(port) && isFree(port) { return port }
    }
    throw NoPort()
}

/// Returns several such ports.
package func freePorts(_ count: Int) throws -> [UInt16] {
    try (0..<count).map { _ in try freePort() }
}

/// Returns a port that accepts connections and never answers while this process runs.
package func silentPort() throws -> UInt16 {
    let port = try freePort()
    guard let socket = boundSocket(at: port), listen(socket, 64) == 0 else { throw NoPort() }
    return port
}

private let ports: Range<UInt16> = 12_000..<32_000
/// The next candidate. Each process begins at a random one.
private let next = Atomic(UInt16.random(in: ports))

/// Reserves a port among test processes by binding an abstract socket name, which is freed when the
/// process ends. False if another process has it.
private func reserve(_ port: UInt16) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array("\0tictactoe test port \(port)".utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let length = MemoryLayout<sa_family_t>.size + name.count
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isOurs = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(socket, $0, socklen_t(length)) == 0
        }
    }
    if !isOurs { close(socket) }
    return isOurs
}

private func isFree(_ port: UInt16) -> Bool {
    guard let socket = boundSocket(at: port) else { return false }
    close(socket)
    return true
}

/// Returns a socket that is bound to a port of 127.0.0.1; nil if the port is in use.
func boundSocket(at port: UInt16) -> CInt? {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard unsafe withLoopback(port, { unsafe bind(socket, $0, $1) }) == 0 else {
        close(socket)
        return nil
    }
    return socket
}

/// Lends the address of a port of 127.0.0.1.
func withLoopback(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
