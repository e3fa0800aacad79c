internal import SimperiumClock
internal import SimperiumWire

/// What passes between the session, the buckets and the world.
extension Replica {
    /// The connection that stands.
    var connection: ConnectionID? {
        if case .online(let id) = session.phase { id } else { nil }
    }

    /// Lets the session have an event, and the buckets know if there is another connection.
    mutating func run(_ event: Session.Event) {
        let before = connection
        for effect in session.handle(event, at: now) {
            switch effect {
            case .dial(let id): effects.append(.dial(id))
            case .beat(let beat): send(HubBound.heartbeat(beat).frame)
            case .hangUp(let id, let parting): effects.append(.hangUp(id, parting))
            }
        }
        guard connection != before else { return }
        logLevel = .off
        for index in buckets.indices { forward(.disconnected, to: index) }
        guard connection != nil else { return }
        for index in buckets.indices { connect(index) }
    }

    mutating func connect(_ index: Int) {
        guard let token else { return }
        var request = InitRequest(
            app: settings.app, bucket: buckets[index].name, clientID: settings.clientID,
            token: token)
        request.library = settings.library
        request.libraryVersion = settings.libraryVersion
        request.extensions = settings.extensions
        forward(.connected(request), to: index)
    }

    mutating func receive(_ frame: [UInt8], on id: ConnectionID) {
        // What a past connection still had to say.
        guard id == connection else { return }
        do throws(WireError) {
            receive(try HubMessage(frame: frame.span))
        } catch {
            effects.append(.ignored(error))
            run(error.losesChanges ? .giveUp(.garbled) : .heard(beat: nil))
        }
    }

    private mutating func receive(_ message: HubMessage) {
        switch message {
        case .heartbeat(let beat):
            run(.heard(beat: beat))
            roundTrip = session.roundTrip ?? roundTrip
        case .log(let level):
            run(.heard(beat: nil))
            logLevel = level
        case .command(let command, let channel):
            run(.heard(beat: nil))
            // A hub may speak on channels that were never opened. They are none of ours.
            let index = Int(channel.rawValue)
            if index < buckets.count { forward(.received(command), to: index) }
        case .unknown: run(.heard(beat: nil))
        }
    }

    mutating func forward(_ event: Bucket.Event, to index: Int) {
        for effect in buckets[index].handle(event, at: now) {
            switch effect {
            case .store(let edits): effects.append(.store(edits, in: buckets[index].name))
            case .send(let frame): send(frame)
            case .tell(let event): tell(event, in: buckets[index].name)
            case .answered(let duration): roundTrip = duration
            case .giveUp(let reason): run(.giveUp(reason))
            case .unauthorized(let failure): reject(failure)
            }
        }
    }

    private mutating func tell(_ event: BucketEvent, in bucket: BucketName) {
        effects.append(.tell(event, in: bucket))
        guard logLevel != .off, let text = event.logLine(logLevel) else { return }
        send(HubBound.log(LogLine(text, bucket: bucket)).frame)
    }

    private mutating func send(_ frame: [UInt8]) {
        guard let connection else { return }
        effects.append(.send(frame, on: connection))
        _ = session.handle(.spoke, at: now)
    }
}

private typealias HubBound = ClientMessage

extension WireError {
    /// Whether something may be missing now that can't be asked for again on this connection.
    fileprivate var losesChanges: Bool {
        switch self {
        case .tooLong, .badDiff, .tooManyChanges: true
        case .noColon, .badChannel: false
        case .badPayload(let command, _), .badJSON(let command, _), .badMember(_, let command):
            switch command {
            case .auth, .change, .changeVersion, .index, .initialize: true
            case .entity, .heartbeat, .log, .options, .state: false
            }
        }
    }
}
