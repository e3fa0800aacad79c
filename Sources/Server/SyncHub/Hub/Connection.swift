import SimperiumClock
import SimperiumWire

/// One WebSocket connection: its channels, its rate limit, and its waiting frames.
///
/// `admit` decides about each new command, `admitNext` about the first command that waits on a
/// channel. Commands of one channel are never reordered. A long frame is parsed outside the tick,
/// and the frame's channel waits for the result. The hub closes the connection if an admission is
/// `tooMuch`.
struct Connection {
    /// The app in the address; nil if there is none. An `init` must name the same app.
    let app: AppID?
    var idleTimeout: IdleTimeout
    /// True if an alarm is set for the time when the connection may continue.
    var isDelayed = false
    /// True while the connection's output is congested. The connection's commands wait meanwhile.
    var isCongested = false
    /// True if the connection has, or had, a forwarded channel. Stored, because it is read for each
    /// frame.
    private(set) var hasHadForwardedChannel = false
    var sessions: [ResumableClientSessionID] = []
    private var rateLimiter: RateLimiter
    private var waitingCommands = 0
    private var waitingBytes = 0
    /// The size of the connection's large changes that wait in their buckets, in bytes.
    private var unfinishedBytes = 0
    private(set) var channels: [Channel] = []

    /// The size of the connection's commands that are kept in memory, in bytes.
    var heldBytes: Int { waitingBytes + unfinishedBytes }

    init(app: AppID?, within limits: HubLimits, at now: Instant) {
        self.app = app
        idleTimeout = IdleTimeout(limits.silence, at: now)
        rateLimiter = RateLimiter(atOnce: limits.pace.commandsAtOnce, pause: limits.pace.price)
    }

    /// The decision about a command.
    enum CommandAdmission {
        case now(MemberID, in: BucketHandle, ClientCommand, bytes: Int)
        /// There is no command, or the command waits for an event. After the event, the hub calls
        /// `admitNext` again.
        case later
        /// The command must wait until this time: for the rate limit, or because too much work
        /// waits in its bucket.
        case delayed(until: Instant)
        /// The frame is long and must be parsed outside the tick first.
        case unread([UInt8])
        case tooMuch
        /// The connection has no channel with this number, or the frame contains no command.
        case never
    }

    /// Admits, delays or rejects a new command. The frame is queued if the command can't be
    /// admitted now, or if earlier commands wait on the channel. The command is rejected if too
    /// many frames are then queued. `isOverwhelmed` is true if too much work waits in the channel's
    /// bucket.
    mutating func admit(
        _ command: ClientCommand, in frame: [UInt8], on channel: ChannelNumber, at now: Instant,
        _ limits: HubLimits, isOverwhelmed: Bool
    ) -> CommandAdmission {
        guard let index = index(of: channel) else { return .never }
        let waitReason = waitReason(
            ofChannelAt: index, now: now, within: limits, isOverwhelmed: isOverwhelmed)
        if waitReason == nil, channels[index].inbox.isEmpty {
            return chargeAndAdmit(command, bytes: frame.count, at: index, now: now, within: limits)
        }
        guard enqueueWithinLimits(frame, at: index, limits) else { return .tooMuch }
        return waitReason ?? admitNext(on: channel, at: now, limits, isOverwhelmed: false)
    }

    mutating func admit(
        long frame: [UInt8], on channel: ChannelNumber, at now: Instant, _ limits: HubLimits,
        isOverwhelmed: Bool
    ) -> CommandAdmission {
        guard let index = index(of: channel) else { return .never }
        guard enqueueWithinLimits(frame, at: index, limits) else { return .tooMuch }
        return admitNext(on: channel, at: now, limits, isOverwhelmed: isOverwhelmed)
    }

    /// Adds a frame to a channel's inbox. Returns false if the waiting frames then exceed the
    /// connection's limits.
    private mutating func enqueueWithinLimits(_ frame: [UInt8], at index: Int, _ limits: HubLimits)
        -> Bool
    {
        channels[index].inbox.append(frame)
        waitingCommands += 1
        waitingBytes += frame.count
        return waitingCommands <= limits.waiting.commands && waitingBytes <= limits.waiting.bytes
    }

    mutating func admitNext(
        on channel: ChannelNumber, at now: Instant, _ limits: HubLimits, isOverwhelmed: Bool
    ) -> CommandAdmission {
        guard let index = index(of: channel), !channels[index].inbox.isEmpty else { return .later }
        let waitReason = waitReason(
            ofChannelAt: index, now: now, within: limits, isOverwhelmed: isOverwhelmed)
        if let waitReason { return waitReason }
        if let frame = channels[index].inbox.first, frame.count > limits.promptWork {
            return .unread(frame)
        }
        guard let frame = popWaitingFrame(at: index),
            case .command(let command, _) = try? ClientMessage(frame: frame.span)
        else { return .never }
        return chargeAndAdmit(command, bytes: frame.count, at: index, now: now, within: limits)
    }

