internal import SimperiumClock
internal import SimperiumWebWire

extension IncomingWebClient {
    func readMessages(_ chunk: inout MutableSpan<UInt8>, at position: inout Int) {
        var count = 0
        // Short messages are charged by their number.
        defer { connection.chargeInputOrWork(kibibytes: count / Limits.messagesPerKibibyte) }
        while let event = machine.next(in: &chunk, at: &position) {
            chargeInflatedBytes()
            count += 1
            if case .deflated(let message) = event {
                stage = .inflating
                deferInput(chunk.span, at: &position)
                return inflateOnOtherThread(message)
            }
            handle(event, chunk.span)
            // The owner may have closed the peer on receiving the message.
            guard case .webSocket = stage, connection.isOpen else { return }
            reportCongestionOnce()
            if isCongested { return deferInput(chunk.span, at: &position) }
            if count == limits.messages {
                deferInput(chunk.span, at: &position)
                return scheduleResumption(at: now)
            }
        }
    }

    /// Charges a compressed message by its decompressed size, too.
    private func chargeInflatedBytes() {
        connection.chargeInputOrWork(kibibytes: machine.resetInflatedByteCount() >> 10)
    }

    private func handle(_ event: ReceivedWebSocketEvent, _ chunk: Span<UInt8>) {
        switch event {
        case .text(let payload): payload.withBytes(of: chunk) { deliverUnlessRejected($0) }
        case .long(let head):
            if !callbacks.acceptsLongMessage(self, head.span) { machine.discardMessageExceptHead() }
        case .deflated: break
        case .discarded(let head, let count): callbacks.discarded(self, head, count)
        case .binary: close(CloseReason(.unsupportedPayload, "text only"))
        case .pinged(let answer): connection.send(answer.encoded(), .aheadOfHeldBlocks)
        case .closed(let reason, let answer):
            if let answer { connection.send(answer.encoded()) }
            finishSendingAndDiscardInput()
            reportEnd(.goodbye(reason))
        case .failed(let fault, let goodbye):
            if let goodbye { connection.send(goodbye.encoded()) }
            finishSendingAndDiscardInput()
            connection.discardInputAfterViolation()
            reportEnd(.fault(fault))
        }
    }

    /// Inflates a message on another thread. The next message waits for the result.
    private func inflateOnOtherThread(_ message: DeflatedMessage) {
        connection.computationQueue.perform(for: connection.peer.addressPrefix) {
            message.inflated()
        } then: { [self] in
            resumeAfterInflating($0)
        }
    }

    private func resumeAfterInflating(_ inflated: DeflatedMessage.InflationResult) {
        guard case .inflating = stage, connection.isOpen else { return }
        stage = .webSocket
        let event = machine.receiveInflated(inflated)
        chargeInflatedBytes()
        let nothing: [UInt8] = []
        if let event { handle(event, nothing.span) }
        updateKeptBytes()
        // After a close by the owner, the peer's answer must still be read.
        guard case .webSocket = stage, connection.isOpen else { return }
        reportCongestionOnce()
        scheduleResumption(at: now)
    }

    /// Passes a message to the owner. If the owner rejects a long message, reports it as discarded.
    private func deliverUnlessRejected(_ message: Span<UInt8>) {
        silence.lastReport = now
        guard message.count <= limits.webSocket.long || callbacks.acceptsLongMessage(self, message)
        else {
            let length = min(message.count, WebSocketMachine.headLength)
            let head = MessageBytesLocation.inChunk(0..<length).copiedBytes(of: message)
            return callbacks.discarded(self, head, message.count)
        }
        callbacks.message(self, message)
    }
}
