internal import Glibc

/// A listening socket of 127.0.0.1 that never completes a connection, as a route without an end.
package final class DeafSocket {
    package let port: UInt16
    private let listener: CInt
    private var knocking: [CInt] = []

    package init() throws {
        port = try freePort()
        guard let listener = boundSocket(at: port), listen(listener, 0) == 0 else { throw NoPort() }
        self.listener = listener
        // Once its queue is full, the kernel does not answer further clients.
        for _ in 0..<4 {
            let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
            let descriptor = socket(AF_INET, CInt(flags), 0)
            knocking.append(descriptor)
            _ = unsafe withLoopback(port) { unsafe connect(descriptor, $0, $1) }
        }
    }

    deinit {
        for descriptor in knocking + [listener] { close(descriptor) }
    }
}
