internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumWebWire

/// A client's connection to a server: HTTP requests, and messages once the client has opened a
/// WebSocket.
///
/// Answers are sent in the order of the requests, even if the owner gives them in a different
/// order.
package final class IncomingWebClient {
    package enum End: Hashable, Sendable {
        /// The peer has sent a close frame with this reason.
        case goodbye(CloseReason)
        case fault(WebSocketFault)
        case connection(TCPConnection.End)
    }

    /// The id that the owner passes with the answer to a request.
    package struct RequestTicket: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct PendingRequest {
        let number: Int
        /// The request without its body; nil if it is malformed.
        let request: HTTPRequest?
        /// The length of the body in bytes. The body is passed to the owner and not kept here.
        var bytes = 0
        var response: HTTPResponse?
    }

    enum InputStage {
        /// The case is indirect, because a WebSocket needs no memory for a reader.
        indirect case requests(RequestReader)
        case webSocket
        /// A message is being inflated on another thread. No input is read meanwhile.
        case inflating
        /// No input is read any more; queued output may still leave.
        case leaving
        /// The connection has another owner.
        case released
    }

    package let connection: TCPConnection
    let callbacks: PeerCallbacks
    let loop: Loop
    var stage: InputStage
    /// The machine of the WebSocket. It is not part of `stage`, because reading `stage` would copy
    /// the machine for each message.
    var machine: WebSocketMachine
    /// True if a WebSocket is open, and neither side has closed it. A property of its own, because
    /// reading `machine` would copy it for each frame.
    package private(set) var isWebSocket = false
    /// True if both ends agreed on compressed messages.
    package private(set) var takesDeflated = false
    /// True if too much output waits for the peer, and the owner was notified.
    private(set) var isCongested = false
    private var hasEnded = false
    private var pending: [PendingRequest] = [] {
        didSet { connection.isAwaited = !pending.isEmpty }
    }
    /// True while the client must complete a request by a deadline. The first request has a
    /// deadline from the start.
    private var isInRequest = true
    private var nextNumber = 0
    /// The received bytes that wait to be processed.
    private var unread: [UInt8] = []
    private var resumption: Timer?
    var silence: PeerSilence

    /// A number that the owner assigns to the peer, such as its index in a table.
    package var tag = 0

    /// Creates the peer of a connection. The connection holds the peer until the connection ends.
    @discardableResult
    package init(
        _ connection: TCPConnection, on connectionSet: ConnectionSet, _ callbacks: PeerCallbacks
    ) {
        self.connection = connection
        self.callbacks = callbacks
        loop = connectionSet.loop
        silence = PeerSilence(start: connectionSet.loop.now)
        stage = .requests(RequestReader(limits: callbacks.limits.http))
        machine = WebSocketMachine(role: .server, callbacks.limits.webSocket)
        connection.onBytes = { self.read(&$0) }
        connection.onEnd = { self.reportEnd(.connection($0)) }
        connection.onDeadline = { self.pingOrEndLate() }
        connection.deadline = silence.start + callbacks.limits.handshake
    }

    var now: Instant { loop.now }
    var limits: Limits { callbacks.limits }

    private var isReleased: Bool {
        if case .released = stage { true } else { false }
    }
}

extension IncomingWebClient {
    /// Answers a request. Does nothing if the request was answered before, or no longer waits for
    /// an answer.
    package func answer(_ ticket: RequestTicket, _ response: HTTPResponse) {
        guard let index = pending.firstIndex(where: { $0.number == ticket.number }),
            pending[index].response == nil
        else { return }
        pending[index].response = response
        sendReadyAnswersInOrder()
    }

    /// Opens the WebSocket that a request asks for, and returns true. Refuses the request and
    /// returns false if it is invalid or not admitted, or if an earlier request has no answer yet.
    /// `isAdmitted` is not called for an invalid request, because the connection may carry requests
    /// of other clients.
    ///
    /// Call this while the request is being delivered.
    package func openWebSocket(
        _ ticket: RequestTicket, ifAdmitted isAdmitted: () -> Bool = { true }
    ) -> Bool {
        guard pending.count == 1, pending[0].number == ticket.number,
            let request = pending[0].request
        else {
            answer(ticket, HTTPResponse(.badRequest))
            return false
        }
        do throws(HandshakeRequestRefusal) {
            let offer = AcceptedDeflateOffer(firstSupportedIn: request.fields)
            let response = try HTTPResponse(openingWebSocketFor: request, offer)
            guard isAdmitted() else {
                answer(ticket, HTTPResponse(.unavailable))
                return false
            }
            connection.send(response.encoded(answering: request))
            pending = []
            takesDeflated = offer != nil
            machine = WebSocketMachine(
                role: .server, limits.webSocket, takesDeflated: takesDeflated)
            stage = .webSocket
            isWebSocket = true
            connection.deadline = now + limits.silence
            return true
        } catch {
            answer(ticket, error.response)
            return false
        }
    }