    /// Returns the reason why the channel's next command must wait; nil if it may be done now.
    private func waitReason(
        ofChannelAt index: Int, now: Instant, within limits: HubLimits, isOverwhelmed: Bool
    ) -> CommandAdmission? {
        guard case .open = channels[index].stage, !isCongested,
            channels[index].frameBeingParsed == nil
        else { return .later }
        guard !isOverwhelmed else { return .delayed(until: now + limits.waiting.pause) }
        let earliest = rateLimiter.nextUseAt
        return earliest > now ? .delayed(until: earliest) : nil
    }

    private mutating func chargeAndAdmit(
        _ command: ClientCommand, bytes: Int, at index: Int, now: Instant,
        within limits: HubLimits
    ) -> CommandAdmission {
        guard case .open(let member, let bucket, _) = channels[index].stage else { return .later }
        charge(for: command, bytes: bytes, at: now, limits)
        guard case .changes(let changes) = command, bytes > Limits.usualFrame else {
            return .now(member, in: bucket, command, bytes: 0)
        }
        // Divided equally, because the size of each change is not known after parsing.
        let share = bytes / max(changes.count, 1)
        unfinishedBytes += share * changes.count
        return .now(member, in: bucket, command, bytes: share)
    }

    mutating func stopCountingChangeBytes(_ bytes: Int) {
        unfinishedBytes -= bytes
    }

    /// The price, in commands, of a question that the server answers by a search of all halls.
    private static let inquiryPrice = 10

    /// Charges a command. The charge may exceed the rest of the allowance. In that case, later
    /// commands wait.
    mutating func charge(
        for command: ClientCommand, bytes: Int = 0, at now: Instant, _ limits: HubLimits
    ) {
        let count =
            switch command {
            case .changes(let changes): changes.count
            case .index(let request): 1 + limits.pace.commands(forEntries: request.limit)
            case .inquire: Self.inquiryPrice
            case .initialize, .entity, .catchUp, .state, .beat, .leave, .unknown: 1
            }
        charge(count + limits.pace.commands(inBytes: bytes), at: now)
    }

    mutating func charge(_ commands: Int, at now: Instant) {
        rateLimiter.charge(commands, at: now)
    }

    /// Charges a frame that can't wait. Returns false, and charges nothing, if the allowance is
    /// already used up.
    mutating func chargeIfAllowanceLeft(bytes: Int, at now: Instant, _ limits: HubLimits) -> Bool {
        guard rateLimiter.wait(at: now) == .zero else { return false }
        charge(1 + limits.pace.commands(inBytes: bytes), at: now)
        return true
    }

    /// Removes the first frame from a channel's inbox, so that another thread can parse it. The
    /// frame still counts as waiting.
    mutating func beginOffThreadParsing(
        _ frame: [UInt8], as question: QuestionID, on number: ChannelNumber
    ) {
        guard let index = index(of: number) else { return }
        channels[index].inbox.popFirst()
        channels[index].frameBeingParsed = .frame(frame, as: question)
    }

    func frameParsedOffThread(as question: QuestionID, on number: ChannelNumber) -> [UInt8]? {
        guard let index = index(of: number),
            case .frame(let frame, question)? = channels[index].frameBeingParsed
        else { return nil }
        return frame
    }

    /// Returns the frame that was parsed for this question, and stops counting it as waiting; nil
    /// if the channel was closed or opened again meanwhile.
    mutating func endOffThreadParsing(as question: QuestionID, on number: ChannelNumber) -> [UInt8]?
    {
        guard let frame = frameParsedOffThread(as: question, on: number),
            let index = index(of: number)
        else { return nil }
        stopOffThreadParsing(at: index)
        return frame
    }

    private mutating func stopOffThreadParsing(at index: Int) {
        guard case .frame(let frame, _)? = channels[index].frameBeingParsed.take() else { return }
        waitingCommands -= 1
        waitingBytes -= frame.count
    }

    /// Decides about a command that was parsed outside the tick. The command precedes the frames in
    /// the inbox.
    mutating func admitParsed(
        _ command: ClientCommand, bytes: Int, on channel: ChannelNumber, at now: Instant,
        _ limits: HubLimits
    ) -> CommandAdmission {
        guard let index = index(of: channel) else { return .never }
        return chargeAndAdmit(command, bytes: bytes, at: index, now: now, within: limits)
    }

