internal import Lobby
package import Records
internal import SimperiumSync
package import SimperiumWire
package import Visit

/// Programs whose users are signed in.
extension LobbyWorld {
    /// Signs a program in, on a device with the program's name.
    package mutating func signIn(_ visitor: Int, as user: String) {
        let account = SavedAccount(
            server: "ws://there", user: user, name: "\(user)", token: LobbyServer.token(of: user))
        visitors[visitor].visit?.device = "device \(visitor)"
        let copy = LocalAccountData(account, by: named("file-\(visitor)"), unsent: [])
        feed(.signedIn(copy), to: visitor)
    }

    /// Continues the match that the user plays on another device. Returns false if there is none.
    @discardableResult
    package mutating func goOnHere(_ visitor: Int) -> Bool {
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
    /// Creates a copy that has only the objects of these edits, all unsent.
    package init(
        _ account: SavedAccount, by clientID: ClientID, keeping: UnsentEditStorage = .memory,
        unsent edits: [RecordEdit]
    ) {
        var buckets: [RecordBucket: [ObjectKey: StoredReplicaObject]] = [:]
        for (index, edit) in edits.enumerated() {
            guard case .put(let bucket, let key, let object) = edit else { continue }
            buckets[bucket, default: [:]][named(key)] = StoredReplicaObject(
                draft: .object(object), turn: index + 1)
        }
        self.init(
            account, by: clientID, keeping: keeping,
            RecordBucket.allCases.map {
                StoredRecordBucket($0, StoredReplicaBucket(objects: buckets[$0] ?? [:]))
            })
    }
}