    /// Sends an encoded frame, which other peers may share. Without an open WebSocket, nothing is
    /// sent.
    package func send(frame: [UInt8], _ order: SendOrder = .inOrder) {
        guard isWebSocket, connection.send(frame, order) > limits.unreadOutput else { return }
        reportCongestionOnce()
    }

    /// Sends a message that is for this peer only, and charges the message's size to the peer's
    /// address. Compresses the message if the client accepts compression, and if the message has a
    /// size that is worth it.
    package func sendChargedMessage(_ message: [UInt8], _ order: SendOrder = .inOrder) {
        connection.chargeInputOrWork(kibibytes: message.count >> 10)
        let isDeflated = OutgoingWebSocketFrame.isWorthDeflating(message) && takesDeflated
        send(
            frame: isDeflated
                ? OutgoingWebSocketFrame.encodedText(deflating: message)
                : OutgoingWebSocketFrame.text(message).encoded(),
            order)
    }

    /// Sends a close frame, and gives the peer a short time to answer it. Does nothing if the
    /// WebSocket is closing already. Without a WebSocket, ends the connection after its queued
    /// output.
    package func close(_ reason: CloseReason, _ order: SendOrder = .inOrder) {
        switch stage {
        case .webSocket, .inflating: break
        case .requests, .leaving: return finishSendingAndDiscardInput()
        case .released: return
        }
        guard let frame = machine.close(reason) else { return }
        isWebSocket = false
        if reason.code.blamesPeer { connection.discardInputAfterViolation() }
        connection.send(frame.encoded(), order)
        connection.deadline = now + limits.close
    }

    /// Returns the connection for another owner; nil if an earlier request has no answer yet. Call
    /// this while a request is being delivered. The new owner must set `onBytes` before that
    /// delivery ends, because `onBytes` is then called with the bytes that arrived after the
    /// request.
    package func releaseConnection() -> TCPConnection? {
        guard pending.count == 1 else { return nil }
        stage = .released
        pending = []
        resumption = nil
        connection.removeOwner()
        return connection
    }

    /// Drops the blocks that are held back, because they depend on lost writes. Closes a WebSocket
    /// with the reason, and drops any other connection at once.
    package func dropHeldBlocksAndClose(_ reason: CloseReason) {
        connection.dropHeldBlocks()
        switch stage {
        // If the WebSocket is closing already, `close` does nothing, because the client has yet to
        // read the first reason.
        case .webSocket, .inflating: close(reason)
        case .requests, .leaving: connection.drop()
        case .released: break
        }
    }
}

extension IncomingWebClient {
    private func read(_ chunk: inout MutableSpan<UInt8>) {
        silence.reset(at: now)
        defer {
            updateKeptBytes()
            reportInputIfDue()
        }
        // TLS may deliver further pieces after reading was stopped.
        guard unread.isEmpty else { return appendUnread(chunk.span, from: 0) }
        var position = 0
        while position < chunk.count, connection.isOpen {
            guard !isReleased else { return passToNewOwner(chunk.span, from: position) }
            guard connection.isInputAllowed else {
                deferInput(chunk.span, at: &position)
                return scheduleResumption(at: connection.reserveRetryTime())
            }
            guard !isBehind else { return deferInput(chunk.span, at: &position) }
            switch stage {
            case .requests(var reader):
                // The stage must not hold the reader too, or each chunk would copy the gathered
                // bytes.
                stage = .leaving
                readRequest(&reader, chunk.span, at: &position)
            case .webSocket:
                connection.chargeInputOrWork(kibibytes: (chunk.count - position + 1_023) >> 10)
                readMessages(&chunk, at: &position)
            case .inflating: return deferInput(chunk.span, at: &position)
            case .leaving, .released: return
            }
        }
    }

    private func passToNewOwner(_ chunk: Span<UInt8>, from position: Int) {
        appendUnread(chunk, from: position)
        connection.deliverAlreadyReceived(exchange(&unread, with: []))
    }