    func index(of number: ChannelNumber) -> Int? {
        channels.indices.first { channels[$0].number == number }
    }

    func index(of number: ChannelNumber, awaiting question: QuestionID) -> Int? {
        index(of: number).flatMap {
            channels[$0].stage == .authorizing(question) ? $0 : nil
        }
    }

    func hasWaitingFrames(on number: ChannelNumber) -> Bool {
        guard let index = index(of: number) else { return false }
        return channels[index].frameBeingParsed != nil || !channels[index].inbox.isEmpty
    }

    func bucket(on number: ChannelNumber) -> BucketHandle? {
        guard let index = index(of: number), case .open(_, let bucket, _) = channels[index].stage
        else { return nil }
        return bucket
    }

    /// The user that the connection belongs to; nil if no channel determines a user.
    var account: UserID? {
        for channel in channels { if let account = channel.account { return account } }
        return nil
    }

    func isForwardedToOtherServer(_ number: ChannelNumber) -> Bool {
        index(of: number).map { channels[$0].stage == .forwarded } ?? false
    }

    /// Marks a channel as forwarded to another server. Removes and returns the frames that waited.
    mutating func popFramesAndStartForwarding(at index: Int, of account: UserID?) -> [[UInt8]] {
        hasHadForwardedChannel = true
        channels[index].stage = .forwarded
        channels[index].account = account
        stopOffThreadParsing(at: index)
        var frames: [[UInt8]] = []
        while let frame = popWaitingFrame(at: index) { frames.append(frame) }
        return frames
    }

    mutating func append(_ channel: Channel) {
        channels.append(channel)
    }

    /// Opens a channel whose client is authorised. `account` is the user that the connection
    /// belongs to because of this channel; nil if the channel determines none.
    mutating func openChannel(
        _ member: MemberID, in bucket: BucketHandle, with credential: CredentialID,
        of account: UserID?, at index: Int
    ) {
        channels[index].stage = .open(member, in: bucket, with: credential)
        if let account { channels[index].account = account }
    }

    mutating func removeChannel(at index: Int) -> Channel {
        stopOffThreadParsing(at: index)
        while popWaitingFrame(at: index) != nil { continue }
        return channels.remove(at: index)
    }

    private mutating func popWaitingFrame(at index: Int) -> [UInt8]? {
        guard let frame = channels[index].inbox.popFirst() else { return nil }
        waitingCommands -= 1
        waitingBytes -= frame.count
        return frame
    }
}

/// The way that a connection ended, which determines whether the client's presence objects are
/// removed.
package enum ConnectionEnd: Hashable, Codable, Sendable {
    /// The client closed the connection normally (close code 1000 or 1001, or no code): presence
    /// objects are removed.
    case goodbye
    /// The client closed the connection with 4004: presence objects are removed, after a notice
    /// of absence. The user did not intend to leave.
    case lost
    /// The client closed the connection with 4002, because the user suspended the program.
    case paused
    /// The client closed the connection with 4003, because the program ended without a request by
    /// its user. The program may start again.
    case gone
    /// Any other end: presence objects wait for the client's return.
    case broken

    /// The cause of the absence that begins; nil if the objects are removed at once.
    var cause: Absence.Cause? {
        switch self {
        case .goodbye, .lost: nil
        case .paused: .paused
        case .gone: .gone
        case .broken: .line
        }
    }
}

/// A channel that waits for its authorisation.
struct PendingChannel {
    let connection: ConnectionID
    let channel: ChannelNumber
    let request: InitRequest
}

/// A channel: one bucket on one connection.
struct Channel {
    enum Stage: Hashable {
        case authorizing(QuestionID)
        case open(MemberID, in: BucketHandle, with: CredentialID)
        /// Another server has the user's data. Frames are forwarded to that server.
        case forwarded
    }

    var stage: Stage
    let number: ChannelNumber
    /// The user that the connection belongs to because of this channel; nil if the channel
    /// determines none.
    var account: UserID?
    /// Frames of commands that must wait. They are kept unparsed, because a parsed command may take
    /// many times the memory.
    var inbox = Queue<[UInt8]>()
    /// A long frame that is being parsed outside the tick, with the id of the question that the
    /// result answers; nil if there is none. This frame precedes the inbox. Boxed, so that a
    /// channel without such a frame needs only one word for this property.
    var frameBeingParsed: FrameBeingParsed?

    indirect enum FrameBeingParsed {
        case frame([UInt8], as: QuestionID)
    }
}
