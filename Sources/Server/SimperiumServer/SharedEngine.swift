import Host
import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire
import SyncHub

/// A server's part in an engine that others share: its life there, the logs that it follows, and
/// what it asks about users.
///
/// What is believed belongs to one incarnation. When that is dead, all of it is dropped at once,
/// and nothing that was asked for it is heard any more.
final class SharedEngine {
    /// What the server is told, in its order.
    enum News {
        /// A host may begin, whose numbers are from this one on.
        case begun(Incarnation)
        /// The host that there was has come to its end.
        case died
        /// Clients are better off at another server for now.
        case isolated
        case resumed
        /// Whether it answers so late that clients are to be held up.
        case lags(Bool)
        /// It has no room for what clients write.
        case full
        case event(Host.Event)
        /// The lines of a list of those whom all keep out.
        case bans([String])
        /// The engine is none for us, whatever is tried.
        case refused(String)
        /// It could not be reached.
        case unreachable(String)
    }

    enum Step {
        case life(NodeLife.Event)
        case logs(NodeLogs<Host.Asker>.Event)
        case feeds(FeedKeeper<Host.Asker>.Event)
        case revocations(Revocations.Event)
        case bans(BanFollower.Event)
        case closing(LogClosing.Event)
    }

    /// What is asked for again and again.
    private struct Lists {
        var revocations = Revocations()
        var bans = BanFollower()
        var closing = LogClosing()

        var nextDeadline: Instant? { sooner(revocations.nextDeadline, bans.nextDeadline) }
    }

    /// For how long owners are waited for anew in another life of the engine, and after a server's
    /// end.
    static let grace = Duration.seconds(20)

    /// A renewal comes every two seconds.
    private static let renewalsPerComparison = 5

    private let loop: Loop
    let tell: (News) -> Void
    private var store: SharedStore?
    private var life: NodeLife
    private(set) var incarnation: Incarnation?
    /// Nil while there is no incarnation.
    private var logs: NodeLogs<Host.Asker>?
    private(set) var feeds: FeedKeeper<Host.Asker>
    private var lists = Lists()
    private var agreement: Agreement
    private var incarnations = 0
    private var report = NodeReport()
    private var steps = TurnQueue<Step>()
    private var alarm: Timer?

    init(
        at place: EnginePlace, agreeing agreement: Agreement, feeding fed: Set<AppID>,
        on connectionSet: ConnectionSet, _ tell: @escaping (News) -> Void
    ) throws(ServerFailure) {
        let encryption = try place.encryption()
        loop = connectionSet.loop
        life = NodeLife(on: place.terms)
        self.agreement = agreement
        feeds = FeedKeeper(of: fed)
        self.tell = tell
        alarm = Timer(on: loop) { [unowned self] in
            take(.life(.wake))
            take(.logs(.wake))
            take(.feeds(.wake))
            take(.revocations(.wake))
            take(.bans(.wake))
        }
        store = SharedStore(
            EngineLink(
                to: place.addresses, as: place.credentials, awaiting: place.terms.replicas),
            trusting: encryption,
            on: connectionSet,
            SharedStore.Reception(
                ready: { [unowned self] in take(.life(.ready)) },
                broken: { [unowned self] _ in
                    take(.logs(.broken))
                    take(.life(.broken))
                },
                unreachable: { [unowned self] in unreachable($0, $1) },
                lags: { [unowned self] in self.tell(.lags($0)) },
                told: { [unowned self] in take(.logs(.told($0, $1))) }))
    }

    func begin() { store?.begin() }

    /// Leaves, so that others need not wait for its life to end.
    func leave() { take(.life(.leave)) }

    var isAlive: Bool { life.isAlive }

    /// What an operator is told.
    var gauges: NodeGauges {
        report.gauges(
            life, at: loop.now, address: store?.address, logs: logs?.followed ?? 0)
    }

    private func unreachable(_ address: RedisAddress, _ fault: RedisConnection.Fault?) {
        let reason = fault.map(\.sentence) ?? store?.lastFailure?.sentence
        tell(.unreachable(SharedWords.unreachable("\(address)", reason: reason)))
    }
}

