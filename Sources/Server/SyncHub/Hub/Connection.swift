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
    private var waitingBytes = 0
    /// Bytes of changes that are in their buckets, as far as they are long.
    private var unfinishedBytes = 0
    /// Whether an alarm is set for when it may go on.
    var isDelayed = false
    /// Whether it has so much to take that nothing more is made for it.
    var isCongested = false
    private(set) var channels: [Channel] = []

    /// How many bytes of what it said are kept.
    var heldBytes: Int { waitingBytes + unfinishedBytes }

    init(app: AppID?, within limits: HubLimits, at now: Instant) {
        self.app = app
        patience = Patience(limits.silence, at: now)
        allowance = RateLimit(atOnce: limits.pace.commandsAtOnce, pause: limits.pace.price)
    }

    /// What becomes of a command.
    enum Admission {
        case now(MemberID, in: BucketHandle, ClientCommand, bytes: Int)
        /// There is none, or it waits for what will be noticed when it comes.
        case later
        /// It, or what is before it, waits for the allowance.
        case delayed(until: Instant)
        /// The next frame must be read first, which takes long.
        case unread([UInt8])
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
        guard keep(frame, at: index, limits) else { return .tooMuch }
        return obstacle ?? next(on: channel, at: now, limits, isHeldUp: false)
    }

    /// The same for a frame that has not been read, because that takes long.
    mutating func admit(
        long frame: [UInt8], on channel: ChannelNumber, at now: Instant, _ limits: HubLimits,
        isHeldUp: Bool
    ) -> Admission {
        guard let index = index(of: channel) else { return .never }
        guard keep(frame, at: index, limits) else { return .tooMuch }
        return next(on: channel, at: now, limits, isHeldUp: isHeldUp)
    }

    /// False if too much is kept by now.
    private mutating func keep(_ frame: [UInt8], at index: Int, _ limits: HubLimits) -> Bool {
        channels[index].inbox.append(frame)
        waitingCommands += 1
        waitingBytes += frame.count
        return waitingCommands <= limits.waiting.commands && waitingBytes <= limits.waiting.bytes
    }

    /// Lets the first command that waits on a channel pass, if it may.
    mutating func next(
        on channel: ChannelNumber, at now: Instant, _ limits: HubLimits, isHeldUp: Bool
    ) -> Admission {
        guard let index = index(of: channel), !channels[index].inbox.isEmpty else { return .later }
        if let obstacle = obstacle(at: index, now: now, within: limits, isHeldUp: isHeldUp) {
            return obstacle
        }
        if let frame = channels[index].inbox.first, frame.count > limits.promptWork {
            return .unread(frame)
        }
        guard let frame = drop(at: index),
            case .command(let command, _) = try? ClientMessage(frame: frame.span)
        else { return .never }
        return forward(command, bytes: frame.count, at: index, now: now, within: limits)
    }

    private func obstacle(
        at index: Int, now: Instant, within limits: HubLimits, isHeldUp: Bool
    ) -> Admission? {
        guard case .open = channels[index].stage, !isCongested, channels[index].reading == nil
        else { return .later }
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
        guard case .changes(let changes) = command, bytes > Limits.usualFrame else {
            return .now(member, in: bucket, command, bytes: 0)
        }
        // Equal parts, because no change says how long it was.
        let share = bytes / max(changes.count, 1)
        unfinishedBytes += share * changes.count
        return .now(member, in: bucket, command, bytes: share)
    }

    /// So many bytes of its changes are done.
    mutating func finish(bytes: Int) {
        unfinishedBytes -= bytes
    }

    /// What a question costs for which all halls are looked through.
    private static let inquiryPrice = 10

    /// A client that can pay for one may say any number at once, and owes afterwards.
    mutating func pay(
        for command: ClientCommand, bytes: Int = 0, at now: Instant, _ limits: HubLimits
    ) {
        let count =
            switch command {
            case .changes(let changes): changes.count
            case .index(let request): 1 + limits.pace.commands(forEntries: request.limit)
            case .inquire: Self.inquiryPrice
            case .open(let keys): 1 + keys.count
            case .initialize, .entity, .catchUp, .state, .beat, .leave, .unknown: 1
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
    /// Takes the first frame that waits on a channel out, to be read elsewhere. It counts as
    /// waiting until it has been.
    mutating func beginReading(
        _ frame: [UInt8], as question: QuestionID, on number: ChannelNumber
    ) {
        guard let index = index(of: number) else { return }
        _ = channels[index].inbox.popFirst()
        channels[index].reading = .of(frame, as: question)
    }

    /// What is read under that name.
    func unread(as question: QuestionID, on number: ChannelNumber) -> [UInt8]? {
        guard let index = index(of: number), let reading = channels[index].reading,
            reading.question == question
        else { return nil }
        return reading.frame
    }

    /// The frame that has been read; nil if its channel is another one by now.
    mutating func endReading(as question: QuestionID, on number: ChannelNumber) -> [UInt8]? {
        guard let frame = unread(as: question, on: number), let index = index(of: number) else {
            return nil
        }
        stopReading(at: index)
        return frame
    }

    private mutating func stopReading(at index: Int) {
        guard let reading = channels[index].reading.take() else { return }
        waitingCommands -= 1
        waitingBytes -= reading.frame.count
    }

    /// Lets a command pass that was read elsewhere.
    mutating func pass(
        _ command: ClientCommand, bytes: Int, on channel: ChannelNumber, at now: Instant,
        _ limits: HubLimits
    ) -> Admission {
        guard let index = index(of: channel) else { return .never }
        return forward(command, bytes: bytes, at: index, now: now, within: limits)
    }

    func index(of number: ChannelNumber) -> Int? {
        channels.indices.first { channels[$0].number == number }
    }

    /// The same for a channel that is let in when the question is answered.
    func index(of number: ChannelNumber, awaiting question: QuestionID) -> Int? {
        index(of: number).flatMap {
            channels[$0].stage == .authorizing(question) ? $0 : nil
        }
    }

    /// Whether commands wait on a channel.
    func hasWaiting(on number: ChannelNumber) -> Bool {
        guard let index = index(of: number) else { return false }
        return channels[index].reading != nil || !channels[index].inbox.isEmpty
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

    mutating func open(_ channel: Channel) {
        channels.append(channel)
    }

    /// Lets a channel into its bucket. The connection belongs to `account` by it, if it says so.
    mutating func open(
        _ member: MemberID, in bucket: BucketHandle, with credential: CredentialID,
        of account: UserID?, at index: Int
    ) {
        channels[index].stage = .open(member, in: bucket, with: credential)
        if let account { channels[index].account = account }
    }

    mutating func removeChannel(at index: Int) -> Channel {
        stopReading(at: index)
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
