import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// What a caller wants to know of with whom an object is shared, or to change about that.
struct ShareCall: Hashable {
    enum Purpose: Hashable {
        case list
        /// With the user of that name.
        case share(name: String)
        case unshare(name: String)
    }

    let key: ObjectKey
    let purpose: Purpose

    /// `KEY/share` and `KEY/share/NAME`.
    init(_ names: [String], _ request: HTTPRequest) throws(Refusal) {
        guard let first = names.first, let key = ObjectKey(first) else {
            throw .badName("an object")
        }
        self.key = key
        let name = names.count > 2 ? names[2] : ""
        switch request.method {
        case .get where name.isEmpty, .head where name.isEmpty: purpose = .list
        case .put, .post:
            guard !name.isEmpty else { throw .badName("a user") }
            purpose = .share(name: name)
        case .delete where !name.isEmpty: purpose = .unshare(name: name)
        default: throw .wrongMethod(name.isEmpty ? "GET, HEAD" : "PUT, POST, DELETE")
        }
    }

    /// Of whom it is.
    var name: String? {
        switch purpose {
        case .list: nil
        case .share(let name), .unshare(let name): name
        }
    }
}

/// The users with whom an object is shared, with the names that are known so far.
struct SharerList {
    let found: SharersFound
    let app: AppID
    var names: [String?] = []

    init(_ found: SharersFound, in app: AppID) {
        self.found = found
        self.app = app
    }

    private var users: [UserID] {
        switch found {
        case .sharers(let sharers): sharers.map(\.user)
        case .mirror(let owner, _): [owner]
        }
    }

    /// Whose name is to be found next.
    var next: UserID? { names.count < users.count ? users[names.count] : nil }

    /// What the caller is told.
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
            return JSONObject([.init(name: "shares", value: .array(list))])
        case .mirror(_, let mayWrite):
            return ["owner": .object(people.first ?? [:]), "write": .bool(mayWrite)]
        }
    }
}

extension HTTPRequest {
    /// Whether somebody is to write, too: our word, or that of old programs for iOS.
    func givesWriting() throws(Refusal) -> Bool {
        guard !body.isEmpty else { return false }
        guard body.count <= Limits.accountForm, let wish = ItemWrite.object(in: body) else {
            throw .badBody("a JSON object with write: true or false")
        }
        return wish["write"] == .bool(true) || wish["write_access"] == .bool(true)
    }
}
