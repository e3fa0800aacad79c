internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// Routing between the session, the buckets and the shell.
extension Replica {
    /// The open connection.
    var connection: ConnectionID? {
        if case .online(let id) = session.phase { id } else { nil }
    }

    /// Passes an event to the session. If the connection has changed, resets the buckets' channels.
    mutating func forward(_ event: Session.Event) {
        let before = connection
        for effect in session.handle(event, at: now) { effects.append(.link(effect)) }
        guard connection != before else { return }
        logLevel = .off
        for index in buckets.indices { forward(.disconnected, to: index) }
        channels.begin(buckets.count)
        guard connection != nil else { return }
        seating.connect()
        for index in buckets.indices
        where !seating.isAwaitingHolder || !signIns.isOwner(.main, of: index) {
            connect(index, on: ChannelNumber(of: index))
        }
    }

    /// Asks for the session that belongs to an account, once the hub has accepted the sign-in to
    /// that account.
    mutating func askAsHolder() {
        guard seating.isAwaitingHolder, connection != nil else { return }
        let isKnown = buckets.indices.allSatisfy { index in
            signIns.isOwner(.main, of: index) || signIns.owner(of: index).token == nil
                || !buckets[index].isOutside
        }
        guard isKnown else { return }
        seating.isAwaitingHolder = false
        for index in buckets.indices where signIns.isOwner(.main, of: index) {
            connect(index, on: channels.renew(index))
        }
    }

    /// Opens a bucket's channel, if its user is signed in.
    mutating func connect(_ index: Int, on channel: ChannelNumber) {
        let owner = signIns.owner(of: index)
        guard let token = owner.token else { return }
        var request = InitRequest(
            app: settings.app, bucket: buckets[index].name, clientID: owner.clientID,
            token: token)
        request.library.name = settings.library
        request.library.version = settings.libraryVersion
        if owner.id == .main {
            request.extensions = settings.extensions
            seating.ask(in: &request)
            if request.resume != nil || request.ownSecret != nil { request.line = line }
        }
        forward(.connected(request, on: channel, others: owner.others), to: index)
    }

    /// Identifies the connection among all that this run has dialled.
    private var line: SeatLine? {
        connection.map { id in
            SeatLine(String(settings.run.rawValue, radix: 16), count: Int(id.rawValue))
        }
    }

    /// The sign-in that owns the channel of a frame from this client; nil if the frame is for no
    /// bucket.
    package func signIn(of frame: [UInt8]) -> SignInID? {
        var number: UInt16 = 0
        for byte in frame.prefix(6) {
            if byte == UInt8(ascii: ":") { break }
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number &* 10 &+ UInt16(byte - 0x30)
        }
        let bucket = channels.bucket(on: ChannelNumber(rawValue: number))
        return bucket.map { signIns.owner(of: $0).id }
    }

    mutating func receive(_ event: LinkEvent) {
        let isOwnEnd = event.endsBecauseTakenOver(connection)
        forward(.link(event))
        if isOwnEnd { retire() }
        // A past connection's frame is ignored.
        guard case .received(let frame, let id) = event, id == connection else { return }
        do throws(WireError) {
            receive(try HubMessage(frame: frame.span))
        } catch {
            effects.append(.ignored(error))
            if error.losesChanges { forward(.giveUp(.garbled)) }
        }
    }

    private mutating func receive(_ message: HubMessage) {
        switch message {
        case .heartbeat(let beat):
            forward(.beat(beat))
            roundTrip = session.roundTrip ?? roundTrip
        case .log(let level): logLevel = level
        case .command(let command, let channel):
            // A hub may send on channels that were never opened, or are closed.
            if let index = channels.bucket(on: channel) { forward(.received(command), to: index) }
        // A message of a later version of the protocol is ignored.
        case .unknown: break
        }
    }

    mutating func forward(_ event: Bucket.Event, to index: Int) {
        for effect in buckets[index].handle(event, at: now) {
            switch effect {
            case .store(let edits): effects.append(.store(edits, in: buckets[index].name))
            case .send(let frame): send(frame)
            case .tell(let event): tell(event, in: buckets[index].name)
            case .answered(let duration): roundTrip = duration
            case .giveUp(let reason): forward(.giveUp(reason))
            case .unauthorized(let failure): reject(failure, as: signIns.owner(of: index).id)
            case .refusedStranger(let owner):
                reject(.otherUsersObjects(of: owner), as: signIns.owner(of: index).id)
            case .takesPromises(let channel): forward(.takesPromises(on: channel))
            case .takenOver, .ended, .given, .noticed: receiveOfSeat(effect, in: index)
            }
        }
    }

    /// Handles effects that concern the session at the hub. Only the main sign-in has one.
    private mutating func receiveOfSeat(_ effect: Bucket.Effect, in index: Int) {
        guard signIns.isOwner(.main, of: index) else { return }
        switch effect {
        case .takenOver: retire()
        case .ended(let end): seating.take(end)
        case .given(let secret, let number): take(secret, number)
        // Options are not passed to a program that did not ask for them.
        case .noticed where !settings.extensions.contains(.halls): break
        case .noticed(let members):
            if let hall = members["hall"]?.string { seating.enter(hall) }
            effects.append(.noticed(members))
        case .store, .send, .tell, .answered, .giveUp, .unauthorized, .refusedStranger,
            .takesPromises:
            break
        }
    }

    private mutating func take(_ secret: ResumeSecret, _ number: Int) {
        if let news = seating.take(secret, number: number) { effects.append(.seat(news)) }
    }

    private mutating func tell(_ event: BucketEvent, in bucket: BucketName) {
        effects.append(.tell(event, in: bucket))
        guard logLevel != .off, let text = event.logLine(logLevel) else { return }
        send(ClientMessage.log(LogLine(text, bucket: bucket)).frame)
    }

    mutating func send(_ frame: [UInt8]) {
        guard let connection else { return }
        effects.append(.link(.send(frame, on: connection)))
        _ = session.handle(.spoke, at: now)
    }
}

extension ChannelNumber {
    /// The number of a bucket on a connection that has just begun.
    init(of bucket: Int) {
        guard let number = UInt16(exactly: bucket) else {
            preconditionFailure("no program has so many buckets")
        }
        self.init(rawValue: number)
    }
}

extension WireError {
    /// True if changes may be missing now that can't be requested on this connection.
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

private enum SyncWords {
    static func belong(to user: String) -> String { "the objects here belong to \(user)" }
}

extension AuthorizationFailure {
    /// The client's own refusal of a sign-in; the hub is not involved.
    fileprivate static func otherUsersObjects(of owner: UserName) -> AuthorizationFailure {
        AuthorizationFailure(.other(409), SyncWords.belong(to: owner.text))
    }
}

extension LinkEvent {
    /// True if the open connection ended because another one has taken its session over.
    fileprivate func endsBecauseTakenOver(_ connection: ConnectionID?) -> Bool {
        guard case .closed(let id, .takenOver) = self else { return false }
        return id == connection
    }
}
