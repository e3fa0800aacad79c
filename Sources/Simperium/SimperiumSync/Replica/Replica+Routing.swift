internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// Routing between the connection, the buckets and the shell.
extension Replica {
    /// The open connection; nil if there is none.
    var connection: LinkID? {
        if case .online(let id) = hubConnection.phase { id } else { nil }
    }

    /// Passes an event to the `HubConnection`. If the connection has changed, disconnects all
    /// buckets, and opens their channels on the new connection, if there is one. A bucket whose
    /// session still awaits the account's sign-in is not opened yet.
    mutating func forwardToConnection(_ event: HubConnection.Event) {
        let before = connection
        for effect in hubConnection.handle(event, at: now) { effects.append(.link(effect)) }
        guard connection != before else { return }
        logLevel = .off
        for index in buckets.indices { forwardToBucket(.disconnected, to: index) }
        channels.assignInitialChannels(buckets.count)
        guard connection != nil else { return }
        heldSession.prepareForConnection()
        for index in buckets.indices
        where !heldSession.awaitsAccountSignIn || !signIns.isOwner(.main, of: index) {
            connectBucketIfSignedIn(index, on: ChannelNumber(of: index))
        }
    }

    /// Opens the main sign-in's buckets, once the hub has accepted the sign-in to the account. The
    /// hub gives an account's session only to that account's signed-in user.
    mutating func connectMainBucketsIfAccountAccepted() {
        guard heldSession.awaitsAccountSignIn, connection != nil else { return }
        let isKnown = buckets.indices.allSatisfy { index in
            signIns.isOwner(.main, of: index) || signIns.owner(of: index).token == nil
                || !buckets[index].isUnauthorized
        }
        guard isKnown else { return }
        heldSession.awaitsAccountSignIn = false
        for index in buckets.indices where signIns.isOwner(.main, of: index) {
            connectBucketIfSignedIn(index, on: channels.assignNewNumber(index))
        }
    }

    /// Opens a bucket's channel, if its user is signed in.
    mutating func connectBucketIfSignedIn(_ index: Int, on channel: ChannelNumber) {
        let owner = signIns.owner(of: index)
        guard let token = owner.token else { return }
        var request = InitRequest(
            app: settings.app, bucket: buckets[index].name, clientID: owner.clientID,
            token: token)
        request.library.name = settings.library
        request.library.version = settings.libraryVersion
        if owner.id == .main {
            request.extensions = settings.extensions
            heldSession.fillSessionFields(in: &request)
            if request.resume != nil || request.ownSecret != nil {
                request.connectionNumber = connectionNumber
            }
        }
        forwardToBucket(.connected(request, on: channel, others: owner.others), to: index)
    }

    /// The number of the present connection among the connections of this run; nil without a
    /// connection. If several connections present the session's secret, the last one gets the
    /// session.
    private var connectionNumber: SessionConnectionNumber? {
        connection.map { id in
            SessionConnectionNumber(String(settings.run.rawValue, radix: 16), count: id.rawValue)
        }
    }

    /// Returns the id of the sign-in that owns the channel of a client's frame. Returns nil if no
    /// bucket has that channel, or if the frame does not begin with a number and a colon.
    package func signInID(of frame: [UInt8]) -> SignInID? {
        guard let channel = ChannelNumber(ofFrame: frame.span) else { return nil }
        return channels.bucket(on: channel).map { signIns.owner(of: $0).id }
    }

    mutating func receiveLinkEvent(_ event: LinkEvent) {
        let isTakenOver =
            if case .closed(let id, .takenOver) = event { id == connection } else { false }
        forwardToConnection(.link(event))
        if isTakenOver { stopAfterTakeover() }
        // A past connection's frame is ignored.
        guard case .received(let frame, let id) = event, id == connection else { return }
        do throws(WireError) {
            receiveMessage(try HubMessage(frame: frame.span))
        } catch {
            effects.append(.ignored(error))
            if error.losesChanges { forwardToConnection(.giveUp(.garbled)) }
        }
    }

