import SimperiumWire

/// Long computations, which run on other threads while the hub continues.
extension Hub {
    /// Returns the computation that a question is about; nil if the hub no longer needs the result.
    /// In that case, the caller answers with `.computed` and `nothingYet`.
    package func computation(for question: QuestionID) -> OffThreadComputation? {
        if let (connection, channel) = framesBeingParsed[question] {
            return connections[connection]?.frameParsedOffThread(as: question, on: channel).map {
                OffThreadComputation(task: .read($0))
            }
        }
        guard let bucket = context.askingBuckets[question], let slot = buckets.slot(bucket) else {
            return nil
        }
        return buckets.slots[slot].mailbox.computation
    }

    mutating func handleComputed(_ computed: ComputationResult, to question: QuestionID) {
        let outcome = computed.outcome ?? computation(for: question)?.perform().outcome
        if let (connection, channel) = framesBeingParsed.removeValue(forKey: question) {
            guard case .message(let message) = outcome else { return }
            return handleParsed(message, as: question, on: channel, of: connection)
        }
        guard let outcome else { return context.askingBuckets[question] = nil }
        deliver(.computed(outcome), to: question)
    }

    /// Handles a frame that may be too long to be parsed in this tick. A command waits on its
    /// channel until another thread has parsed it. Any other long frame is ignored, and a long
    /// `init` is denied.
    mutating func receive(long frame: [UInt8], from id: ConnectionID) {
        guard let index = connections.index(forKey: id) else { return }
        guard frame.count <= Limits.clientFrame else {
            return logAndChargeFrame(frame, of: id, .unreadable(id, .tooLong(frame.count)))
        }
        let head = ClientFrameBeginning(of: frame)
        guard let channel = head.channel, !head.isInit else {
            guard frame.count > Limits.promptWork else { return receive(short: frame, from: id) }
            guard let channel = head.channel else {
                return logAndChargeFrame(frame, of: id, .ignored(id))
            }
            return beginChannel(.failure(.tooLong), bytes: frame.count, on: channel, of: id)
        }
        let isOverwhelmed = isBucketOverwhelmed(on: channel, at: index)
        let admission = connections.values[index].admit(
            long: frame, on: channel, at: context.now, context.limits, isOverwhelmed: isOverwhelmed)
        if case .never = admission { return logAndChargeFrame(frame, of: id, .ignored(id)) }
        apply(admission, to: channel, of: id)
    }

    mutating func parseOffThread(_ frame: [UInt8], on channel: ChannelNumber, of id: ConnectionID) {
        let question = context.nextQuestionID()
        connections[id]?.beginOffThreadParsing(frame, as: question, on: channel)
        framesBeingParsed[question] = (id, channel)
        context.effects.append(.compute(question, by: .connection(id)))
    }

    private mutating func handleParsed(
        _ message: Result<ClientMessage, WireError>, as question: QuestionID,
        on channel: ChannelNumber, of id: ConnectionID
    ) {
        // The channel may have been opened again.
        guard let frame = connections[id]?.endOffThreadParsing(as: question, on: channel) else {
            return
        }
        switch message {
        case .success(.command(let command, _)):
            let admission = connections[id]?.admitParsed(
                command, bytes: frame.count, on: channel, at: context.now, context.limits)
            if let admission { apply(admission, to: channel, of: id) }
        case .success: logAndChargeFrame(frame, of: id, .ignored(id))
        case .failure(let error): logAndChargeFrame(frame, of: id, .unreadable(id, error))
        }
        carryOutWaitingCommands(on: channel, of: id)
    }
}

extension InitRefusal {
    fileprivate static let tooLong = InitRefusal(
        failure: AuthorizationFailure(.other(500), "Too long"), protocolVersion: .current)
    static let malformed = InitRefusal(
        failure: AuthorizationFailure(.other(500), "init must be a JSON object"),
        protocolVersion: .current)
}
