internal import CSimperiumUV
internal import Glibc

/// An output that never blocks, even if its reader does not read.
package final class UnbufferedNonblockingOutput {
    /// The largest write, in bytes, that a writable pipe or terminal accepts either in full or not
    /// at all.
    package static let mostAtOnce = 4_096

    /// Our own descriptor, because the mode of a descriptor that we share with the user's shell
    /// must not change.
    private let descriptor: Descriptor
    private let loop: Loop
    private let hasRoom: () -> Void
    private var readiness: ReadinessWatch?

    /// Creates an output to `shared`. The output calls `hasRoom` when a refused write may be
    /// retried.
    package init(to shared: Descriptor, on loop: Loop, _ hasRoom: @escaping () -> Void) {
        descriptor = Self.reopen(shared)
        self.loop = loop
        self.hasRoom = hasRoom
    }

    deinit {
        readiness = nil
        close(descriptor.rawValue)
    }

    /// Writes `bytes`, at most `mostAtOnce`, and returns the number of accepted bytes. If there is
    /// no room, returns 0, and `hasRoom` is called later. If the reader is gone, drops all bytes,
    /// and counts them as accepted.
    package func write(_ bytes: [UInt8]) -> Int {
        let count = isWritable ? unsafe Glibc.write(descriptor.rawValue, bytes, bytes.count) : 0
        let isFull = count == 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
        watchWritability(isFull)
        // After any other error there is no reader, so the bytes are dropped.
        return isFull ? 0 : count < 0 ? bytes.count : count
    }

    private func watchWritability(_ isWaiting: Bool) {
        if isWaiting, readiness == nil {
            readiness = try? ReadinessWatch(of: descriptor, on: loop) { [unowned self] _ in
                hasRoom()
            }
        }
        readiness?.startPolling(for: isWaiting ? .writable : [])
    }

    private var isWritable: Bool {
        var state = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&state, 1, 0) != 0
    }

    /// Opens a pipe or a terminal a second time, in nonblocking mode, because another process may
    /// fill it between our poll and our write. Duplicates other descriptors, because a file and a
    /// writable socket always have room. Also duplicates a pipe or terminal that can't be opened
    /// again.
    private static func reopen(_ shared: Descriptor) -> Descriptor {
        var state = stat()
        _ = unsafe fstat(shared.rawValue, &state)
        let kind = state.st_mode & S_IFMT
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let isShort = kind == S_IFIFO || kind == S_IFCHR
        let own =
            isShort ? unsafe Glibc.open("/proc/self/fd/\(shared.rawValue)", flags) : -1
        return Descriptor(rawValue: own >= 0 ? own : fcntl(shared.rawValue, F_DUPFD_CLOEXEC, 3))
    }
}