    private func reportInputIfDue() {
        guard isWebSocket, connection.isOpen, now - silence.lastReport >= limits.pause else {
            return
        }
        silence.lastReport = now
        callbacks.inputReceived(self)
    }

    private func readRequest(
        _ reader: inout RequestReader, _ chunk: Span<UInt8>, at position: inout Int
    ) {
        do throws(HTTPFault) {
            let event = try reader.next(in: chunk, at: &position)
            stage = .requests(reader)
            switch event {
            case .request(let request): recordAndDeliver(request)
            case .continueExpected:
                // A client that gets no interim response sends the body after a while, too.
                guard pending.isEmpty else { break }
                connection.send(HTTPResponse(.continue).encoded(answering: nil))
            case nil: break
            }
            setRequestDeadline(reader)
        } catch {
            position = chunk.count
            stage = .leaving
            connection.discardInputAfterViolation()
            pending.append(
                PendingRequest(
                    number: nextNumber, request: nil, response: HTTPResponse(refusing: error)))
            sendReadyAnswersInOrder()
        }
        guard !isReleased, pending.count >= limits.pipeline || isOutputLimitExceeded else { return }
        deferInput(chunk, at: &position)
    }

    private var isOutputLimitExceeded: Bool { connection.queuedBytes > limits.unreadOutput }

    /// Stops reading, and keeps the rest of the chunk for later. `position` moves to the chunk's
    /// end.
    func deferInput(_ chunk: Span<UInt8>, at position: inout Int) {
        connection.setReading(false)
        appendUnread(chunk, from: position)
        position = chunk.count
    }

    private func appendUnread(_ chunk: Span<UInt8>, from position: Int) {
        for index in position..<chunk.count { unread.append(chunk[index]) }
    }

    private func recordAndDeliver(_ request: HTTPRequest) {
        let ticket = RequestTicket(number: nextNumber)
        nextNumber += 1
        var head = request
        head.body = []
        pending.append(
            PendingRequest(number: ticket.number, request: head, bytes: request.body.count))
        callbacks.request(self, request, ticket)
    }

    private func setRequestDeadline(_ reader: RequestReader) {
        guard case .requests = stage else { return }
        if reader.isIdle {
            isInRequest = false
            connection.deadline = pending.isEmpty ? now + limits.idle : nil
        } else if !isInRequest {
            isInRequest = true
            connection.deadline = now + limits.request
        }
    }

    private func sendReadyAnswersInOrder() {
        while var response = pending.first?.response {
            response.fields.add("Date", HTTPDate.now.text)
            let request = pending.removeFirst().request
            let isLast = response.closesConnection || request?.keepsAlive != true
            connection.send(response.encoded(answering: request))
            if isLast { return finishSendingAndDiscardInput() }
        }
        guard case .requests = stage, pending.isEmpty else { return }
        if !isInRequest { connection.deadline = now + limits.idle }
        if isOutputLimitExceeded { resumeWhenFlushed() } else { processUnread() }
    }

    /// Resumes reading in a later tick, once all queued output has been sent.
    private func resumeWhenFlushed() {
        connection.onProgress = { [unowned self] in
            guard case .flushed = $0 else { return }
            connection.onProgress = nil
            scheduleResumption(at: now)
        }
    }

    func scheduleResumption(at instant: Instant) {
        resumption = Timer(on: loop) { [unowned self] in resumeIfPossible() }
        resumption?.arm(at: instant)
    }

    private func resumeIfPossible() {
        guard pending.isEmpty, connection.isOpen else { return }
        switch stage {
        case .inflating, .leaving, .released: return
        case .requests, .webSocket: break
        }
        if isOutputLimitExceeded { return resumeWhenFlushed() }
        guard connection.isInputAllowed else {
            return scheduleResumption(at: connection.reserveRetryTime())
        }
        if isCongested {
            isCongested = false
            callbacks.drained(self)
        }
        if !isCongested, !isBehind, connection.isOpen { processUnread() }
    }

    /// True if too much input waits to be processed, or if this is a WebSocket and all peers are
    /// held up. While peers are held up, requests are still read, because each is answered, if only
    /// with a refusal.
    private var isBehind: Bool {
        connection.backlog > limits.unprocessedInput || connection.isHeldUp && isWebSocket
    }

    /// Resumes reading in a later turn, if reading was stopped. Call this when peers are no longer
    /// held up.
    package func resumeReading() {
        guard connection.isOpen, !connection.isReading else { return }
        scheduleResumption(at: now)
    }