extension SharedEngine {
    func take(_ step: Step) {
        steps.append(step)
        guard steps.startTurn() else { return }
        while let step = steps.next() {
            switch step {
            case .life(let event):
                for effect in life.handle(event, at: loop.now) { perform(effect) }
            case .logs(let event):
                guard let effects = logs?.handle(event, at: loop.now) else { continue }
                for effect in effects { perform(effect) }
            case .feeds(let event):
                for effect in feeds.handle(event, at: loop.now) { perform(effect) }
            case .revocations(let event):
                for effect in lists.revocations.handle(event, at: loop.now) { perform(effect) }
            case .bans(let event):
                for effect in lists.bans.handle(event, at: loop.now) { perform(effect) }
            case .closing(let event):
                for effect in lists.closing.handle(event) { perform(effect) }
            }
        }
        let deadline = sooner(
            life.nextDeadline, sooner(logs?.nextDeadline, feeds.nextDeadline))
        if let next = sooner(deadline, lists.nextDeadline) {
            alarm?.arm(at: next)
        } else {
            alarm?.disarm()
        }
    }

    private func perform(_ effect: NodeLife.Effect) {
        switch effect {
        case .ask(let deed): ask(.node(deed)) { [unowned self] in take(.life(.answered($0))) }
        case .begun(let incarnation, let epoch):
            incarnations += 1
            agree(as: incarnation, epoch)
        case .resumed(let incarnation, let epoch):
            guard logs != nil else { return agree(as: incarnation, epoch) }
            tell(.resumed)
            take(.logs(.resumed(epoch: epoch)))
        case .die:
            (logs, incarnation) = (nil, nil)
            feeds.drop()
            take(.revocations(.died))
            take(.bans(.died))
            take(.closing(.died))
            tell(.died)
        case .isolated: tell(.isolated)
        case .clock(let stamp):
            tell(.event(.clock(stamp)))
            compareAtTimes()
        case .findLogs(let dead): findLogs(of: dead)
        case .bury(let dead, let log): bury(dead, in: log)
        case .forget(let dead): forget(dead)
        case .refused(let refusal): tell(.refused(SharedWords.sentence(about: refusal)))
        // Another node may have begun it already, which is just as well.
        case .rewriteFile: store?.ask(.rewriteFile) { _ in }
        }
    }

    /// What is told may be lost, and nobody would know before more is.
    private func compareAtTimes() {
        report.renewals += 1
        store?.ask(.state) { [unowned self] outcome in
            if case .answered(.operating(.state(let state))) = outcome { report.note(state) }
        }
        store?.ask(.syncing) { [unowned self] outcome in
            guard case .answered(.operating(.syncing(let value))) = outcome else { return }
            report.syncing = value
        }
        if logs != nil { take(.closing(.renewed)) }
        if report.renewals.isMultiple(of: Self.renewalsPerComparison) { take(.logs(.compare)) }
    }

    private func perform(_ effect: NodeLogs<Host.Asker>.Effect) {
        switch effect {
        case .ask(let number, let deed):
            ask(deed) { [unowned self] in take(.logs(.settled(number, $0))) }
        case .follow(let number, let log):
            let incarnation = incarnations
            store?.follow(log) { [unowned self] outcome in
                guard incarnation == incarnations else { return }
                take(.logs(.settled(number, outcome)))
            }
        case .unfollow(let log): store?.unfollow(log)
        case .answer(let asker, let answer): tell(.event(.read(asker, answer)))
        case .unanswered(let asker, let query): tell(.event(.unanswered(asker, query)))
        case .followed(let log, let head, let epoch):
            tell(.event(.engine(.followed(LogID(log), at: head, epoch: epoch))))
        case .foreign(let log, let entry):
            tell(.event(.engine(.told(LogID(log), entry))))
        case .anotherLife: tell(.event(.engine(.anotherLife)))
        case .viewed(let log, let object, let users):
            let home = log.bucket(object.bucket)
            tell(.event(.engine(.viewed(object.key, of: home, by: users))))
        case .reset(let log):
            report.countReset()
            tell(.event(.engine(.reset(LogID(log)))))
        case .grown(let bucket): take(.feeds(.grown(bucket)))
        case .full: tell(.full)
        case .dead: take(.life(.fenced))
        }
    }

    private func perform(_ effect: FeedKeeper<Host.Asker>.Effect) {
        switch effect {
        case .ask(let number, let deed):
            ask(deed) { [unowned self] in take(.feeds(.settled(number, $0))) }
        case .answer(let asker, let answer): tell(.event(.read(asker, answer)))
        case .unanswered(let asker, let query): tell(.event(.unanswered(asker, query)))
        case .fed(let feed): tell(.event(.fed(feed.bucket, feed.app)))
        }
    }

    private func perform(_ effect: Revocations.Effect) {
        switch effect {
        case .ask(let deed): ask(deed) { [unowned self] in take(.revocations(.answered($0))) }
        case .revoked(let digests):
            tell(.event(.engine(.revoked(Set(digests.map { CredentialID(of: $0) })))))
        }
    }

