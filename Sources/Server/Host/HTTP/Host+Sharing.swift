import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Requests about the sharing of objects with other users of an app.
extension Host {
    mutating func listSharers(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        askHub(.sharers(try call.key()), of: bucket, by: caller, for: call.id) {
            host, outcome throws(CallRefusal) in
            guard case .sharers(let found) = outcome else { throw .unavailable }
            host.answerWithSharers(PartialSharersReply(found: found, app: bucket.app), for: call.id)
        }
    }

    mutating func share(_ call: RoutedCall) throws(CallRefusal) {
        try changeSharing(call, .share(mayWrite: call.request.allowsWriting()))
    }

    mutating func unshare(_ call: RoutedCall) throws(CallRefusal) {
        try changeSharing(call, .unshare)
    }

    /// Finds the other user by the name in the path, and shares the object with this user or stops
    /// sharing it. Charges a look-up to the caller. Throws if the caller must wait.
    private mutating func changeSharing(
        _ call: RoutedCall, _ purpose: ShareRequest.Purpose
    ) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let (id, key) = (call.id, try call.key())
        try callerLimiters.lookUps.chargeOrRefuse(caller.identity.user.text, at: now)
        let folded = nameRules(of: bucket.app).folded(call.pathSegment("name"))
        findUser(.user(folded: folded, of: bucket.app), for: id) { host, user throws(CallRefusal) in
            guard let user, !user.isGone else { throw .noSuchUser }
            // A copy that is made after the buckets were dropped would outlive the account.
            if case .share = purpose, user.standing == .leaving { throw .noSuchUser }
            let changeID = ChangeID.trappingIfInvalid(host.secrets.newHexSecret())
            let wish = ShareRequest(purpose, of: key, with: user.id, id: changeID)
            let copy = BucketID(app: bucket.app, user: user.id, name: bucket.name)
            host.request(.share(wish), of: bucket, by: caller, for: id) { host, outcome in
                // Even if the call has ended, the hub has shared the object.
                if case .share = purpose, outcome == .shared {
                    host.dropBucketIfUserIsDeleted(copy)
                }
                host.continueCall(id, after: outcome) { host throws(CallRefusal) in
                    host.answer(id, .success)
                }
            }
        }
    }

    /// Finds the missing names of an object's collaborators one by one, and then answers the call.
    private mutating func answerWithSharers(_ list: PartialSharersReply, for id: CallID) {
        guard let next = list.next else { return answer(id, .json(list.reply)) }
        findUser(.owner(next, app: list.app), for: id) { host, user in
            var list = list
            list.names.append(user.flatMap { $0.isGone ? nil : $0.name.text })
            host.answerWithSharers(list, for: id)
        }
    }
}

/// The collaborators of an object, or the owner of a mirror, with the names found so far.
struct PartialSharersReply {
    let found: SharersOrOwner
    let app: AppID
    var names: [String?] = []

    private var users: [UserID] {
        switch found {
        case .sharers(let sharers): sharers.map(\.user)
        case .mirror(let owner, _): [owner]
        }
    }

    /// The user whose name must be found next; nil once all names are known.
    var next: UserID? { names.count < users.count ? users[names.count] : nil }

    var reply: JSONObject {
        let people = zip(users, names).map { user, name in
            var person: JSONObject = ["userid": JSON(user.text)]
            person["username"] = name.map { JSON($0) }
            return person
        }
        switch found {
        case .sharers(let sharers):
            let list = zip(people, sharers).map { person, sharer in
                var shown = person
                shown["write"] = .bool(sharer.mayWrite)
                return JSON.object(shown)
            }
            return ["shares": .array(list)]
        case .mirror(_, let mayWrite):
            return ["owner": .object(people.first ?? [:]), "write": .bool(mayWrite)]
        }
    }
}

extension HTTPRequest {
    /// Returns true if the body allows the other user to write, by the member `write` or, from old
    /// iOS clients, `write_access`. An empty body does not. Throws if the body is not a JSON
    /// object.
    func allowsWriting() throws(CallRefusal) -> Bool {
        guard !body.isEmpty else { return false }
        guard body.count <= Limits.accountForm, let wish = HTTPObjectWrite.object(in: body) else {
            throw .badBody("a JSON object with write: true or false")
        }
        return wish["write"] == .bool(true) || wish["write_access"] == .bool(true)
    }
}
