internal import CSimperiumUV
internal import Glibc

/// A Unix domain socket at a path, between two programs of one user. A program that connects
/// receives some bytes, and then the end of the stream.
package enum LocalSocket {
    /// The time limit of each system call that waits for the other program, in seconds.
    private static let patience = 2

    /// Listens at a path, and returns the listener. Only the user of this process can connect.
    /// Replaces a file at the path, such as the socket of a program that has ended.
    package static func listen(at path: String) throws(LibraryError) -> Descriptor {
        try? WholeFile.remove(path)
        let socket = try makeSocket(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let mask = umask(0o077)
        defer { umask(mask) }
        guard try unsafe withSocketAddress(path, { unsafe bind(socket.rawValue, $0, $1) }) == 0,
            Glibc.listen(socket.rawValue, 8) == 0
        else {
            let error = errno
            Glibc.close(socket.rawValue)
            throw LibraryError(error, "listen at \(path)")
        }
        return socket
    }

    /// Accepts a waiting connection. Returns nil if there is none, or if accepting fails.
    package static func accept(at listener: Descriptor) -> Descriptor? {
        let flags = CInt(SOCK_CLOEXEC.rawValue)
        let number = accept4(listener.rawValue, nil, nil, flags)
        return number < 0 ? nil : Descriptor(rawValue: number)
    }

    /// Sends the bytes and closes the connection, even if sending fails. While the other program
    /// does not read, each attempt to send blocks for up to `patience`, so don't call this on the
    /// loop's thread.
    package static func sendAndClose(_ bytes: [UInt8], over connection: Descriptor) {
        defer { Glibc.close(connection.rawValue) }
        setTimeouts(of: connection)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(connection.rawValue, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            // The kernel restarts no call on a socket with a time limit after a signal.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes a listener and removes the socket file at `path`.
    package static func close(_ listener: Descriptor, at path: String) {
        Glibc.close(listener.rawValue)
        try? WholeFile.remove(path)
    }

    /// Connects to a path, and returns the bytes up to the end of the stream. Returns nil if no
    /// program answers in time, or if the answer has more than `limit` bytes.
    package static func connectAndRead(from path: String, limit: Int) -> [UInt8]? {
        guard let socket = try? makeSocket(SOCK_CLOEXEC.rawValue) else { return nil }
        defer { Glibc.close(socket.rawValue) }
        setTimeouts(of: socket)
        guard
            (try? unsafe withSocketAddress(path, { unsafe connect(socket.rawValue, $0, $1) })) == 0,
            let bytes = try? socket.read(limit: limit + 1), bytes.count <= limit
        else { return nil }
        return bytes
    }

    private static func makeSocket(_ flags: UInt32) throws(LibraryError) -> Descriptor {
        let number = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | flags), 0)
        try checkSystemCall(number, "create a socket")
        return Descriptor(rawValue: number)
    }

    private static func setTimeouts(of socket: Descriptor) {
        var time = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            _ = unsafe setsockopt(
                socket.rawValue, SOL_SOCKET, option, &time,
                socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Calls `body` with the socket address of a path, and returns the result of `body`. A socket
    /// address has room for only about a hundred bytes, so the address refers to the folder by a
    /// descriptor.
    private static func withSocketAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws(LibraryError) -> CInt {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let folder = unsafe open(String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try checkSystemCall(folder, "open \(path[..<end])")
        defer { Glibc.close(folder) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let short = Array("/proc/self/fd/\(folder)\(path[end...])".utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard short.count < room else {
            throw LibraryError(ENAMETOOLONG, "open a socket at \(path)")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: short) }
        return unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) { pointer in
                guard let start = pointer.baseAddress else {
                    preconditionFailure("an address takes room")
                }
                return unsafe body(start, socklen_t(bytes.count))
            }
        }
    }
}