    private mutating func receiveMessage(_ message: HubMessage) {
        switch message {
        case .heartbeat(let beat):
            forwardToConnection(.receivedHeartbeat(beat))
            roundTrip = hubConnection.roundTrip ?? roundTrip
        case .log(let level): logLevel = level
        case .command(let command, let channel):
            // A hub may send on channels that were never opened, or are closed.
            if let index = channels.bucket(on: channel) {
                forwardToBucket(.received(command), to: index)
            }
        // A message of a later version of the protocol is ignored.
        case .unknown: break
        }
    }

    mutating func forwardToBucket(_ event: ReplicaBucket.Event, to index: Int) {
        for effect in buckets[index].handle(event, at: now) {
            let isMain = signIns.isOwner(.main, of: index)
            switch effect {
            case .store(let edits): effects.append(.store(edits, in: buckets[index].name))
            case .send(let frame): send(frame)
            case .notify(let event): notifyAndLog(event, in: buckets[index].name)
            case .answered(let duration): roundTrip = duration
            case .giveUp(let reason): forwardToConnection(.giveUp(reason))
            case .unauthorized(let failure):
                dropRejectedToken(failure, as: signIns.owner(of: index).id)
            case .refusedStranger(let owner):
                dropRejectedToken(.otherUsersObjects(of: owner), as: signIns.owner(of: index).id)
            case .acceptsPromises(let channel): forwardToConnection(.acceptsPromises(on: channel))
            case .takenOver where isMain: stopAfterTakeover()
            case .redirected(let hall) where isMain:
                heldSession.recordRedirect(to: hall)
                forwardToConnection(.redirect(hall: hall?.name))
            case .sessionEnded(let end) where isMain: heldSession.recordSessionEnd(end)
            case .resumeSecret(let secret, let number) where isMain:
                let result = heldSession.storeSecret(secret, number: number)
                if let result { effects.append(.seat(result)) }
            case .options(let members) where isMain: passOptionsIfRequested(members)
            // Only the main sign-in has a session at the hub.
            case .takenOver, .redirected, .sessionEnded, .resumeSecret, .options: break
            }
        }
    }

    /// Passes the hub's options to the program, and records the hall. Does nothing unless the
    /// settings request halls.
    private mutating func passOptionsIfRequested(_ members: JSONObject) {
        guard settings.extensions.contains(.halls) else { return }
        if let hall = members["hall"]?.string { heldSession.recordHall(hall) }
        effects.append(.noticed(members))
    }

    private mutating func notifyAndLog(_ event: BucketEvent, in bucket: BucketName) {
        effects.append(.tell(event, in: bucket))
        guard logLevel != .off, let text = event.logLine(logLevel) else { return }
        send(ClientMessage.log(LogLine(text, bucket: bucket)).frame)
    }

    mutating func send(_ frame: [UInt8]) {
        guard let connection else { return }
        effects.append(.link(.send(frame, on: connection)))
        _ = hubConnection.handle(.sentFrame, at: now)
    }
}

extension ChannelNumber {
    /// Creates the number that a bucket has on a new connection.
    init(of bucket: Int) {
        guard let number = UInt16(exactly: bucket) else {
            preconditionFailure("a replica has at most 65,536 buckets")
        }
        self.init(rawValue: number)
    }
}

extension WireError {
    /// True if changes may be missing after this error. The client can request them only on a new
    /// connection.
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

private enum SignInWords {
    static func objectsBelong(to user: String) -> String { "the objects here belong to \(user)" }
}

extension AuthorizationFailure {
    /// Returns the client's own refusal of a sign-in; the hub is not involved.
    fileprivate static func otherUsersObjects(of owner: UserName) -> AuthorizationFailure {
        AuthorizationFailure(.other(409), SignInWords.objectsBelong(to: owner.text))
    }
}
