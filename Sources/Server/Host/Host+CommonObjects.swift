import SimperiumJSON
import SimperiumWire
import SyncHub

/// Objects that the server itself makes for people. Whoever asks for the same again, as after a
/// crash, makes it whole.
extension Host {
    mutating func establish(_ common: CommonObject, for call: CallID? = nil) {
        guard common.key.text.utf8.count <= Limits.changeID - 8 else {
            return refuse(call, .change(.invalid))
        }
        let change = Change(
            .modify(Diff(from: [:], to: common.object)), key: common.key,
            id: named(ChangeID("made-\(common.key.plain)")))
        request(
            .change(change), of: common.bucket, by: .server(for: common.bucket.user),
            for: .establishing(Establishing(common: common, call: call)))
    }

    /// Ends that somebody has a common object, which stays with the others.
    mutating func withdraw(_ key: ObjectKey, in bucket: BucketID, from user: UserID) {
        request(
            .share(wish(.unshare, of: key, with: user)), of: bucket,
            by: .server(for: bucket.user), for: .nothing)
    }

    /// Goes on with the next of its people, or says that all have it.
    mutating func apply(_ outcome: Outcome, of establishing: Establishing) {
        switch outcome {
        case .accepted, .refused(.alreadyApplied), .shared, .notShared(.already):
            var next = establishing
            next.shared = establishing.shared.map { $0 + 1 } ?? 0
            share(next)
        case .refused(let error): refuse(establishing.call, .change(error))
        case .notShared(let refusal):
            undo(establishing.common)
            refuse(establishing.call, .share(refusal))
        case .unavailable, .index, .entity, .changes, .sharers:
            refuse(establishing.call, .unavailable)
        }
    }

    private mutating func share(_ establishing: Establishing) {
        let (common, count) = (establishing.common, establishing.shared ?? 0)
        guard count < common.people.count else {
            if let call = establishing.call { answer(call, .success) }
            return
        }
        let wish = wish(.share(mayWrite: true), of: common.key, with: common.people[count])
        request(
            .share(wish), of: common.bucket, by: .server(for: common.bucket.user),
            for: .establishing(establishing))
    }

    private mutating func wish(
        _ purpose: ShareWish.Purpose, of key: ObjectKey, with user: UserID
    ) -> ShareWish {
        ShareWish(purpose, of: key, with: user, id: named(ChangeID(secrets.hexText())))
    }

    /// Nobody has part of what not all can have.
    private mutating func undo(_ common: CommonObject) {
        let removal = Change(.remove, key: common.key, id: named(ChangeID(secrets.hexText())))
        request(
            .change(removal), of: common.bucket, by: .server(for: common.bucket.user),
            for: .nothing)
    }

    private mutating func refuse(_ call: CallID?, _ refusal: Refusal) {
        if let call { refuse(call, refusal) }
    }
}

extension ObjectKey {
    /// As a change's id may be.
    fileprivate var plain: String {
        String(text.map { $0 == "%" || $0 == "@" ? "_" : $0 })
    }
}

extension Caller {
    fileprivate static func server(for user: UserID) -> Caller {
        Caller(identity: .administrator(for: user), clientID: named(ClientID("server")))
    }
}
