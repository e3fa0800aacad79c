package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// The part of a server that belongs to one app: its guests, validators and HTTP requests.
///
/// A host without a plug-in treats all apps alike. The users of a plug-in's app also have sessions,
/// linked devices and unique names; see `Route`. The plug-in has no state: each host has a
/// coordinator of its own.
package protocol AppPlugin: Sendable {
    var app: AppID { get }
    /// The token of the ssh server, which connects for all its guests; nil if there is none.
    var doorToken: Token? { get set }
    /// The validators of changes.
    var validators: any ChangeValidatorProvider { get }
    var nameRules: any UserNameRules { get }
    /// The HTTP requests that other apps do not have.
    var routes: [Route] { get }
    /// The default options of the app's buckets, until an administrator sets others.
    var defaultOptions: [DefaultOptions] { get }
    /// The options of the command line that all servers of a cluster must share, with their values.
    var sharedOptions: [(name: String, value: String)] { get }

    /// Returns the identity of a guest, who needs no account; nil if the token is not a guest's.
    func guest(with token: Token) -> Identity?

    /// Returns true if the owner of a bucket, a user or the guests, may open it.
    func mayOpen(_ bucket: BucketID) -> Bool

    /// Returns the bucket with the pending inserts of a user, which are deleted with the account.
    func pendingInsertsBucket(of user: UserID) -> BucketID

    /// Returns true if a shared object of this bucket must be removed once it is shared with no
    /// user.
    func removesUnshared(in bucket: BucketID) -> Bool

    /// Returns the shard that has this log of the app.
    func shard(of log: UserLogID, among count: Int) -> Int

    /// Returns the shard that a client names in the address of its WebSocket.
    func shard(named name: String, among count: Int) -> Int

    /// Returns the reports as lines for the servers' shared store, with their numbers. An empty
    /// text removes a line.
    func lines(of reports: AppReports) -> [(number: Int, text: [UInt8])]

    /// Reads the lines of other servers, with the times since they were stored. Returns nil if no
    /// line is a report.
    func reports(in lines: [(text: [UInt8], age: Duration)]) -> AppReports?

    /// Returns a coordinator without connections, for a host with the data of one shard.
    func newCoordinator(in shards: HallShards) -> any AppCoordinator
}

/// The state of a plug-in's app in one host.
///
/// Order of calls: `recordOpened` and `recordClosed` for each connection, `admit` between these for
/// each channel of a guest, and `performDueWork` at `nextDeadline`.
package protocol AppCoordinator: Sendable {
    var nextDeadline: Instant? { get }

    /// Records a new connection, and the shards of the server that it came through.
    mutating func recordOpened(_ connection: ConnectionID, near shards: ShardSet)

    mutating func recordClosed(_ connection: ConnectionID, at now: Instant)

    /// Returns the identity of a guest on a channel, or the reason why the guest may not enter.
    mutating func admit(
        _ request: AuthorizationRequest, as guest: Identity, in hub: Hub, at now: Instant
    ) -> Result<Identity, AuthorizationFailure>

    /// Records that these buckets have presence objects of absent owners.
    mutating func recordAbsentOwners(_ buckets: [BucketID], at now: Instant)

    /// Returns the answer to a question of a client or an HTTP caller; nil if there is no answer.
    func answer(_ question: JSONObject, by inquirer: AppInquirer, in hub: Hub) -> JSONObject?

    /// Performs the due work, and returns the notices for clients.
    mutating func performDueWork(in hub: Hub, at now: Instant) -> [NoticeToConnections]

    /// Returns the due reports for the servers of other shards; nil if there are none.
    mutating func takeReports(in hub: Hub, at now: Instant) -> AppReports?

    /// Applies the reports of servers of other shards.
    mutating func apply(_ reports: AppReports, at now: Instant)

    /// Returns the figures for `/metrics`, always the same ones in the same order.
    func figures(in hub: Hub) -> [AppFigure]
}

/// The default options of a bucket.
package struct DefaultOptions: Sendable {
    package let bucket: BucketName
    package let options: JSONObject
    /// The defaults of earlier server versions, which are replaced.
    package let earlier: [JSONObject]
    /// The name of these defaults in the id of the change that replaces earlier ones. It differs
    /// from the names of the earlier ones.
    package let edition: String

    package init(
        of bucket: BucketName, _ options: JSONObject, replacing earlier: [JSONObject] = [],
        edition: String = "default"
    ) {
        self.bucket = bucket
        self.options = options
        self.earlier = earlier
        self.edition = edition
    }
}

/// The sender of a question to a plug-in: a client on its channel, or a caller over HTTP.
package enum AppInquirer: Hashable, Sendable {
    case client(ConnectionID, on: ChannelNumber)
    case caller(CallID)
}

/// A notice for several connections, on the channel with this number of each connection.
package struct NoticeToConnections: Hashable, Sendable {
    package let connections: [ConnectionID]
    package let channel: ChannelNumber
    package let members: JSONObject

    package init(connections: [ConnectionID], channel: ChannelNumber, members: JSONObject) {
        self.connections = connections
        self.channel = channel
        self.members = members
    }

    package var frame: [UInt8] { HubMessage.command(.options(members), on: channel).frame }
}

/// The reports of a plug-in for the servers of other shards. Only the plug-in knows their type.
package struct AppReports: Hashable, Sendable {
    package let value: any Hashable & Sendable

    package init(_ value: any Hashable & Sendable) {
        self.value = value
    }

    package static func == (left: AppReports, right: AppReports) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    package func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}

/// A gauge of a plug-in in `/metrics`: one value, or a value for each number of a label, such as a
/// hall.
package struct AppFigure: Hashable, Sendable {
    let name: String
    let help: String
    /// The label of the keys; nil if there is only one value, with the key 0.
    let label: String?
    private(set) var values: [Int: Int]

    package init(_ name: String, _ help: String, _ value: Int) {
        self.init(name, help, by: nil, [0: value])
    }

    package init(_ name: String, _ help: String, by label: String?, _ values: [Int: Int]) {
        (self.name, self.help, self.label, self.values) = (name, help, label, values)
    }

    /// Adds the figure of another host of the same server.
    mutating func add(_ other: AppFigure) {
        values.merge(other.values, uniquingKeysWith: +)
    }

    func add(to page: inout MetricsPage) {
        guard let label else { return page.add(.gauge, name, help, values[0] ?? 0) }
        page.add(.gauge, name, help, by: label, values)
    }
}
