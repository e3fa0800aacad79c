internal import CSSH
package import Drawing
internal import Glibc
internal import SimperiumLoop

/// One guest's ssh connection: the guest's login, and the bytes in both directions.
///
/// libssh's callbacks only record events, because libssh is in the middle of a change of state when
/// it calls them. `processAndReportEvents` reports the events afterwards.
@safe package final class GuestConnection {
    package enum Event: Hashable, Sendable {
        /// The number of bytes that arrived, before decryption.
        case heard(bytes: Int)
        /// The guest is admitted. The request follows with `came`.
        case admitted
        case came(SSHLogin)
        case typed([UInt8])
        case resized(Size)
        /// The guest will send no more input.
        case closedInput
        /// All output has been sent to the network.
        case drained
        /// The connection has ended. No event follows.
        case ended
    }

    private static let pollsPerCall = 2

    let session: ssh_session
    private let socket: Descriptor
    private let event: ssh_event
    private let counters: UnsafeMutablePointer<ssh_counter_struct>
    var protocolState: SSHSessionCallbacks
    private var deliver: ((Event) -> Void)?
    private var readiness: ReadinessWatch?
    /// The output that libssh has not accepted yet.
    private var output: [UInt8] = []
    /// The exit status of the session, sent after all output; nil before `finishWithExitStatus`.
    private var exitStatus: Int32?
    private var hasSentExitStatus = false
    /// True if `drained` has been reported for all output so far.
    private var isDrained = true
    private var isReadingPaused = false
    private var hasGreeted = false
    private var isProcessing = false
    private var mustProcessAgain = false
    private var hasEnded = false

    init(
        _ session: ssh_session, over socket: Descriptor, on loop: Loop,
        _ deliver: @escaping (Event) -> Void
    ) throws(LibraryError) {
        unsafe self.session = unsafe session
        self.socket = socket
        self.deliver = deliver
        guard let event = unsafe ssh_event_new() else {
            unsafe ssh_free(session)
            throw SSHServer.libsshRefusal(of: "ssh_event_new")
        }
        unsafe self.event = unsafe event
        unsafe counters = .allocate(capacity: 1)
        unsafe counters.initialize(to: ssh_counter_struct())
        unsafe ssh_set_counters(session, counters, nil)
        unsafe protocolState = SSHSessionCallbacks(session)
        unsafe protocolState.registerCallbacks(userdata: Unmanaged.passUnretained(self).toOpaque())
        checkSSHGreeting()
        _ = unsafe ssh_handle_key_exchange(session)
        unsafe ssh_event_add_session(event, session)
        readiness = try ReadinessWatch(of: socket, on: loop) { [unowned self] _ in
            processAndReportEvents()
        }
        // The first call comes immediately, because bytes or the end may have arrived already.
        readiness?.startPolling(for: [.readable, .writable])
    }

    deinit {
        readiness = nil
        unsafe ssh_event_remove_session(event, session)
        unsafe ssh_event_free(event)
        // This also frees the channel, and closes libssh's duplicate of the socket.
        unsafe ssh_free(session)
        protocolState.freeCallbacks()
        unsafe counters.deallocate()
    }

    /// Sends bytes after all earlier output. Does nothing after `finishWithExitStatus`, or after
    /// the connection's end.
    package func send(_ bytes: [UInt8]) {
        guard !hasEnded, exitStatus == nil, !bytes.isEmpty else { return }
        output += bytes
        isDrained = false
        processAndReportEvents()
    }

    /// Ends the guest's session with an exit status after all earlier output. The guest's client
    /// then closes the connection. If the client does not, the caller must close the connection
    /// after a delay, because closing it at once loses output.
    package func finishWithExitStatus(_ status: Int32) {
        guard exitStatus == nil, !hasEnded else { return }
        exitStatus = status
        processAndReportEvents()
    }

    /// Ends the connection at once.
    package func hangUp() {
        hasEnded = true
        processAndReportEvents()
    }

    /// Stops or resumes reading. A client that sends too much must wait while reading is stopped.
    package func setReadingPaused(_ isPaused: Bool) {
        guard isReadingPaused != isPaused else { return }
        isReadingPaused = isPaused
        processAndReportEvents()
    }

    /// Sends a keepalive request to the guest's client. The answer is reported as `heard`.
    package func sendKeepalive() {
        guard !hasEnded else { return }
        // libssh does not block here, so the first call only reads the answer to the previous
        // request.
        unsafe ssh_send_keepalive(session)
        unsafe ssh_send_keepalive(session)
        processAndReportEvents()
    }

    /// Lets libssh process input and output, and then reports the events.
    func processAndReportEvents() {
        guard !isProcessing else {
            mustProcessAgain = true
            return
        }
        isProcessing = true
        // The owner may release the connection while it handles the end.
        withExtendedLifetime(self) {
            repeat {
                mustProcessAgain = false
                runLibssh()
                deliverPendingEvents()
            } while mustProcessAgain
            isProcessing = false
            guard hasEnded else { return updatePolling() }
            readiness = nil
            deliver.take()?(.ended)
        }
    }

    private func runLibssh() {
        guard !hasEnded else { return }
        if !hasGreeted { checkSSHGreeting() }
        if !hasEnded, !isReadingPaused {
            for _ in 0..<Self.pollsPerCall {
                guard unsafe ssh_event_dopoll(event, 0) != SSH_ERROR else { break }
            }
        }
        if protocolState.hasFault { hasEnded = true }
        passOutputToLibssh()
        let gone = SSH_CLOSED | SSH_CLOSED_ERROR
        if unsafe ssh_get_status(session) & gone != 0 { hasEnded = true }
        // libssh leaves a broken connection open.
        let isBroken =
            unsafe ssh_get_error_code(UnsafeMutableRawPointer(session)) == CInt(SSH_FATAL.rawValue)
        if isBroken, !protocolState.isAdmitted { hasEnded = true }
    }

    /// Ends the connection if the first bytes that arrive are neither the ssh greeting `SSH-` nor a
    /// prefix of this greeting. libssh would wait for the greeting forever.
    private func checkSSHGreeting() {
        // Bytes that libssh has read can't be checked any more.
        hasGreeted = unsafe counters.pointee.in_bytes > 0
        guard !hasGreeted else { return }
        let greeting = Array("SSH-".utf8)
        var bytes = [UInt8](repeating: 0, count: greeting.count)
        let count = unsafe recv(
            socket.rawValue, &bytes, bytes.count, CInt(MSG_PEEK | MSG_DONTWAIT))
        guard count > 0 else { return }
        if !greeting.starts(with: bytes.prefix(count)) { hasEnded = true }
        hasGreeted = true
    }

    /// Passes output to libssh once libssh has sent the earlier output, because libssh's own buffer
    /// has no limit. After the last output, sends the exit status and closes the channel.
    private func passOutputToLibssh() {
        guard !hasEnded, let channel = unsafe protocolState.checkedChannel, !isWriting else {
            return
        }
        if !output.isEmpty {
            let count = unsafe output.withUnsafeBytes { bytes in
                unsafe ssh_channel_write(channel, bytes.baseAddress, UInt32(bytes.count))
            }
            guard count >= 0 else { return hasEnded = true }
            output = Int(count) == output.count ? [] : Array(output.dropFirst(Int(count)))
        }
        guard output.isEmpty else { return }
        if let exitStatus, !hasSentExitStatus {
            hasSentExitStatus = true
            unsafe ssh_channel_request_send_exit_status(channel, exitStatus)
            unsafe ssh_channel_send_eof(channel)
            unsafe ssh_channel_close(channel)
        }
        if !isDrained, !isWriting {
            isDrained = true
            protocolState.pendingEvents.append(.drained)
        }
    }

    private var isWriting: Bool {
        unsafe ssh_get_poll_flags(session) & SSH_WRITE_PENDING != 0
    }

    /// Delivers the number of received bytes and all pending events, until the connection ends.
    private func deliverPendingEvents() {
        let bytes = unsafe counters.pointee.in_bytes
        unsafe counters.pointee.in_bytes = 0
        if bytes > 0 {
            // The greeting may have arrived between the check and libssh's reading.
            hasGreeted = true
            deliver?(.heard(bytes: Int(clamping: bytes)))
        }
        while !protocolState.pendingEvents.isEmpty {
            let events = protocolState.pendingEvents
            protocolState.pendingEvents = []
            for event in events where !hasEnded { deliver?(event) }
        }
    }

    private func updatePolling() {
        var events: ReadinessWatch.Event = isReadingPaused ? [] : .readable
        if !isReadingPaused, isWriting { events.insert(.writable) }
        readiness?.startPolling(for: events)
    }
}
