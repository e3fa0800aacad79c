internal import CSimperiumUV
internal import Glibc
internal import SimperiumLoop

/// The look-up of host names in the system's resolver.
enum Resolver {
    enum Answer: Sendable {
        case addresses([SocketAddress])
        case unknown(reason: String)
    }

    /// Looks up a host name on another thread, because the answer may take many seconds. Destroying
    /// the returned work cancels the look-up, or drops the result of a look-up that has started.
    static func resolve(
        _ host: String, port: UInt16, in queue: BlockingWorkQueue,
        then take: @escaping (Answer) -> Void
    ) -> OffloadedWork {
        queue.run({ addresses(of: host, port: port) }, then: take)
    }

    @Sendable private static func addresses(of host: String, port: UInt16) -> Answer {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else {
            return .unknown(reason: unsafe String(cString: gai_strerror(status)))
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ai_addr, var found = SocketAddress(address) {
                found.port = port
                addresses.append(found)
            }
            unsafe next = entry.pointee.ai_next
        }
        return .addresses(addresses)
    }
}
