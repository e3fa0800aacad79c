internal import Lobby
internal import PlainText
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The input and output of a guest without a screen: a client in plain text.
///
/// Lines are sent after the earlier ones have left. Unlike frames they can't be skipped, so a guest
/// who reads none for too long is disconnected.
///
/// It does no I/O. Order of calls: `type` for input and `handle` for events; `say` for each line of
/// the client; `next` after each event; `recordDrain` when the bytes have left; `drainOutput` once.
struct GuestTextSession: Sendable {
    private static let longestBacklog = 64_000
    /// The time before the first line to a guest who has typed nothing: the ssh client may have no
    /// input.
    private static let doubt = Duration.seconds(1)

    private(set) var client: LineClient
    private var keyboard: LineKeyboard
    private var output: [UInt8] = []
    private var isOnItsWay = false
    /// True if the guest has typed. A client that was started without input gets no lines.
    private(set) var hasTyped = false
    private let lineEnd: String
    /// The time when waiting output is sent even without input; nil if no output waits for input.
    private(set) var heldUntil: Instant?

    init(_ client: LineClient, isOnTerminal: Bool, at now: Instant) {
        self.client = client
        heldUntil = isOnTerminal ? nil : now + Self.doubt
        keyboard = LineKeyboard(isRaw: isOnTerminal)
        lineEnd = isOnTerminal ? "\r\n" : "\n"
    }

    var isStalled: Bool { output.count > Self.longestBacklog }

    mutating func say(_ line: String) {
        output += (line + lineEnd).utf8
    }

    mutating func type(_ bytes: [UInt8], at now: Instant) -> [LineClient.Effect] {
        hasTyped = true
        heldUntil = nil
        return keyboard.type(bytes, echo: &output).flatMap { client.handle($0, at: now) }
    }

    /// Ends the input.
    mutating func endInput(at now: Instant) -> [LineClient.Effect] {
        client.handle(.end, at: now)
    }

    mutating func handle(_ event: ProgramEvent, at now: Instant) -> [LineClient.Effect] {
        client.handle(event, at: now)
    }

    mutating func recordDrain() {
        isOnItsWay = false
    }

    /// Returns the next bytes to send; nil if there are none, while earlier ones are being sent,
    /// and while the output waits for input.
    mutating func next(at now: Instant) -> [UInt8]? {
        if let heldUntil, heldUntil <= now { self.heldUntil = nil }
        guard !isOnItsWay, !output.isEmpty, heldUntil == nil else { return nil }
        isOnItsWay = true
        return drainOutput()
    }

    /// Removes and returns all output that was not sent.
    mutating func drainOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Drops the output that waited for input, if the input has ended.
    mutating func dropHeld() {
        if heldUntil != nil { output = [] }
    }

    /// Shares objects that this guest and others have in common.
    mutating func share(with others: inout InternedObjects) {
        client.deduplicate(with: &others)
    }
}

/// The editor of a typed line. If the guest's terminal sends each key at once, only the door can
/// show and correct the text.
struct LineKeyboard: Hashable, Sendable {
    private static let longestLine = 512

    let isRaw: Bool
    private var line: [UInt8] = []
    private var isAfterReturn = false

    init(isRaw: Bool) {
        self.isRaw = isRaw
    }

    /// Applies typed bytes. Adds the echo for the terminal, and returns the finished lines.
    mutating func type(_ bytes: [UInt8], echo: inout [UInt8]) -> [TypedInput] {
        bytes.compactMap { type($0, &echo) }
    }

    private mutating func type(_ byte: UInt8, _ echo: inout [UInt8]) -> TypedInput? {
        defer { isAfterReturn = byte == UInt8(ascii: "\r") }
        switch byte {
        case UInt8(ascii: "\n") where isAfterReturn: break
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            if isRaw { echo += "\r\n".utf8 }
            defer { line = [] }
            return .typed(String(decoding: line, as: UTF8.self))
        case 0x03 where isRaw: return .interrupted
        case 0x04 where isRaw && line.isEmpty: return .end
        case 0x08 where isRaw, 0x7F where isRaw:
            // All bytes of a character are removed together.
            while let last = line.popLast(), last & 0xC0 == 0x80 {}
            echo += "\u{8} \u{8}".utf8
        case 0x20...0x7E, 0x80...0xFF:
            guard line.count < Self.longestLine else { break }
            line.append(byte)
            if isRaw { echo.append(byte) }
        default: break
        }
        return nil
    }
}
