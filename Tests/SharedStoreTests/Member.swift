import EngineSamples
import RedisWire
import SharedLog
import SharedStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire

/// One of several nodes on one loop, which append to one log and follow it: all that a server does
/// with the engine, with batches for clients.
final class Member {
    static let log = Names.logs[0]

    private let loop: Loop
    private let name: Int
    private let wanted: Int
    private var store: SharedStore?
    private var life: NodeLife
    private var follower: LogFollower?
    private var alarm: Timer?
    private var begun: (Incarnation, UInt32)?
    private var isAppending = false
    private var isPaused = false
    /// What was folded since all was last dropped, and what was acknowledged.
    private(set) var folded: [EngineEntry] = []
    private(set) var acknowledged: [ChangeID] = []
    /// In which lives of the engine.
    private(set) var epochs: Set<UInt32> = []
    private(set) var deaths = 0
    private(set) var buried: [Incarnation] = []
    private(set) var problems: [String] = []

    init(_ name: Int, batches wanted: Int, at port: UInt16, on connectionSet: ConnectionSet) {
        (self.name, self.wanted) = (name, wanted)
        loop = connectionSet.loop
        var pace = NodeLife.Pace()
        (pace.life, pace.renewal) = (.milliseconds(900), .milliseconds(200))
        life = NodeLife(pace)
        let link = EngineLink(to: [RedisAddress(host: "127.0.0.1", port: port)])
        alarm = Timer(on: loop) { [unowned self] in wake() }
        store = SharedStore(
            link, on: connectionSet,
            SharedStore.Reception(
                ready: { [unowned self] in live(.ready) },
                broken: { [unowned self] _ in
                    follow(.broken)
                    live(.broken)
                },
                told: { [unowned self] log, messages in follow(.told(messages)) }))
        store?.begin()
    }

    var isDone: Bool { acknowledged.count == wanted }
    var head: Ordinal? { follower?.head }
    var isAtRest: Bool { isDone && follower?.isReady == true }

    /// Hears and says nothing, as if it were asleep, until it is woken.
    func pause() { isPaused = true }

    func resume() {
        isPaused = false
        live(.wake)
    }

    func end() {
        store?.end()
        store = nil
    }

    private func wake() {
        guard !isPaused else { return }
        live(.wake)
        follow(.wake)
    }

    private func setAlarm() {
        let next = sooner(life.nextDeadline, follower?.nextDeadline)
        if let next { alarm?.arm(at: next) } else { alarm?.disarm() }
    }
}

extension Member {
    private func live(_ event: NodeLife.Event) {
        for effect in life.handle(event, at: loop.now) { perform(effect) }
        setAlarm()
    }

    private func perform(_ effect: NodeLife.Effect) {
        switch effect {
        case .ask(let deed): store?.ask(.node(deed)) { [weak self] in self?.live(.answered($0)) }
        case .begun(let incarnation, let epoch):
            follower = LogFollower(Self.log, as: incarnation)
            folded = []
            open(incarnation, epoch)
        case .resumed(let incarnation, let epoch): open(incarnation, epoch)
        case .die:
            deaths += 1
            (follower, isAppending) = (nil, false)
        case .findLogs(let dead):
            store?.ask(.node(.logs(of: dead))) { [weak self] outcome in
                guard case .answered(.logs(let logs)) = outcome else { return }
                self?.live(.noted(logs, of: dead))
            }
        case .bury(let dead, let log):
            store?.ask(.lease(.bury(dead, grace: .zero), log)) { [weak self] outcome in
                guard case .answered = outcome else { return }
                self?.buried.append(dead)
                self?.forget(log, dead)
            }
        case .forget(let dead): forget(nil, dead)
        case .refused(let refusal): problems.append("\(refusal)")
        case .rewriteFile, .clock, .isolated: break
        }
    }

    private func forget(_ log: SharedLogID?, _ dead: Incarnation) {
        store?.ask(.node(.buried(log, dead))) { [weak self] outcome in
            if let log, case .answered = outcome { self?.live(.buried(log, dead)) }
        }
    }

    /// Notes the log, follows it, and opens it once that is confirmed.
    private func open(_ incarnation: Incarnation, _ epoch: UInt32) {
        begun = (incarnation, epoch)
        store?.ask(.node(.note(Self.log, incarnation))) { _ in }
        store?.follow(Self.log) { [weak self] outcome in
            guard case .answered = outcome else { return }
            let deed = LogDeed.open(incarnation, epoch: epoch, grace: .zero)
            self?.store?.ask(.log(deed, Self.log)) { [weak self] outcome in
                switch outcome {
                case .answered(.opened(let log)): self?.follow(.opened(log))
                case .answered(.fenced): self?.live(.fenced)
                case .answered(let answer): self?.problems.append("\(answer)")
                case .lost, .unsent, .refused, .unreadable: break
                }
            }
        }
    }
}

extension Member {
    private func follow(_ event: LogFollower.Event) {
        guard let effects = follower?.handle(event, at: loop.now) else { return }
        for effect in effects { perform(effect) }
        appendNext()
        setAlarm()
    }

    private func perform(_ effect: LogFollower.Effect) {
        switch effect {
        case .read(let deed): store?.ask(deed) { [weak self] in self?.follow(.missed($0)) }
        case .append(let deed): store?.ask(deed) { [weak self] in self?.follow(.appended($0)) }
        case .fold(let entry):
            if let last = folded.last, entry.place.count != last.place.count + 1 {
                problems.append("\(entry.place) behind \(last.place)")
            }
            folded.append(entry)
            epochs.insert(entry.place.epoch)
        case .done:
            isAppending = false
            acknowledged.append(next)
        case .workAgain: isAppending = false
        case .dead: live(.fenced)
        case .reopen: if let (incarnation, epoch) = begun { open(incarnation, epoch) }
        case .reset, .held, .refused, .full: problems.append("\(effect)")
        }
    }

    private var next: ChangeID {
        guard let id = ChangeID("\(name)-\(acknowledged.count)") else {
            preconditionFailure("no id")
        }
        return id
    }

    private func appendNext() {
        guard !isPaused, !isDone, !isAppending, follower?.isReady == true else { return }
        let isThere = folded.contains { $0.changeID == next }
        if isThere {
            acknowledged.append(next)
            return appendNext()
        }
        isAppending = true
        let change = EngineChange(
            Names.keys[name], in: Names.buckets[acknowledged.count % 3], version: .first,
            previous: nil, by: next, entry: [1, 2, 3], object: [1])
        follow(.append([change]))
    }
}

extension EngineEntry {
    var changeID: ChangeID? {
        if case .change(let record) = act { record.changeID } else { nil }
    }
}
