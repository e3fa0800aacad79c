import SimperiumJSON
import SimperiumWire
import SyncHub

/// Sharing of objects, for tests.
extension TestHub {
    /// Returns a server with shared objects.
    static func sharing(_ change: (inout HubLimits) -> Void = { _ in }) -> TestHub {
        var server = TestHub(change)
        server.setOptions(["sharing": true])
        return server
    }

    /// Creates an object with the text `x`, as its owner does.
    mutating func insertNote(_ key: String = "n", in bucket: BucketID = .todo, id: String? = nil) {
        let change = Change(
            .modify(Diff(from: [:], to: ["t": "x"])), key: named(key),
            id: named(id ?? "new-\(key)"))
        _ = request(.change(change), of: bucket, as: bucket.identity)
    }

    @discardableResult
    mutating func share(
        _ key: String, with user: String, mayWrite: Bool = true, in bucket: BucketID = .todo
    ) -> CallerRequestOutcome? {
        let wish = ShareRequest(
            .share(mayWrite: mayWrite), of: named(key), with: named(user), id: id())
        return request(.share(wish), of: bucket, as: bucket.identity)
    }

    @discardableResult
    mutating func unshare(
        _ key: String, with user: String, in bucket: BucketID = .todo
    ) -> CallerRequestOutcome? {
        let wish = ShareRequest(.unshare, of: named(key), with: named(user), id: id())
        return request(.share(wish), of: bucket, as: bucket.identity)
    }

    private func id() -> ChangeID { named("share-\(now)-\(logs.count)-\(notes.count)".plain) }

    /// Returns an object of a bucket; nil if it isn't there.
    func object(_ key: String, in bucket: BucketID = .todo) -> TestReplica.Ghost? {
        guard case .entity(let entity, _) = store.answer(.entity(named(key), in: bucket)),
            let bytes = entity.object, let object = (try? JSON(parsing: bytes))?.object
        else { return nil }
        return TestReplica.Ghost(version: entity.version.number, object: object)
    }
}

extension String {
    /// The characters that an id may have.
    fileprivate var plain: String {
        String(unicodeScalars.filter { ("0"..."9").contains($0) || ("a"..."z").contains($0) })
    }
}

extension BucketID {
    /// The identity of the bucket's user.
    var identity: Identity {
        switch user.text {
        case "kim": .kim
        case "lee": .lee
        default: .ann
        }
    }

    static let ofPeople: [BucketID] = [.todo, .todoOfLee, .todoOfAnn]
}
