import Host
import SharedLog
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire

/// A server of several, which share an engine. It lets nobody in before it has begun a life there,
/// nor while it does not hear of the engine.
extension Server {
    /// Nil of a server that has a store of its own.
    var engine: SharedEngine? { sharing.engine }

    /// Whether it takes part.
    package var hasBegun: Bool { engine == nil || sharing.hasBegun }

    /// Hears once that a server which shares its engine has begun; others have at once.
    package var onBegun: () -> Void {
        get { sharing.onBegun }
        set { sharing.onBegun = newValue }
    }

    /// Hears why it can't go on.
    package var onRefused: (String) -> Void {
        get { sharing.onRefused }
        set { sharing.onRefused = newValue }
    }

    /// Hears the lines of a list of those whom all servers keep out that share the engine.
    package var onBans: ([String]) -> Void {
        get { sharing.onBans }
        set { sharing.onBans = newValue }
    }

    func share(
        _ place: EnginePlace, by settings: ServerSettings, on connectionSet: ConnectionSet
    ) throws(ServerFailure) {
        sharing.places = place.addresses.count
        sharing.markKeys = { () throws(ServerFailure) in try settings.markKeysShared() }
        let agreement = try Agreement(settings, sharing.settings)
        sharing.engine = try SharedEngine(
            at: place, agreeing: agreement, feeding: sharing.settings.fed, on: connectionSet
        ) {
            [unowned self] in hear($0)
        }
    }

    /// Begins anew, as a server that nobody knows, with numbers from this one on.
    private func beginLife(from epoch: UInt32) {
        host = Host(sharing.settings, epoch: epoch, isShared: true)
        sharing.isShut = false
        sharing.lives += 1
        if let stamp = sharing.clock { handle(.clock(stamp)) }
        handle(.secrets(SecureRandom.bytes(Self.firstChance)))
        handle(.started)
    }

    /// Whether it can be asked for anything.
    var isOpen: Bool { engine.map { $0.isAlive && !sharing.isShut && !sharing.lags } ?? true }

    /// Nil of a server that has a store of its own.
    var nodeGauges: NodeGauges? {
        guard var gauges = engine?.gauges else { return nil }
        gauges.isAlive = isOpen
        return gauges
    }

    func hear(_ news: SharedEngine.News) {
        switch news {
        case .begun(let incarnation):
            beginLife(from: incarnation.rawValue)
            guard !exchange(&sharing.hasBegun, with: true) else { return }
            do throws(ServerFailure) { try sharing.markKeys() } catch {
                onLog(LogEntry(trouble: SharedWords.keysNotMarked, "\(error)"))
            }
            onBegun()
        case .died:
            onLog(LogEntry(trouble: SharedWords.died, ""))
            hangUp()
            handle(.shutDown)
        case .isolated:
            onLog(LogEntry(trouble: SharedWords.isolated, ""))
            sharing.isShut = true
            hangUp()
        case .resumed: sharing.isShut = false
        case .lags(let lags):
            sharing.lags = lags
            connectionSet.isHeldUp = lags
            if !lags { peers.resumeAll() }
        case .full: onLog(LogEntry(trouble: SharedWords.full, SharedWords.noRoom))
        case .bans(let lines): onBans(lines)
        case .event(let event):
            if case .clock(let stamp) = event { sharing.clock = stamp }
            handle(event)
        case .refused(let sentence):
            onLog(LogEntry(trouble: SharedWords.refused, sentence))
            onRefused(sentence)
        case .unreachable(let sentence): missEngine(sentence)
        }
    }

    /// At the start that is the end of it, when all places have been tried.
    private func missEngine(_ sentence: String) {
        guard !sharing.hasBegun else {
            return onLog(LogEntry(trouble: SharedWords.lostEngine, sentence))
        }
        sharing.failures += 1
        if sharing.failures == sharing.places { onRefused(sentence) }
    }

    private func hangUp() {
        peers.closeAll(CloseReason(.tryAgainLater))
    }
}

/// What a server of several knows of its part.
struct Sharing {
    let settings: HostSettings
    /// Nil of a server that has a store of its own.
    var engine: SharedEngine?
    var onBegun: () -> Void = {}
    var onRefused: (String) -> Void = { _ in }
    var onBans: ([String]) -> Void = { _ in }
    /// Notes that the keys are those of servers that share an engine.
    var markKeys: () throws(ServerFailure) -> Void = {}
    /// At how many places the engine is looked for, and where it could not be asked at the start.
    var places = 0
    var failures = 0
    var hasBegun = false
    /// How often it has begun. Nothing is told to one life of what another has asked.
    var lives = 0
    /// Whether clients are better off elsewhere.
    var isShut = false
    /// Whether the engine answers so late that nothing more is taken of clients.
    var lags = false
    /// What the engine's clock said last.
    var clock: Stamp?

    init(_ settings: HostSettings) {
        self.settings = settings
    }
}