    /// Records the number of bytes of the peer's messages that wait to be processed. Resumes
    /// reading if the number is small enough again.
    package func setBacklog(_ backlog: Int) {
        let wasBehind = isBehind
        connection.backlog = backlog
        guard wasBehind, !isBehind, connection.isOpen else { return }
        scheduleResumption(at: now)
    }

    /// If too much output waits, stops reading and asks the owner to send no more. Does so only
    /// once until the output has been sent.
    func reportCongestionOnce() {
        guard !isCongested, isOutputLimitExceeded, connection.isOpen else { return }
        isCongested = true
        connection.setReading(false)
        resumeWhenFlushed()
        callbacks.congested(self)
    }

    /// Reports to the connection how many bytes are held in memory for this peer.
    func updateKeptBytes() {
        guard !isReleased else { return }
        let unfinished =
            switch stage {
            case .requests(let reader): reader.bufferedBytes
            case .webSocket, .inflating: machine.bufferedBytes
            case .leaving, .released: 0
            }
        connection.setKeptBytes(unread.count + unfinished + pending.reduce(0) { $0 + $1.bytes })
    }

    private func processUnread() {
        connection.setReading(true)
        guard !unread.isEmpty else { return }
        var bytes = exchange(&unread, with: [])
        var chunk = bytes.mutableSpan
        read(&chunk)
    }

    /// Sends the queued output, and discards further input. If the connection were closed at once,
    /// the kernel would drop the output.
    func finishSendingAndDiscardInput() {
        stage = .leaving
        isWebSocket = false
        pending = []
        unread = []
        connection.setReading(true)
        connection.finishSending()
        connection.deadline = now + limits.close
    }

    private func pingOrEndLate() {
        guard isWebSocket else { return endLateUnlessPeerReads() }
        let start = lastSignOfLife
        guard now - start >= limits.silence else {
            connection.deadline = start + limits.silence
            return
        }
        guard !silence.hasBeenAsked else { return connection.end(.late) }
        silence.hasBeenAsked = true
        connection.send(OutgoingWebSocketFrame.ping([]).encoded(), .aheadOfHeldBlocks)
        connection.deadline = now + limits.answer
    }

    private var lastSignOfLife: Instant {
        // A peer whose input waits here can't prove that it is alive.
        if !unread.isEmpty, !isCongested { return now }
        // Accepted output is a sign of life only if the peer is congested, or after a ping.
        // Otherwise, it must not delay the ping, because the owner may count only input, and a
        // client that only receives sends nothing but pongs.
        guard silence.hasBeenAsked || isCongested else { return silence.start }
        return max(silence.start, connection.lastAcceptedAt)
    }

    /// Ends a late connection without a WebSocket. While the peer accepts output, its deadline is
    /// extended, except during a request. The kernel accepts many bytes at once, so a peer that
    /// reads a byte at a time is late.
    private func endLateUnlessPeerReads() {
        let pause: Duration? =
            switch stage {
            case .leaving: limits.close
            case .requests: isInRequest ? nil : limits.idle
            case .webSocket, .inflating, .released: nil
            }
        guard let pause, connection.queuedBytes > 0 else { return connection.end(.late) }
        let end = connection.lastAcceptedAt + pause
        guard end > now else { return connection.end(.late) }
        connection.deadline = end
    }

    func reportEnd(_ end: End) {
        guard !hasEnded else { return }
        hasEnded = true
        callbacks.ended(self, end)
    }
}

/// A peer's silence: its start, and the ping that may have followed.
struct PeerSilence {
    var start: Instant
    var hasBeenAsked = false
    /// The time of the last message, or of the last `inputReceived` call.
    var lastReport: Instant

    init(start: Instant) {
        self.start = start
        lastReport = start
    }

    mutating func reset(at now: Instant) {
        start = now
        hasBeenAsked = false
    }
}

/// A time in the format of the HTTP field `Date`: `Fri, 27 Nov 2026 08:12:31 GMT`.
struct HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    let text: String

    init(secondsSince1970 seconds: Int) {
        let (days, second) = max(seconds, 0).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
        text =
            "\(Self.weekdays[days % 7]), \(date.day.padded(to: 2)) \(Self.months[date.month - 1]) "
            + "\(date.year.padded(to: 4)) \(clock.joined(separator: ":")) GMT"
    }

    static var now: HTTPDate {
        HTTPDate(secondsSince1970: Int(ThisProcess.calendarMilliseconds / 1_000))
    }
}
