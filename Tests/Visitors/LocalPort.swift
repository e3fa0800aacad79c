internal import Glibc

/// Connects a socket to a port of this machine.
package func connectLocally(_ descriptor: CInt, _ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            unsafe connect(descriptor, address, length) == 0
        }
    }
}

/// Returns a new socket that connects to a port of this machine from a loopback address. Nil if the
/// server does not accept it.
package func connectLocally(from host: UInt32, to port: UInt16) -> CInt? {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = host.bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafePointer(to: address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            unsafe bind(descriptor, address, length)
        }
    }
    guard status == 0, connectLocally(descriptor, port) else {
        close(descriptor)
        return nil
    }
    return descriptor
}
