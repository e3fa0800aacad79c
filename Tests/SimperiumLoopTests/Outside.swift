import Glibc
import SimperiumLoop

/// Both ends of a pipe or of a pair of sockets. They close with the value.
final class SocketPair {
    let near: Descriptor
    let far: Descriptor
    private var open: Set<Descriptor>

    private init(_ ends: [Int32]) {
        near = Descriptor(rawValue: ends[0])
        far = Descriptor(rawValue: ends[1])
        open = [near, far]
    }

    deinit {
        closeNear()
        closeFar()
    }

    func closeNear() {
        if open.remove(near) != nil { close(near.rawValue) }
    }

    func closeFar() {
        if open.remove(far) != nil { close(far.rawValue) }
    }

    static func sockets() -> SocketPair {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        unsafe socketpair(AF_UNIX, kind, 0, &ends)
        return SocketPair(ends)
    }

    /// Makes a pipe from `far` to `near`.
    static func pipe() -> SocketPair {
        var ends: [Int32] = [0, 0]
        unsafe Glibc.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return SocketPair(ends)
    }
}

extension Descriptor {
    /// Returns the number of bytes written, or a negative number.
    @discardableResult
    func write(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return unsafe Glibc.write(rawValue, bytes, bytes.count)
    }

    /// Returns the text that can be read; empty at the end; nil if there is none yet.
    func read() -> String? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(rawValue, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// An action that is performed when the value is released.
final class LastWill {
    private let act: () -> Void

    init(_ act: @escaping () -> Void) {
        self.act = act
    }

    deinit {
        act()
    }
}

extension Timer {
    /// A timer that never rings. Its closure holds `will`.
    init(on loop: Loop, holding will: LastWill) {
        self.init(on: loop) { withExtendedLifetime(will) {} }
    }
}
