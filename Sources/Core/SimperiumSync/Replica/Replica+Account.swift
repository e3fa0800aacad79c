internal import SimperiumWire

/// Who is signed in, and whether a connection is wanted.
extension Replica {
    mutating func signIn(_ token: Token) {
        let isOther = token != self.token
        self.token = token
        rejection = nil
        // A connection that was made with another token goes, and only then another comes.
        if isOther { forward(.stop(.goodbye)) }
        start()
    }

    mutating func goOnline() {
        wantsConnection = true
        start()
        forward(.nudge)
    }

    mutating func goOffline(_ parting: Parting) {
        wantsConnection = false
        forward(.stop(parting))
    }

    /// Another program has what this one had, and is not to be disturbed.
    mutating func retire() {
        guard !seating.isTakenOver else { return }
        seating.lose()
        effects.append(.seat(.takenOver))
        goOffline(.abandoning)
    }

    private mutating func start() {
        if wantsConnection, token != nil, !seating.isTakenOver { forward(.start) }
    }

    /// Everything is kept, for the same user with another token.
    mutating func reject(_ failure: AuthorizationFailure) {
        token = nil
        rejection = failure
        forward(.stop(.goodbye))
    }

    mutating func signOut(removingObjects: Bool) {
        let unsent = buckets.map(\.objects.unsynced.count).reduce(0, +)
        token = nil
        rejection = nil
        forward(.stop(.goodbye))
        for index in buckets.indices {
            forward(.signOut(removingObjects: removingObjects), to: index)
        }
        effects.append(.signedOut(unsent: unsent))
    }
}