    private func perform(_ effect: BanFollower.Effect) {
        switch effect {
        case .ask(let deed):
            store?.ask(deed, then: asLongAsItLives { [unowned self] in take(.bans(.answered($0))) })
        case .changed(let lines): tell(.bans(lines))
        }
    }

    /// Nothing is begun before it is known that all servers go by the same settings. If the line
    /// breaks meanwhile, that is asked anew.
    private func agree(as incarnation: Incarnation, _ epoch: UInt32) {
        let count = incarnations
        store?.ask(agreement.deed(of: incarnation)) { [unowned self] outcome in
            guard count == incarnations, logs == nil else { return }
            guard case .answered(.operating(let reply)) = outcome else { return }
            switch reply {
            case .done:
                agreement.isMade = true
                begin(as: incarnation, epoch)
            case .differs(let names): tell(.refused(SharedWords.differs(names)))
            default: tell(.refused(SharedWords.forgotten))
            }
        }
    }

    private func begin(as incarnation: Incarnation, _ epoch: UInt32) {
        self.incarnation = incarnation
        logs = NodeLogs(of: incarnation, epoch: epoch, grace: Self.grace, feeding: feeds.apps)
        feeds.begin(epoch: epoch)
        for effect in lists.revocations.handle(.begun, at: loop.now) { perform(effect) }
        for effect in lists.bans.handle(.begun, at: loop.now) { perform(effect) }
        tell(.begun(incarnation))
    }

    /// Nothing is heard of what was asked for an incarnation that is no more, but by its life.
    func ask(_ deed: EngineDeed, then: @escaping (EngineOutcome) -> Void) {
        let incarnation = incarnations
        let isOfLife = if case .node = deed { true } else { false }
        store?.ask(deed) { [unowned self] outcome in
            report.note(outcome, of: deed)
            if isOfLife || incarnation == incarnations { then(outcome) }
        }
    }

    /// The same of what is asked about users.
    func ask(_ deed: AccountDeed, then: @escaping (EngineOutcome) -> Void) {
        store?.ask(deed, then: asLongAsItLives(then))
    }

    /// What is done only if the incarnation is still the one that it is by now.
    private func asLongAsItLives(
        _ then: @escaping (EngineOutcome) -> Void
    ) -> (EngineOutcome) -> Void {
        let incarnation = incarnations
        return { [unowned self] outcome in if incarnation == incarnations { then(outcome) } }
    }
}

/// What the host asks.
extension SharedEngine {
    func read(_ query: StoreQuery, for asker: Host.Asker) {
        guard logs != nil else { return tell(.event(.unanswered(asker, query))) }
        if case .call = asker, query.isOfFeed {
            take(.feeds(.asked(asker, query)))
        } else {
            take(.logs(.asked(asker, query)))
        }
    }

    func leave(_ log: LogID) {
        take(.logs(.left(SharedLogID(app: log.app, user: log.user))))
    }

    func view(_ key: ObjectKey, of home: BucketID, by users: [UserID]) {
        let object = ViewedObject(key, in: home.name)
        take(.logs(.viewed(SharedLogID(of: home), object, by: users)))
    }

    func look(_ query: AccountQuery, for asker: Host.Asker) {
        ask(.query(query)) { [unowned self] outcome in
            guard case .answered(.account(let answer)) = outcome else {
                return tell(.event(.notFound(asker)))
            }
            tell(.event(.found(asker, answer)))
        }
    }

    func ask(_ deed: DirectoryDeed, for asker: HallAsker) {
        guard let incarnation else { return tell(.event(.directory(asker, nil))) }
        ask(.directory(deed, by: incarnation)) { [unowned self] outcome in
            guard case .answered(.directory(let answer)) = outcome else {
                return tell(.event(.directory(asker, nil)))
            }
            if answer == .dead { take(.life(.fenced)) }
            tell(.event(.directory(asker, answer)))
        }
    }

    /// No output depends on it.
    func noteUse(of token: SecretDigest, at second: Int) {
        store?.ask(.write(.noteUse(of: token, at: second))) { _ in }
    }

    /// Answers as soon as the change is kept, or it is unknown whether it is.
    func change(_ change: UserChange, for asker: Host.Asker) {
        ask(.write(.change(change))) { [unowned self] outcome in
            guard case .answered(.account(let answer)) = outcome else {
                return tell(.event(.notFound(asker)))
            }
            tell(.event(.found(asker, answer)))
        }
    }
}

extension LogID {
    fileprivate init(_ log: SharedLogID) {
        self.init(app: log.app, user: log.user)
    }
}
