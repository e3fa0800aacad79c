internal import SimperiumJSON
internal import SimperiumWire

/// Sign-ins, and the requests to go online or offline.
extension Replica {
    mutating func signIn(
        _ token: Token, _ clientID: ClientID?, as id: SignInID, named name: UserName?,
        _ others: OtherUsersObjectPolicy
    ) {
        let isOther = token != signIns[id]?.token
        signIns.updateOrAdd(id) { signIn in
            signIn.token = token
            signIn.name = name
            signIn.others = others
            signIn.rejection = nil
            signIn.clientID = clientID ?? signIn.clientID
        }
        for index in buckets.indices where signIns.isOwner(id, of: index) {
            claimObjectsIfUserNamed(index)
        }
        if isOther, id == .main {
            // The open connection uses the earlier token, so it is closed before the next dial.
            forwardToConnection(.stop(.goodbye))
        } else if isOther, connection != nil {
            reopenChannels(of: id)
        }
        startConnectionIfWanted()
    }

    /// Makes the signed-in user the owner of a bucket's unowned objects, if a server sent the
    /// user's name.
    mutating func claimObjectsIfUserNamed(_ index: Int) {
        let signIn = signIns.owner(of: index)
        guard signIn.token != nil, let name = signIn.name else { return }
        forwardToBucket(.claimed(by: name), to: index)
    }

    mutating func goOnline() {
        wantsConnection = true
        startConnectionIfWanted()
        forwardToConnection(.retryNow)
    }

    mutating func goOffline(_ manner: ClientHangUpManner) {
        wantsConnection = false
        forwardToConnection(.stop(manner))
    }

    /// Goes offline and reports that another program has taken the session over. Does nothing if
    /// that was reported before.
    mutating func stopAfterTakeover() {
        guard !heldSession.isTakenOver else { return }
        heldSession.markTakenOver()
        effects.append(.seat(.takenOver))
        goOffline(.abandoning)
    }

    private mutating func startConnectionIfWanted() {
        if wantsConnection, signIns.hasUser, !heldSession.isTakenOver {
            forwardToConnection(.start)
        }
    }

    /// Drops the token that the hub or this client refused, and disconnects the sign-in's buckets.
    /// Hangs up if no other user is signed in. All objects are kept for the same user's next token.
    mutating func dropRejectedToken(_ failure: AuthorizationFailure, as id: SignInID) {
        signIns.updateOrAdd(id) { signIn in
            signIn.token = nil
            signIn.rejection = failure
        }
        disconnectBuckets(of: id)
        if !signIns.hasUser { forwardToConnection(.stop(.goodbye)) }
    }

    mutating func signOut(_ id: SignInID, removingObjects: Bool) {
        let own = buckets.indices.filter { signIns.isOwner(id, of: $0) }
        let unsent = own.map { buckets[$0].objects.unsynced.count }.reduce(0, +)
        signIns.updateOrAdd(id) { signIn in
            signIn.token = nil
            signIn.rejection = nil
        }
        // The hub removes presence objects only after a goodbye, so the connection ends.
        if id == .main || !signIns.hasUser { forwardToConnection(.stop(.goodbye)) }
        for index in own {
            channels.unassignChannel(index)
            forwardToBucket(.signOut(removingObjects: removingObjects), to: index)
        }
        effects.append(.signedOut(unsent: unsent, of: id))
        startConnectionIfWanted()
    }
}

/// Changes of channels on an open connection that the other sign-ins continue to use.
extension Replica {
    mutating func reopenBucketsAsClient(_ clientID: ClientID, takesSeat: Bool, hall: RequestedHall?)
    {
        guard connection != nil || hall != nil, signIns[.main]?.token != nil else { return }
        signIns.updateOrAdd(.main) { $0.clientID = clientID }
        heldSession = ReplicaSession(
            takesSeat ? nil : settings.ownSecret, takesOverAsOwner: takesSeat,
            in: hall ?? heldSession.hall)
        heldSession.prepareForConnection()
        let own = buckets.indices.filter { signIns.isOwner(.main, of: $0) }
        // The client leaves all channels before it opens the first one, possibly in another hall.
        for index in own { sendLeaveIfSupported(of: index) }
        for index in own {
            replaceBucket(index, as: buckets[index].lifetime)
            channels.unassignChannel(index)
            if !takesSeat, connection != nil {
                connectBucketIfSignedIn(index, on: channels.assignNewNumber(index))
            }
        }
    }

    /// Sends a question on an open channel of the main sign-in. Without such a channel, drops the
    /// question.
    mutating func sendInquiry(_ question: JSONObject) {
        let index = buckets.indices.first { index in
            signIns.isOwner(.main, of: index) && !buckets[index].isUnauthorized
        }
        guard let number = index.flatMap(channels.number) else { return }
        send(ClientMessage.command(.inquire(question), on: number).frame)
    }

    /// Closes a bucket's channel, so that the hub sends nothing more on it. Does nothing if the hub
    /// does not support this.
    private mutating func sendLeaveIfSupported(of index: Int) {
        guard hubConnection.acceptsPromises, let number = channels.number(of: index) else { return }
        send(ClientMessage.command(.leave, on: number).frame)
    }

    private mutating func reopenChannels(of id: SignInID) {
        for index in buckets.indices where signIns.isOwner(id, of: index) {
            sendLeaveIfSupported(of: index)
        }
        disconnectBuckets(of: id)
        for index in buckets.indices where signIns.isOwner(id, of: index) {
            connectBucketIfSignedIn(index, on: channels.assignNewNumber(index))
        }
    }

    private mutating func disconnectBuckets(of id: SignInID) {
        for index in buckets.indices where signIns.isOwner(id, of: index) {
            channels.unassignChannel(index)
            forwardToBucket(.disconnected, to: index)
        }
    }
}
