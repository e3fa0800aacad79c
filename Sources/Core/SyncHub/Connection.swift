import Clockwork
import Simperium

/// One socket and the channels on it.
struct Connection {
    /// The app that its address names; the one in `init` must be the same.
    let app: AppID?
    /// When the last frame came.
    var heard: Instant
    /// Commands are paid for with time: up to here it has spent its allowance.
    private var spent: Instant
    /// Commands that wait on its channels, and the bytes of their frames.
    private var waitingCommands = 0
    private var waitingBytes = 0
    /// Whether an alarm is set for when it may go on.
    var isDelayed = false
    private(set) var channels: [Channel] = []

    init(app: AppID?, at now: Instant) {
        self.app = app
        heard = now
        spent = now
    }

    /// What becomes of a command.
    enum Admission {
        case now(MemberID, in: BucketHandle, ClientCommand)
        /// There is none, or it waits for what will be noticed when it comes.
        case later
        /// It, or what is before it, waits for the allowance.
        case delayed(until: Instant)
        case tooMuch
        /// There is no such channel.
        case never
    }

    /// Lets a command pass if nothing on its channel is before it.
    mutating func admit(
        _ command: ClientCommand, bytes: Int, on channel: ChannelNumber, at now: Instant,
        _ limits: HubLimits
    ) -> Admission {
        guard let place = place(of: channel) else { return .never }
        if channels[place].inbox.isEmpty {
            let admission = admit(command, at: place, now, limits)
            if case .now = admission { return admission }
        }
        channels[place].inbox.append(Channel.Waiting(command: command, bytes: bytes))
        waitingCommands += 1
        waitingBytes += bytes
        guard waitingCommands <= limits.waitingCommands, waitingBytes <= limits.waitingBytes else {
            return .tooMuch
        }
        return next(on: channel, at: now, limits)
    }

    /// Lets the first command that waits on a channel pass, if it may.
    mutating func next(
        on channel: ChannelNumber, at now: Instant, _ limits: HubLimits
    ) -> Admission {
        guard let place = place(of: channel), let first = channels[place].inbox.first else {
            return .later
        }
        let admission = admit(first.command, at: place, now, limits)
        if case .now = admission { drop(at: place) }
        return admission
    }

    private mutating func admit(
        _ command: ClientCommand, at place: Int, _ now: Instant, _ limits: HubLimits
    ) -> Admission {
        guard case .open(let member, let bucket, _) = channels[place].stage else { return .later }
        let earliest = spent + (limits.price - limits.savings)
        guard earliest <= now else { return .delayed(until: earliest) }
        pay(for: command, at: now, limits)
        return .now(member, in: bucket, command)
    }

    /// Whoever can pay for one may say any number at once, and owes afterwards.
    private mutating func pay(for command: ClientCommand, at now: Instant, _ limits: HubLimits) {
        let count =
            switch command {
            case .changes(let changes): changes.count
            case .index(let request): 1 + request.limit / 100
            case .initialize, .entity, .catchUp, .state, .unknown: 1
            }
        spent = max(spent, now) + limits.price * count
    }

    /// Pays for an `init`, which can't wait; false if there is nothing left to pay with.
    mutating func payForInit(at now: Instant, _ limits: HubLimits) -> Bool {
        guard spent + limits.price <= now + limits.savings else { return false }
        spent = max(spent, now) + limits.price
        return true
    }
}

extension Connection {
    func place(of number: ChannelNumber) -> Int? {
        channels.firstIndex { $0.number == number }
    }

    mutating func open(_ channel: Channel) {
        channels.append(channel)
    }

    mutating func enter(_ stage: Channel.Stage, at place: Int) {
        channels[place].stage = stage
    }

    mutating func removeChannel(at place: Int) -> Channel {
        while !channels[place].inbox.isEmpty { drop(at: place) }
        return channels.remove(at: place)
    }

    private mutating func drop(at place: Int) {
        guard let first = channels[place].inbox.popFirst() else { return }
        waitingCommands -= 1
        waitingBytes -= first.bytes
    }
}

/// One bucket on one connection.
struct Channel {
    enum Stage: Hashable {
        case authorizing(QuestionID)
        case open(MemberID, in: BucketHandle, with: CredentialID)
    }

    /// A command that can't be carried out yet.
    struct Waiting {
        let command: ClientCommand
        let bytes: Int
    }

    let number: ChannelNumber
    var stage: Stage
    var inbox = Queue<Waiting>()

    init(_ number: ChannelNumber, _ stage: Stage) {
        self.number = number
        self.stage = stage
    }
}

extension HubLimits {
    /// What a command costs of the time that a connection has.
    fileprivate var price: Duration { .nanoseconds(1_000_000_000 / max(commandsPerSecond, 1)) }

    /// The time that a connection may have saved up.
    fileprivate var savings: Duration { price * max(commandsAtOnce, 1) }
}
