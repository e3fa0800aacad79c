package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// An app's part of a server: guests, validators, HTTP routes and default options.
///
/// A host without a plug-in treats all apps alike. Only the users of a plug-in's app can list their
/// sessions, link devices and look up other users; see `Route`. A plug-in has no state. The app's
/// state in a host is the host's `AppCoordinator`.
package protocol AppPlugin: Sendable {
    var app: AppID { get }
    /// The token that the ssh server presents when it connects for its guests; nil without an ssh
    /// server.
    var doorToken: Token? { get set }
    var validators: any ChangeValidatorProvider { get }
    var nameRules: any UserNameRules { get }
    /// The HTTP requests that other apps do not have.
    var routes: [Route] { get }
    /// The options that the app's buckets have until an administrator sets others.
    var defaultOptions: [DefaultBucketOptions] { get }
    /// The options of the command line that all servers of a cluster must share, with their values.
    var sharedOptions: [(name: String, value: String)] { get }

    /// Returns the identity of a guest, who needs no account; nil if the token is not a guest's.
    func guest(with token: Token) -> Identity?

    /// Returns true if the owner of a bucket may open the bucket. The owner is a user, or all
    /// guests together.
    func mayOwnerOpen(_ bucket: BucketID) -> Bool

    /// Returns the bucket that receives a user's pending inserts. The host deletes these inserts
    /// with the account.
    func pendingInsertsBucket(of user: UserID) -> BucketID

    /// Returns true if an object of this bucket must be removed as soon as it is no longer shared
    /// with any user.
    func mustRemoveUnsharedObjects(in bucket: BucketID) -> Bool

    /// Returns the number of the shard that stores a log of the app. `count` is the number of
    /// shards.
    func shard(of log: UserLogID, among count: Int) -> Int

    /// Returns the number of the shard with the hall that a WebSocket's address names; 0 if `name`
    /// is not the name of a hall.
    func shard(ofHallInAddress name: String, among count: Int) -> Int

    /// Returns the reports as numbered lines for the servers' shared store. A line with an empty
    /// text removes the stored line with the same number.
    func sharedStoreLines(of reports: CrossShardReports) -> [(number: Int, text: [UInt8])]

    /// Returns the reports in the lines of all servers; nil if no line contains a report. `age` is
    /// the time since the line was stored.
    func reports(inSharedStoreLines lines: [(text: [UInt8], age: Duration)]) -> CrossShardReports?

    /// Returns a coordinator without connections, for a host with the data of one shard.
    func newCoordinator(in shards: HallSharding) -> any AppCoordinator
}

/// The state of a plug-in's app in one host.
///
/// Order of calls: `recordOpened` and `recordClosed` for each connection, `admit` between these two
/// calls for each channel of a guest, and `performDueWork` at `nextDeadline`.
package protocol AppCoordinator: Sendable {
    var nextDeadline: Instant? { get }

    /// Records a new connection. `shards` are the shards of the server that accepted the
    /// connection; empty without a cluster.
    mutating func recordOpened(_ connection: ConnectionID, viaServerOf shards: ShardSet)

    mutating func recordClosed(_ connection: ConnectionID, at now: Instant)

    /// Admits a guest to a channel. Returns the guest's identity on the channel, or the reason why
    /// the guest may not enter.
    mutating func admit(
        _ request: AuthorizationRequest, as guest: Identity, in hub: Hub, at now: Instant
    ) -> Result<Identity, AuthorizationFailure>

    /// Reopens the halls that these buckets belong to. The buckets contain presence objects of
    /// absent owners.
    mutating func reopenHalls(withAbsentOwnersIn buckets: [BucketID], at now: Instant)

    /// Returns the answer to a question of a client or an HTTP caller; nil if there is no answer.
    func answer(_ question: JSONObject, by inquirer: AppInquirer, in hub: Hub) -> JSONObject?

    /// Performs the due work, and returns the notices for clients.
    mutating func performDueWork(in hub: Hub, at now: Instant) -> [NoticeToConnections]

    /// Returns the reports that are due for the servers of other shards, and records them as sent.
    /// Returns nil if no report is due.
    mutating func takeDueReports(in hub: Hub, at now: Instant) -> CrossShardReports?

    /// Applies reports that servers of other shards have sent.
    mutating func applyReceived(_ reports: CrossShardReports, at now: Instant)

    /// Returns the gauges for `/metrics`, always the same gauges in the same order.
    func gauges(in hub: Hub) -> [PluginGauge]
}

/// The options that a bucket has until an administrator sets others.
package struct DefaultBucketOptions: Sendable {
    package let bucket: BucketName
    package let options: JSONObject
    /// The defaults of earlier server versions, the oldest first. A bucket gets `options` if its
    /// options are one of these defaults, and only the server has written them.
    package let earlier: [JSONObject]
    /// The first part of the id of the change that replaces earlier defaults. Each version of the
    /// defaults has a different edition.
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

    /// Returns true if the stored options are the defaults of an earlier server version, and their
    /// version is not higher than the server's own writes can make it. The server writes each of
    /// its defaults at most once, so an administrator has written a higher version.
    package func areOutdated(_ stored: JSONObject, at version: EntityVersion) -> Bool {
        earlier.firstIndex(of: stored).map { version.number <= $0 + 1 } ?? false
    }
}

/// The sender of a question to a plug-in: a client on its channel, or a caller over HTTP.
package enum AppInquirer: Hashable, Sendable {
    case client(ConnectionID, on: ChannelNumber)
    case caller(CallID)
}

/// A notice for several connections. Each connection receives the notice on its channel with the
/// number `channel`.
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

/// The reports that the plug-ins of different servers exchange. Only the plug-in knows the type of
/// the reports.
package struct CrossShardReports: Hashable, Sendable {
    package let value: any Hashable & Sendable

    package init(_ value: any Hashable & Sendable) {
        self.value = value
    }

    package static func == (left: CrossShardReports, right: CrossShardReports) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    package func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}

/// A gauge of a plug-in in `/metrics`: one value, or a value for each number of a label, such as a
/// hall.
package struct PluginGauge: Hashable, Sendable {
    let name: String
    let help: String
    /// The name of the label whose values are the keys of `values`; nil for a gauge with a single
    /// value, under the key 0.
    let label: String?
    private(set) var values: [Int: Int]

    package init(_ name: String, _ help: String, _ value: Int) {
        self.init(name, help, by: nil, [0: value])
    }

    package init(_ name: String, _ help: String, by label: String?, _ values: [Int: Int]) {
        (self.name, self.help, self.label, self.values) = (name, help, label, values)
    }

    /// Adds the values of another host of the same server.
    mutating func add(_ other: PluginGauge) {
        values.merge(other.values, uniquingKeysWith: +)
    }

    func add(to page: inout MetricsPage) {
        guard let label else { return page.add(.gauge, name, help, values[0] ?? 0) }
        page.add(.gauge, name, help, by: label, values)
    }
}
