import Cluster
import RedisStore
import SimperiumNetwork
import SimperiumWire

/// A Redis that is copied, or that becomes the copy of another store, while no server uses its
/// data.
final class RedisCopyEndpoint: StoreCopyEndpoint {
    /// The number of queries between two extensions of the reservation.
    private static let queriesPerReservation = 16

    let name: String
    private let placeCount: Int
    /// Returns the shard that has the data of a log.
    private let shard: (UserLogID) -> Shard
    private var store: RedisStore?
    private var failures = 0
    private var whenReady: ((CopyResult<Void>) -> Void)?
    private var role = StoreCopyRole.original
    private var term: ClusterSequenceNumber?
    private var queries = 0
    /// The copied objects that are shared with other users. `completeAndRelease` stores the log
    /// positions of these users' copies.
    private var shared: [(bucket: BucketID, key: ObjectKey)] = []

    init(
        _ place: RedisDeployment, name: String, shard: @escaping (UserLogID) -> Shard,
        on connectionSet: ConnectionSet
    ) throws(ServerFailure) {
        self.name = name
        self.shard = shard
        placeCount = place.addresses.count
        store = try place.newStore(
            on: connectionSet,
            ready: { [unowned self] in exchange(&whenReady, with: nil)?(.success(())) },
            // All steps that waited for a result have failed by now.
            broken: { [unowned self] in store?.close() },
            unreachable: { [unowned self] in failIfAllUnreachable($0) })
    }

    private func failIfAllUnreachable(_ sentence: String) {
        failures += 1
        guard failures >= placeCount, let then = exchange(&whenReady, with: nil) else { return }
        then(failed(sentence))
    }

    func openOriginalOrBeginCopy(
        as role: StoreCopyRole, above epoch: UInt32, then: @escaping (CopyResult<UInt32>) -> Void
    ) {
        whenReady = { [unowned self] result in
            if case .failure(let failure) = result { return then(.failure(failure)) }
            reserve(as: role, above: epoch, then)
        }
        store?.connect()
    }

    private func reserve(
        as role: StoreCopyRole, above epoch: UInt32, _ then: @escaping (CopyResult<UInt32>) -> Void
    ) {
        self.role = role
        let least = ClusterSequenceNumber(rawValue: epoch).next
        store?.ask(.begin(isCopy: role == .copy, atLeast: least)) { [unowned self] reply in
            switch reply {
            case .reserved(let term), .former(let term):
                self.term = term
                then(.success(term.rawValue))
            default: then(failed(reason(of: reply)))
            }
        }
    }

    func read(_ query: StoreCopyQuery, then: @escaping (CopyResult<StoreCopyQueryAnswer>) -> Void) {
        queries += 1
        if queries.isMultiple(of: Self.queriesPerReservation), let term {
            store?.ask(.extend(term)) { _ in }
        }
        store?.perform(.read(query), in: query.log.map(shard) ?? .home) { [unowned self] result in
            switch result {
            case .success(let answer?): then(.success(answer))
            case .success(nil): then(failed(SharedRedisWords.damaged))
            case .failure(let error): then(failed(reason(of: error)))
            }
        }
    }

    func store(_ part: StoreCopyPart, then: @escaping (CopyResult<Void>) -> Void) {
        if case .object(let object, let id) = part,
            case .shared? = object.entity.sharing
        {
            shared.append((id, object.entity.key))
        }
        store?.perform(.keep(part), in: part.log.map(shard) ?? .home) { [unowned self] result in
            switch result {
            case .success: then(.success(()))
            case .failure(let error): then(failed(reason(of: error)))
            }
        }
    }

    func completeAndRelease(then: @escaping (CopyResult<Void>) -> Void) {
        guard let object = shared.popLast() else {
            return releaseAndClose { [unowned self] reply in
                guard case .reserved = reply else { return then(failed(reason(of: reply))) }
                then(.success(()))
            }
        }
        let step = CopyStep.join(object.key, in: object.bucket)
        store?.perform(step, in: shard(object.bucket.log)) { [unowned self] result in
            switch result {
            case .success: completeAndRelease(then: then)
            case .failure(let error): then(failed(reason(of: error)))
            }
        }
    }

    /// Releases the reservation, and then closes the connection.
    private func releaseAndClose(_ then: @escaping (CopyReservationCall.Reply) -> Void) {
        guard let term else { return }
        store?.ask(.end(term)) { [unowned self] reply in
            store?.close()
            then(reply)
        }
    }

    /// Closes the connection. Releases an original first; if that fails, the original can be used
    /// again once its reservation expires. A copy stays incomplete.
    func closeWithoutCompleting(then: @escaping () -> Void) {
        guard role == .original, term != nil else {
            store?.close()
            return then()
        }
        releaseAndClose { _ in then() }
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
