import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumNetwork
import SimperiumWire

/// The data of servers up to 0.2 in Redis, which is copied while no server uses it.
final class FormerCopyStore: CopyStore {
    /// For how long nodes are kept away, and after how many questions anew.
    private static let hold = Duration.seconds(120)
    private static let questionsPerHold = 16

    let name: String
    private let placeCount: Int
    private var store: SharedStore?
    private var failures = 0
    private var whenReady: ((CopyResult<Void>) -> Void)?
    private var copier: Incarnation?
    private var questions = 0

    init(
        _ place: EnginePlace, name: String, on connectionSet: ConnectionSet
    ) throws(ServerFailure) {
        self.name = name
        placeCount = place.addresses.count
        let encryption = try place.encryption()
        store = SharedStore(
            EngineLink(to: place.addresses, as: place.credentials), trusting: encryption,
            on: connectionSet,
            SharedStore.Reception(
                ready: { [unowned self] in
                    exchange(&whenReady, with: nil)?(.success(()))
                },
                // What was asked is told to be lost.
                broken: { [unowned self] _ in store?.end() },
                unreachable: { [unowned self] in unreachable($0, $1) }))
    }

    private func unreachable(_ address: RedisAddress, _ fault: RedisConnection.Fault?) {
        failures += 1
        guard failures >= placeCount, let then = exchange(&whenReady, with: nil) else { return }
        let reason = fault.map(\.sentence) ?? store?.lastFailure?.sentence
        then(failed(SharedWords.unreachable("\(address)", reason: reason)))
    }

    func begin(
        as role: CopyRole, above epoch: UInt32, then: @escaping (CopyResult<UInt32>) -> Void
    ) {
        whenReady = { [unowned self] result in
            if case .failure(let failure) = result { return then(.failure(failure)) }
            look(above: epoch, then)
        }
        store?.begin()
    }

    private func look(above epoch: UInt32, _ then: @escaping (CopyResult<UInt32>) -> Void) {
        ask(.look) { [unowned self] result in
            switch result {
            case .success(.ours): reserve(above: epoch, then)
            case .success(.empty): then(failed(StoreCopyWords.nothing(at: name)))
            case .success: then(failed(StoreCopyWords.foreign(name)))
            case .failure(let failure): then(.failure(failure))
            }
        }
    }

    private func reserve(above epoch: UInt32, _ then: @escaping (CopyResult<UInt32>) -> Void) {
        ask(.begin(.original, seen: epoch, hold: Self.hold)) { [unowned self] result in
            switch result {
            case .success(.begun(let copier)):
                self.copier = copier
                then(.success(copier.rawValue))
            case .success(.unfinished): then(failed(StoreCopyWords.unfinished(name)))
            case .success: then(failed(StoreCopyWords.inUse(name)))
            case .failure(let failure): then(.failure(failure))
            }
        }
    }

    func answer(_ query: KeptQuery, then: @escaping (CopyResult<KeptAnswer>) -> Void) {
        questions += 1
        if questions.isMultiple(of: Self.questionsPerHold) {
            ask(.hold(Self.hold)) { result in
                if case .failure(let failure) = result { then(.failure(failure)) }
            }
        }
        ask(.query(query)) { [unowned self] result in
            switch result {
            case .success(.answer(let answer)): then(.success(answer))
            case .success(.underWay): then(failed(StoreCopyWords.underWay))
            case .success: then(failed(SharedWords.damaged))
            case .failure(let failure): then(.failure(failure))
            }
        }
    }

    /// Nothing is written in this format any more.
    func keep(_ part: KeptPart, then: @escaping (CopyResult<Void>) -> Void) {
        then(failed(StoreCopyWords.taken(name)))
    }

    func end(then: @escaping (CopyResult<Void>) -> Void) {
        guard let copier else { return }
        ask(.end(.original, copier)) { [unowned self] result in
            store?.end()
            then(result.map { _ in })
        }
    }

    func abandon() {
        guard let copier else { return store?.end() ?? () }
        ask(.end(.original, copier)) { [unowned self] _ in store?.end() }
    }

    private func ask(_ deed: CopyDeed, then: @escaping (CopyResult<CopyReply>) -> Void) {
        store?.ask(deed) { [unowned self] outcome in
            guard case .answered(.copy(let reply)) = outcome else {
                return then(failed(reason(outcome)))
            }
            then(.success(reply))
        }
    }

    private func reason(_ outcome: EngineOutcome) -> String {
        switch outcome {
        case .refused(let error): SharedWords.answered(error)
        case .lost, .unsent: StoreCopyWords.lost
        case .answered, .unreadable: SharedWords.damaged
        }
    }

    private func failed<Value>(_ sentence: String) -> CopyResult<Value> {
        .failure(StoreCopyFailure(sentence))
    }
}
