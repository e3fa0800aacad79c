import Glibc

/// A port of this machine that was free just now.
func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
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
    guard status == 0 else { throw PipedProgram.Failure(call: "bind") }
    return Int(UInt16(bigEndian: address.sin_port))
}
