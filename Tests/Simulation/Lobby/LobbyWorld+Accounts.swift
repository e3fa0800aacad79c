package import Drawing
internal import Lobby
package import Records
internal import SimperiumSync
package import SimperiumWire
package import Visit

/// Programs whose users are signed in.
extension LobbyWorld {
    /// Signs a program in, on a device with the program's name.
    package mutating func signIn(_ visitor: Int, as user: String) {
        visitors[visitor].visit?.device = "device \(visitor)"
        let copy = LocalAccountData(of: "\(user)", user: user, by: named("file-\(visitor)"))
        feed(.signedIn(copy), to: visitor)
    }

    /// Continues the match that the user plays on another device. Returns false if there is none.
    @discardableResult
    package mutating func continueMatchHere(_ visitor: Int) -> Bool {
        guard let place = visitors[visitor].visit?.otherDeviceMatch else { return false }
        change(visitor) { $0.startTakeover(of: place, at: $1) }
        return true
    }

    /// Ends the programs whose session another one has taken over, as real programs do.
    package mutating func endTakenOver() {
        for visitor in visitors.indices
        where visitors[visitor].visit?.status == .offline(retryAt: nil, because: .takenOver) {
            kill(visitor)
        }
    }
}

extension LocalAccountData {
    /// The data of an account on a machine, after these edits.
    package init(
        of name: ForeignText, user: String, token: Token? = nil,
        by clientID: ClientID = named("file-1"), keeping: UnsentEditStorage = .memory,
        _ edits: [RecordEdit] = []
    ) {
        var buckets: [RecordBucket: [ObjectKey: StoredReplicaObject]] = [:]
        for (turn, edit) in edits.enumerated() {
            guard case .put(let bucket, let key, let object) = edit else { continue }
            buckets[bucket, default: [:]][named(key)] = StoredReplicaObject(
                draft: .object(object), turn: turn + 1)
        }
        self.init(
            SavedAccount(
                server: "ws://play.example", user: user, name: name,
                token: token ?? LobbyServer.token(of: user)),
            by: clientID, keeping: keeping,
            RecordBucket.allCases.map {
                .init($0, StoredReplicaBucket(objects: buckets[$0] ?? [:]))
            })
    }
}
