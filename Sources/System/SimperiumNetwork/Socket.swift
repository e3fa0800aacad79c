internal import CSimperiumUV
internal import Glibc
package import SimperiumLoop

/// A TCP socket that never blocks. It is closed when its last reference is released, or earlier by
/// `close`.
@safe package final class Socket {
    /// The size of the kernel's send buffer in bytes. A larger buffer would hide slow readers from
    /// the program.
    private static let kernelBuffer: CInt = 128 * 1024
    private static let piecesPerWrite = 64
    /// The maximum number of connections that wait to be accepted.
    private static let backlog: CInt = 1_024
    /// The error code for an address without a listening program.
    static let refused = ECONNREFUSED

    package let descriptor: Descriptor
    private var isOpen = true

    private init(_ descriptor: CInt) {
        self.descriptor = Descriptor(rawValue: descriptor)
    }

    deinit {
        close()
    }

    /// Closes the socket. Afterwards it must not be used or watched.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(descriptor.rawValue)
    }

    private convenience init(family: CInt) throws(LibraryError) {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.error("socket") }
        self.init(descriptor)
    }

    /// Adopts a socket that another process opened and passed to this process. If the socket does
    /// not listen, throws, and leaves the descriptor open.
    init(adopting descriptor: Descriptor) throws(LibraryError) {
        var isListening: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        let status = unsafe getsockopt(
            descriptor.rawValue, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
        guard status == 0 else { throw Socket.error("adopt") }
        guard isListening != 0 else { throw Socket.error("adopt", EINVAL) }
        _ = fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK)
        // If this came before a throw, `deinit` would close the caller's descriptor.
        self.descriptor = descriptor
    }

    /// Returns a listening socket. Clients can connect from now on, and wait until they are
    /// accepted.
    package static func listening(on address: SocketAddress) throws(LibraryError) -> Socket {
        let socket = try Socket(family: address.family)
        socket.setOption(SO_REUSEADDR, 1)
        if address.isIPv6 { socket.setOption(IPV6_V6ONLY, 1, level: CInt(IPPROTO_IPV6)) }
        let bound = unsafe address.withSystemAddress { unsafe bind(socket.number, $0, $1) }
        guard bound == 0 else { throw error("bind") }
        guard listen(socket.number, backlog) == 0 else { throw error("listen") }
        return socket
    }

    /// Starts to connect, and returns the socket. Once the socket is writable,
    /// `readAndClearConnectError` returns the result.
    static func connecting(to address: SocketAddress) throws(LibraryError) -> Socket {
        let socket = try Socket(family: address.family)
        socket.setConnectionOptions()
        let status = unsafe address.withSystemAddress { unsafe connect(socket.number, $0, $1) }
        guard status == 0 || errno == EINPROGRESS else { throw error("connect") }
        return socket
    }

    /// Returns the error code of a failed attempt to connect; nil if the attempt succeeded. The
    /// kernel clears the error, so a second call returns nil.
    func readAndClearConnectError() -> CInt? {
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        let status = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &length)
        return status == 0 && code == 0 ? nil : code == 0 ? errno : code
    }

    enum AcceptResult {
        case socket(Socket, from: SocketAddress)
        /// No client waits any more.
        case noneWaiting
        /// The waiting client has left, or accepting it failed for a reason that affects no other
        /// client.
        case missed
        /// There is no descriptor or no memory left.
        case noRoom(LibraryError)
    }

    func accept() -> AcceptResult {
        var descriptor: CInt = -1
        let address = unsafe SocketAddress.readFromKernel { address, length in
            let flags = CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
            descriptor = unsafe accept4(number, address, length, flags)
            return descriptor < 0 ? -1 : 0
        }
        if descriptor >= 0 {
            let socket = Socket(descriptor)
            socket.setConnectionOptions()
            return address.map { .socket(socket, from: $0) } ?? .missed
        }
        switch errno {
        case EAGAIN: return .noneWaiting
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom(Self.error("accept"))
        default: return .missed
        }
    }

    var localAddress: SocketAddress? {
        unsafe SocketAddress.readFromKernel { unsafe getsockname(number, $0, $1) }
    }

    private var number: CInt { descriptor.rawValue }

    /// Makes the kernel send small messages at once, and limits the kernel's send buffer.
    private func setConnectionOptions() {
        setOption(TCP_NODELAY, 1, level: CInt(IPPROTO_TCP))
        setOption(SO_SNDBUF, Self.kernelBuffer)
    }

    /// Limits the kernel's send buffer, for a peer that needs only the newest state.
    package func limitKernelBuffer(to bytes: Int32) {
        setOption(SO_SNDBUF, bytes)
    }

    private func setOption(_ option: CInt, _ value: CInt, level: CInt = SOL_SOCKET) {
        var value = value
        _ = unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    static func error(_ operation: String, _ code: CInt = errno) -> LibraryError {
        LibraryError("socket", operation, code: code)
    }
}

extension Socket {
    enum TransferResult: Equatable {
        case bytes(Int)
        /// The socket is not ready. Wait until it is.
        case later
        /// The other side will send no more.
        case end
        case failed(CInt)
    }

    func read(into room: inout [UInt8]) -> TransferResult {
        let count = receive(into: &room)
        if count > 0 { return .bytes(count) }
        return count == 0 ? .end : Self.transferResult(errno)
    }

    /// Sends as much of `outbox` as the kernel accepts at once.
    func write(_ outbox: SocketOutbox) -> TransferResult {
        unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.piecesPerWrite) {
            pieces in
            var count = 0
            outbox.forEachBlock { block in
                // The outbox holds the bytes until they are sent, so their address stays valid.
                unsafe block.withUnsafeBytes { bytes in
                    unsafe pieces[count] = iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                        iov_len: bytes.count)
                }
                count += 1
                return count < Self.piecesPerWrite
            }
            var message = unsafe msghdr()
            unsafe message.msg_iov = pieces.baseAddress
            unsafe message.msg_iovlen = count
            let sent = unsafe sendmsg(number, &message, CInt(MSG_NOSIGNAL))
            return sent >= 0 ? .bytes(sent) : Self.transferResult(errno)
        }
    }

    /// Sends a few bytes without waiting. Bytes that the kernel has no room for are dropped.
    package func sendIfRoom(_ bytes: [UInt8]) {
        _ = unsafe send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Ends the sending direction. Input can still be read.
    package func finishWriting() {
        _ = shutdown(number, CInt(SHUT_WR))
    }

    private static func transferResult(_ code: CInt) -> TransferResult {
        code == EAGAIN || code == EINTR ? .later : .failed(code)
    }
}

extension Socket {
    /// Returns up to `count` received bytes without removing them; nil if there are none yet.
    /// Returns an empty array at the end of the input, or after an error.
    func peek(atMost count: Int) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: count)
        let found = receive(into: &room, CInt(MSG_PEEK))
        guard found >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : [] }
        return Array(room.prefix(found))
    }

    /// Reads and drops bytes that `peek` has returned.
    func skip(_ count: Int) {
        guard count > 0 else { return }
        var room = [UInt8](repeating: 0, count: count)
        _ = receive(into: &room)
    }

    private func receive(into room: inout [UInt8], _ flags: CInt = 0) -> Int {
        unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(number, room.baseAddress, room.count, flags)
        }
    }
}
