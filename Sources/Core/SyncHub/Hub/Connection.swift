import SimperiumClock
import SimperiumWire

/// One socket and the channels on it.
struct Connection {
    /// The app that its address names; the one in `init` must be the same.
    let app: AppID?
    var patience: Patience
    /// What it owns by presence, if its clients know of seats.
    var seats: [SeatID] = []
    /// What it may still command.
    private var allowance: RateLimit
    /// Commands that wait on its channels, and the bytes of their frames.
    private var waitingCommands = 0
    private(set) var waitingBytes = 0
    /// Whether an alarm is set for when it may go on.
    var isDelayed = false
    /// Whether it has so much to take that nothing more is made for it.
    var isCongested = false
    private(set) var channels: [Channel] = []

    init(app: AppID?, within limits: HubLimits, at now: Instant) {
        self.app = app
        patience = Patience(limits.silence, at: now)
        allowance = RateLimit(atOnce: limits.pace.commandsAtOnce, pause: limits.pace.price)
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
        _ command: ClientCommand, in frame: [UInt8], on channel: ChannelNumber, at now: Instant,
        _ limits: HubLimits, isHeldUp: Bool
    ) -> Admission {
        guard let index = index(of: channel) else { return .never }
        let obstacle = obstacle(at: index, now: now, within: limits, isHeldUp: isHeldUp)
        if obstacle == nil, channels[index].inbox.isEmpty {
            return forward(command, bytes: frame.count, at: index, now: now, within: limits)
        }
        channels[index].inbox.append(frame)
        waitingCommands += 1
        waitingBytes += frame.count
        guard waitingCommands <= limits.waiting.commands, waitingBytes <= limits.waiting.bytes
        else {
            return .tooMuch
        }
        return obstacle ?? next(on: channel, at: now, limits, isHeldUp: false)
    }

    /// Lets the first command that waits on a channel pass, if it may.
    mutating func next(
        on channel: ChannelNumber, at now: Instant, _ limits: HubLimits, isHeldUp: Bool
    ) -> Admission {
        guard let index = index(of: channel), !channels[index].inbox.isEmpty else { return .later }
        if let obstacle = obstacle(at: index, now: now, within: limits, isHeldUp: isHeldUp) {
            return obstacle
        }
        guard let frame = drop(at: index),
            case .command(let command, _) = try? ClientMessage(frame: frame.span)
        else { return .never }
        return forward(command, bytes: frame.count, at: index, now: now, within: limits)
    }

    private func obstacle(
        at index: Int, now: Instant, within limits: HubLimits, isHeldUp: Bool
    ) -> Admission? {
        guard case .open = channels[index].stage, !isCongested else { return .later }
        guard !isHeldUp else { return .delayed(until: now + limits.waiting.pause) }
        let earliest = allowance.opensAt
        return earliest > now ? .delayed(until: earliest) : nil
    }

    private mutating func forward(
        _ command: ClientCommand, bytes: Int, at index: Int, now: Instant,
        within limits: HubLimits
    ) -> Admission {
        guard case .open(let member, let bucket, _) = channels[index].stage else { return .later }
        pay(for: command, bytes: bytes, at: now, limits)
        return .now(member, in: bucket, command)
    }

    /// A client that can pay for one may say any number at once, and owes afterwards.
    mutating func pay(
        for command: ClientCommand, bytes: Int = 0, at now: Instant, _ limits: HubLimits
    ) {
        let count =
            switch command {
            case .changes(let changes): changes.count
            case .index(let request): 1 + limits.pace.commands(forEntries: request.limit)
            case .initialize, .entity, .catchUp, .state, .beat, .unknown: 1
            }
        owe(count + limits.pace.commands(inBytes: bytes), at: now)
    }

    mutating func owe(_ commands: Int, at now: Instant) {
        allowance.charge(commands, at: now)
    }

    /// Pays for what can't wait; false if there is nothing left to pay with.
    mutating func payAtOnce(bytes: Int, at now: Instant, _ limits: HubLimits) -> Bool {
        guard allowance.wait(at: now) == .zero else { return false }
        owe(1 + limits.pace.commands(inBytes: bytes), at: now)
        return true
    }
}

extension Connection {
    func index(of number: ChannelNumber) -> Int? {
        channels.firstIndex { $0.number == number }
    }

    func bucket(on number: ChannelNumber) -> BucketHandle? {
        guard let index = index(of: number), case .open(_, let bucket, _) = channels[index].stage
        else { return nil }
        return bucket
    }

    /// The user whom it belongs to, if one of its channels says so.
    var account: UserID? {
        for channel in channels { if let account = channel.account { return account } }
        return nil
    }

    mutating func signIn(_ user: UserID, at index: Int) {
        channels[index].account = user
    }

    mutating func open(_ channel: Channel) {
        channels.append(channel)
    }

    mutating func enter(_ stage: Channel.Stage, at index: Int) {
        channels[index].stage = stage
    }

    mutating func removeChannel(at index: Int) -> Channel {
        while drop(at: index) != nil { continue }
        return channels.remove(at: index)
    }

    private mutating func drop(at index: Int) -> [UInt8]? {
        guard let frame = channels[index].inbox.popFirst() else { return nil }
        waitingCommands -= 1
        waitingBytes -= frame.count
        return frame
    }
}
