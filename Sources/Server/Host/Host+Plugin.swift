import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

extension Host {
    var plugin: (any AppPlugin)? { settings.plugin }

    func plugin(of app: AppID) -> (any AppPlugin)? {
        plugin.flatMap { $0.app == app ? $0 : nil }
    }

    func nameRules(of app: AppID) -> any UserNameRules {
        plugin(of: app)?.nameRules ?? EmailNameRules()
    }

    /// Returns true if the owner of a bucket may open the bucket. In an app without a plug-in,
    /// users may have buckets of any name.
    func mayOwnerOpen(_ bucket: BucketID) -> Bool {
        plugin(of: bucket.app)?.mayOwnerOpen(bucket) ?? true
    }

    func isInOwnShard(_ log: UserLogID) -> Bool {
        let shards = settings.shards
        return (plugin(of: log.app)?.shard(of: log, among: shards.count) ?? 0) == shards.own
    }

    /// Performs the due work of the plug-in. Sends the plug-in's notices to clients, and its
    /// reports to the servers of other shards.
    mutating func sendDuePluginOutput() {
        for notice in coordinator?.performDueWork(in: hub, at: now) ?? [] {
            metrics.countSent(notice.connections.count)
            effects.append(.broadcast(notice.frame, to: notice.connections))
        }
        let reports = coordinator?.takeDueReports(in: hub, at: now)
        if let reports { effects.append(.report(reports)) }
    }

    package mutating func answerPluginQuestion(_ question: JSONObject, by inquirer: AppInquirer) {
        guard let members = coordinator?.answer(question, by: inquirer, in: hub) else { return }
        switch inquirer {
        case .client(let connection, let channel):
            metrics.countSent(1)
            let notice = NoticeToConnections(
                connections: [connection], channel: channel, members: members)
            effects.append(.send(notice.frame, to: connection))
        case .caller(let id): answer(id, .json(members))
        }
    }
}

/// Functions that a plug-in's handlers call.
extension Host {
    /// Returns 32 random hex digits.
    package mutating func newSecret() -> String { secrets.newHexSecret() }

    /// Charges an invitation to a user. Throws if the user has sent too many.
    package mutating func chargeInvitation(by user: UserID) throws(CallRefusal) {
        try callerLimiters.invitations.chargeOrRefuse(user.text, at: now)
    }

    /// Reserves users for a call until the call has been answered. From now on, the call continues
    /// even if the caller cancels it. Throws if another call has reserved one of these users. Does
    /// nothing if the call has ended.
    package mutating func reserve(_ users: Set<UserID>, for id: CallID) throws(CallRefusal) {
        guard calls.reservedUsers.isDisjoint(with: users) else { throw .tooSoon(.zero) }
        guard calls.open[id] != nil else { return }
        calls.reservedUsers.formUnion(users)
        calls.open[id]?.reservedUsers = users
    }

    /// Removes an object that is no longer shared with any user, if the plug-in requires this.
    mutating func removeUnsharedObjectIfRequired(_ key: ObjectKey, in bucket: BucketID) {
        guard plugin(of: bucket.app)?.mustRemoveUnsharedObjects(in: bucket) == true else { return }
        let change = Change(.remove, key: key, id: .trappingIfInvalid("over-\(key.text)"))
        request(.change(change), of: bucket, by: .server(for: bucket.user))
    }
}

extension Caller {
    /// Returns the server as a caller, with the rights of an administrator.
    package static func server(for user: UserID) -> Caller {
        Caller(identity: .administrator(for: user), clientID: .trappingIfInvalid("server"))
    }
}
