internal import Drawing
internal import Lobby
internal import PlainText
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The input and output of a guest without a screen: a client in plain text.
///
/// Lines are sent once all earlier lines have been sent. Lines can't be skipped like frames, so a
/// guest with too many unsent lines is disconnected.
///
/// The session does no I/O. Order of calls: `type` for input and `handle` for events; `writeLine`
/// for each line of the client; `takeNextOutput` after each event; `recordDrain` when the bytes
/// have been sent; `drainUnsentOutput` once, at the end.
struct GuestTextSession: Sendable {
    private static let longestBacklog = 64_000
    /// The longest wait for input before the first output to a player without a terminal, because
    /// the ssh client may have no input.
    private static let inputWait = Duration.seconds(1)

    private(set) var client: LineClient
    private var keyboard: TypedLineEditor
    private var output: [UInt8] = []
    private var isOutputInFlight = false
    /// True if any input has arrived. A player whose input ends without any byte is refused.
    private(set) var hasTyped = false
    private let lineEnd: String
    /// The end of the output's wait for the guest's first input; nil if the output does not wait.
    private(set) var heldUntil: Instant?

    init(_ client: LineClient, isSpectator: Bool, isOnTerminal: Bool, at now: Instant) {
        self.client = client
        heldUntil = isOnTerminal || isSpectator ? nil : now + Self.inputWait
        keyboard = TypedLineEditor(isRaw: isOnTerminal)
        lineEnd = isOnTerminal ? "\r\n" : "\n"
    }

    var isStalled: Bool { output.count > Self.longestBacklog }

    mutating func writeLine(_ line: String) {
        output += (line + lineEnd).utf8
    }

    mutating func type(_ bytes: [UInt8], at now: Instant) -> [LineClient.Effect] {
        hasTyped = true
        heldUntil = nil
        return keyboard.type(bytes, echo: &output).flatMap { client.handle($0, at: now) }
    }

    mutating func endInput(at now: Instant) -> [LineClient.Effect] {
        client.handle(.end, at: now)
    }

    mutating func handle(_ event: ProgramEvent, at now: Instant) -> [LineClient.Effect] {
        client.handle(event, at: now)
    }

    mutating func recordDrain() {
        isOutputInFlight = false
    }

    /// Returns the next bytes to send; nil if there are none, while earlier bytes are being sent,
    /// and while the output waits for input.
    mutating func takeNextOutput(at now: Instant) -> [UInt8]? {
        if let heldUntil, heldUntil <= now { self.heldUntil = nil }
        guard !isOutputInFlight, !output.isEmpty, heldUntil == nil else { return nil }
        isOutputInFlight = true
        return drainUnsentOutput()
    }

    /// Removes and returns all output that was not sent.
    mutating func drainUnsentOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Drops the output if it still waits for input. Call this if the input ended before any byte
    /// arrived.
    mutating func dropOutputAwaitingInput() {
        if heldUntil != nil { output = [] }
    }

    /// Replaces objects with equal objects of other guests, so that each object is in memory only
    /// once.
    mutating func deduplicate(with others: inout InternedObjects) {
        client.deduplicate(with: &others)
    }
}

/// The editor of a typed line. A terminal in raw mode sends each key at once, so the door must show
/// and correct the text.
struct TypedLineEditor: Hashable, Sendable {
    private static let longestLine = 512

    let isRaw: Bool
    private var line: [UInt8] = []
    private var isAfterReturn = false

    init(isRaw: Bool) {
        self.isRaw = isRaw
    }

    private var columns: Int { String(decoding: line, as: UTF8.self).columns }

    /// Applies typed bytes. Adds the echo for the terminal, and returns the finished lines
    /// and interrupts.
    mutating func type(_ bytes: [UInt8], echo: inout [UInt8]) -> [UserLineInput] {
        bytes.compactMap { type($0, &echo) }
    }

    private mutating func type(_ byte: UInt8, _ echo: inout [UInt8]) -> UserLineInput? {
        defer { isAfterReturn = byte == UInt8(ascii: "\r") }
        switch byte {
        case UInt8(ascii: "\n") where isAfterReturn: break
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            if isRaw { echo += "\r\n".utf8 }
            defer { line = [] }
            return .typed(String(decoding: line, as: UTF8.self))
        case 0x03 where isRaw: return .interrupted
        // `end` would wait for the connection, because it is meant for the end of a script.
        case 0x04 where isRaw && line.isEmpty: return .interrupted
        case 0x08 where isRaw, 0x7F where isRaw:
            let before = columns
            // A character's marks and joined parts are removed together with it.
            line = Array(String(decoding: line, as: UTF8.self).dropLast().utf8)
            for _ in columns..<max(columns, before) { echo += "\u{8} \u{8}".utf8 }
        case 0x20...0x7E, 0x80...0xFF:
            guard line.count < Self.longestLine else { break }
            line.append(byte)
            if isRaw { echo.append(byte) }
        default: break
        }
        return nil
    }
}
