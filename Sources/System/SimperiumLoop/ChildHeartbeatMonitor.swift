internal import Glibc
internal import SimperiumClock

/// A monitor of a child process. The monitor sends the child one message, which no other process
/// can read, and receives the child's heartbeats.
///
/// A child process whose loop hangs still exists, but sends no heartbeats.
@safe package final class ChildHeartbeatMonitor {
    private let parentEnd: Descriptor
    private let timeout: Duration
    private let lateTolerance: Duration
    private let onSilence: () -> Void
    private var readiness: ReadinessWatch?
    private var timer: Timer?
    private let loop: Loop
    private var nextCheck: Instant
    /// The child's end of the socket pair, for the child to inherit; nil after `closeChildEnd`.
    package private(set) var childEnd: Descriptor?
    /// True once a heartbeat has arrived, which proves that the child's loop has run.
    package private(set) var hasReceivedHeartbeat = false

    /// Sends `message` to the child, and creates a monitor that calls `onSilence` after `timeout`
    /// without a heartbeat. A check that is late by more than `lateTolerance` is repeated after
    /// another `timeout`.
    package init(
        _ message: String, timeout: Duration, lateTolerance: Duration = .seconds(2), on loop: Loop,
        _ onSilence: @escaping () -> Void
    ) throws(LibraryError) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw LibraryError("socket", "socketpair", code: errno)
        }
        parentEnd = Descriptor(rawValue: ends[0])
        childEnd = Descriptor(rawValue: ends[1])
        self.timeout = timeout
        self.lateTolerance = lateTolerance
        self.loop = loop
        nextCheck = loop.now + timeout
        self.onSilence = onSilence
        let bytes = Array((message + "\n").utf8)
        _ = unsafe send(ends[0], bytes, bytes.count, CInt(MSG_NOSIGNAL))
        readiness = try ReadinessWatch(of: parentEnd, on: loop) { [unowned self] _ in
            readAndRescheduleCheck()
        }
        timer = Timer(on: loop) { [unowned self] in checkHeartbeat() }
        readiness?.startPolling(for: .readable)
        timer?.arm(at: nextCheck)
    }

    deinit {
        closeChildEnd()
        readiness = nil
        close(parentEnd.rawValue)
    }

    /// Closes this process's descriptor of the child's end. Call this after the child has inherited
    /// the descriptor.
    package func closeChildEnd() {
        guard let childEnd else { return }
        close(childEnd.rawValue)
        self.childEnd = nil
    }

    private func readAndRescheduleCheck() {
        let count = readHeartbeats()
        if count > 0 {
            scheduleCheck()
        } else if count == 0 {
            // The child has exited; its `ChildProcess` reports the exit.
            readiness?.startPolling(for: [])
        }
    }

    /// Reads the heartbeats again. Calls `onSilence` if there are none and this check is not late.
    /// Otherwise schedules the next check.
    ///
    /// If the parent itself was suspended, the timer may fire before the loop reads the heartbeats.
    /// The child may have been suspended at the same time, and may not have run since. So a late
    /// check proves nothing.
    private func checkHeartbeat() {
        let isLate = loop.now - nextCheck > lateTolerance
        guard readHeartbeats() > 0 || isLate else { return onSilence() }
        scheduleCheck()
    }

    private func scheduleCheck() {
        nextCheck = loop.now + timeout
        timer?.arm(at: nextCheck)
    }

    private func readHeartbeats() -> Int {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe recv(parentEnd.rawValue, &bytes, bytes.count, 0)
        if count > 0 { hasReceivedHeartbeat = true }
        return count
    }
}

/// The child's side of a `ChildHeartbeatMonitor`.
package final class HeartbeatSender {
    private static let interval = Duration.seconds(1)

    private let lifeline: Descriptor
    private let orphaned: () -> Void
    private var timer: Timer?
    private var readiness: ReadinessWatch?

    /// Begins to send heartbeats. Calls `orphaned` once the parent has exited, or has closed its
    /// end of the socket pair.
    package init(
        on lifeline: Descriptor, _ loop: Loop, orphaned: @escaping () -> Void
    ) throws(LibraryError) {
        self.lifeline = lifeline
        self.orphaned = orphaned
        timer = Timer(on: loop) { [unowned self] in sendHeartbeat() }
        timer?.arm(after: .zero)
        readiness = try ReadinessWatch(of: lifeline, on: loop) { [unowned self] _ in
            checkForParentExit()
        }
        readiness?.startPolling(for: .readable)
    }

    /// Reads the parent's message without waiting, and returns it; nil if none has arrived.
    package static func parentMessage(on lifeline: Descriptor) -> String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe recv(lifeline.rawValue, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private func sendHeartbeat() {
        var byte: UInt8 = 0
        let flags = CInt(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count = unsafe send(lifeline.rawValue, &byte, 1, flags)
        // If the socket is full, the parent is not reading, and another heartbeat would add
        // nothing.
        guard count == 1 || errno == EAGAIN else { return stopAsOrphan() }
        timer?.arm(after: Self.interval)
    }

    /// Stops the heartbeats and calls `orphaned`, if the parent has closed its end.
    private func checkForParentExit() {
        var byte: UInt8 = 0
        let count = unsafe recv(lifeline.rawValue, &byte, 1, CInt(MSG_DONTWAIT))
        if count == 0 || count < 0 && errno != EAGAIN { stopAsOrphan() }
    }

    private func stopAsOrphan() {
        timer?.disarm()
        readiness?.startPolling(for: [])
        orphaned()
    }
}
