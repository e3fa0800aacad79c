import Cluster
import RedisStore
import SimperiumNetwork
import SimperiumWire

/// A Redis that is copied, or that becomes the copy of another store. No server uses the data
/// while it is reserved.
final class RedisCopyEndpoint: StoreCopyEndpoint {
    /// The number of queries between two extensions of an original's reservation.
    private static let queriesPerReservation = 16

    private let name: String
    private let shards: ShardMap
    private var attemptsBeforeFailure: Int
    private var store: RedisStore?
    private var whenReady: ((CopyResult<Void>) -> Void)?
    /// The sequence number of the reservation; nil before Redis has made it.
    private var term: ClusterSequenceNumber?
    private var queries = 0
    /// The copied objects that are shared with other users. `complete` stores the log positions of
    /// these users' copies.
    private var shared: [(bucket: BucketID, key: ObjectKey)] = []

    init(
        _ place: RedisDeployment, name: String, in shards: ShardMap, on connectionSet: ConnectionSet
    ) throws(ServerFailure) {
        self.name = name
        self.shards = shards
        attemptsBeforeFailure = place.addresses.count
        store = try place.newStore(
            on: connectionSet,
            ready: { [unowned self] in exchange(&whenReady, with: nil)?(.success(())) },
            // All steps that waited for a result have failed by now.
            broken: { [unowned self] in store?.close() },
            unreachable: { [unowned self] sentence in
                attemptsBeforeFailure -= 1
                guard attemptsBeforeFailure <= 0 else { return }
                exchange(&whenReady, with: nil)?(.failed(sentence))
            })
    }

    func open(then: @escaping (CopyResult<UInt32>) -> Void) {
        connectAndReserve(asCopy: false, above: 0, then)
    }

    func begin(above epoch: UInt32, then: @escaping (CopyResult<Void>) -> Void) {
        connectAndReserve(asCopy: true, above: epoch) { result in then(result.map { _ in () }) }
    }

    /// Reserves the data, and passes the number of the reservation to `then`.
    private func connectAndReserve(
        asCopy isCopy: Bool, above epoch: UInt32, _ then: @escaping (CopyResult<UInt32>) -> Void
    ) {
        let least = ClusterSequenceNumber(rawValue: epoch).next
        whenReady = { [unowned self] result in
            if case .failure(let failure) = result { return then(.failure(failure)) }
            store?.ask(.begin(isCopy: isCopy, atLeast: least)) { [unowned self] reply in
                switch reply {
                case .reserved(let term), .former(let term):
                    self.term = term
                    then(.success(term.rawValue))
                default: then(.failed(reason(of: reply)))
                }
            }
        }
        store?.connect()
    }

    func read(_ query: StoreCopyQuery, then: @escaping (CopyResult<StoreCopyQueryAnswer>) -> Void) {
        queries += 1
        if queries.isMultiple(of: Self.queriesPerReservation), let term {
            store?.ask(.extend(term)) { _ in }
        }
        perform(.read(query), on: query.log) { result in
            switch result {
            case .success(let answer?): then(.success(answer))
            case .success(nil): then(.failed(SharedRedisWords.damaged))
            case .failure(let failure): then(.failure(failure))
            }
        }
    }

    func store(_ part: StoreCopyPart, then: @escaping (CopyResult<Void>) -> Void) {
        if case .object(let object, let id) = part, case .shared? = object.entity.sharing {
            shared.append((id, object.entity.key))
        }
        perform(.keep(part), on: part.log) { result in then(result.map { _ in () }) }
    }

    /// Performs a step on the data of a log; on the data of the first shard if `log` is nil.
    private func perform(
        _ step: CopyStep, on log: UserLogID?,
        then: @escaping (CopyResult<StoreCopyQueryAnswer?>) -> Void
    ) {
        let shard = log.map { shards.shard(of: $0) } ?? .home
        store?.perform(step, in: shard) { [unowned self] result in
            switch result {
            case .success(let answer): then(.success(answer))
            case .failure(let error): then(.failed(reason(of: error)))
            }
        }
    }

    func complete(then: @escaping (CopyResult<Void>) -> Void) {
        guard let object = shared.popLast() else { return releaseAndClose(then) }
        let step = CopyStep.join(object.key, in: object.bucket)
        perform(step, on: object.bucket.log) { [unowned self] result in
            switch result {
            case .success: complete(then: then)
            case .failure(let failure): then(.failure(failure))
            }
        }
    }

    /// Ends the reservation, and then closes the connection.
    private func releaseAndClose(_ then: @escaping (CopyResult<Void>) -> Void) {
        guard let term else { return }
        store?.ask(.end(term)) { [unowned self] reply in
            store?.close()
            guard case .reserved = reply else { return then(.failed(reason(of: reply))) }
            then(.success(()))
        }
    }

    /// Releases the original, if it was reserved. If that fails, the original can be used again
    /// once its reservation expires.
    func close(then: @escaping () -> Void) {
        guard term != nil else {
            abandon()
            return then()
        }
        releaseAndClose { _ in then() }
    }

    func abandon() {
        store?.close()
    }

    private func reason(of error: StorageError) -> String {
        switch error {
        case .fenced: StoreCopyWords.inUse(name)
        case .lost: StoreCopyWords.lost
        case .redis(let reason) where reason.hasPrefix("PENDING"): StoreCopyWords.underWay
        case .damaged, .damagedRow: SharedRedisWords.damaged
        default: "\(error)"
        }
    }

    private func reason(of reply: CopyReservationCall.Reply) -> String {
        switch reply {
        case .empty: StoreCopyWords.nothing(at: name)
        case .taken: StoreCopyWords.notEmptyAndUnchanged(name)
        case .foreign: StoreCopyWords.foreign(name)
        case .inUse: StoreCopyWords.inUse(name)
        case .unfinished: StoreCopyWords.unfinished(name)
        case .pending: StoreCopyWords.debts
        case .unfit(let setting): SharedRedisWords.unfitSetting(setting)
        case .exhausted: ClusterRefusal.exhausted.sentence
        case .lost: StoreCopyWords.lost
        case .refused(let reason): StoreCopyWords.redisAnswered(reason)
        case .damaged, .reserved, .former: SharedRedisWords.damaged
        }
    }
}

extension StoreCopyQuery {
    /// The log whose shard has the data; nil for data in the first shard.
    fileprivate var log: UserLogID? {
        switch self {
        case .users, .owners, .bans, .account: nil
        case .data(.buckets(let user, let app)): UserLogID(app: app, user: user)
        case .data(let query): query.queriedBucket?.log
        case .keys(_, let id), .objects(_, let id): id.log
        }
    }
}

extension StoreCopyPart {
    /// The log whose shard stores the part; nil for a part that the first shard stores.
    fileprivate var log: UserLogID? {
        switch self {
        case .user, .token, .link, .ban: nil
        case .bucket(_, let id), .object(_, let id), .version(_, _, _, let id),
            .changes(_, let id):
            id.log
        }
    }
}
