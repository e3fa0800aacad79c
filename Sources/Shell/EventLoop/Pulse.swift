internal import Glibc

/// Shows whoever started this process that its loop still turns: a byte now and then, through a
/// descriptor that was handed down.
package final class Pulse {
    private static let interval = Duration.seconds(1)

    private let descriptor: Descriptor
    private let orphaned: () -> Void
    private var timer: Timer?

    /// Hears it if nobody listens any more.
    package init(on descriptor: Descriptor, _ loop: Loop, orphaned: @escaping () -> Void) {
        self.descriptor = descriptor
        self.orphaned = orphaned
        timer = Timer(on: loop) { [unowned self] in beat() }
        beat()
    }

    private func beat() {
        var byte: UInt8 = 0
        // A full pipe is one that nobody reads just now: then there is nothing to add.
        let isHeard = unsafe write(descriptor.rawValue, &byte, 1) == 1 || errno == EAGAIN
        guard isHeard else { return orphaned() }
        timer?.arm(after: Self.interval)
    }
}

/// Listens to the pulse of a child, and says when it has stopped.
@safe package final class PulseWatch {
    private let ears: Descriptor
    private let patience: Duration
    private let stopped: () -> Void
    private var readiness: Readiness?
    private var timer: Timer?
    /// What the child is to get as a descriptor, until it has it.
    package private(set) var heart: Descriptor?

    package init(
        patience: Duration, on loop: Loop, _ stopped: @escaping () -> Void
    ) throws(LibraryError) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw LibraryError("pipe", "make", reason: unsafe String(cString: strerror(errno)))
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        ears = Descriptor(rawValue: ends[0])
        heart = Descriptor(rawValue: ends[1])
        self.patience = patience
        self.stopped = stopped
        readiness = try Readiness(of: ears, on: loop) { [unowned self] _ in listen() }
        timer = Timer(on: loop) { [unowned self] in self.stopped() }
        readiness?.wait(for: .readable)
        timer?.arm(after: patience)
    }

    deinit {
        handOver()
        readiness = nil
        close(ears.rawValue)
    }

    /// Lets go of the child's end, so that its death is the end of the pipe.
    package func handOver() {
        guard let heart else { return }
        close(heart.rawValue)
        self.heart = nil
    }

    private func listen() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(ears.rawValue, &bytes, bytes.count)
        guard count > 0 else {
            // The child has died, and whoever waits for it will hear so.
            if count == 0 { readiness?.wait(for: []) }
            return
        }
        timer?.arm(after: patience)
    }
}
