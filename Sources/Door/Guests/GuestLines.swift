internal import Lobby
internal import PlainText
internal import SimperiumClock
internal import SimperiumSync

/// What a guest hears and types who has no screen, or wants none: a client that talks in lines.
///
/// Lines leave when those before have left. They may not be left out, as frames may; who takes none
/// for too long is not kept.
struct GuestLines: Sendable {
    private static let longestBacklog = 64_000
    /// How long nothing is said to a program that has typed nothing: it may have no input at all.
    private static let doubt = Duration.seconds(1)

    private(set) var client: LineClient
    private var keyboard: LineKeyboard
    private var output: [UInt8] = []
    private var isOnItsWay = false
    /// Whether anything was ever typed: a program that was started without input says nothing.
    private(set) var hasTyped = false
    private let lineEnd: String
    /// Until when all that is to be said waits for something to be typed; nil if it does not wait.
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

    mutating func type(_ bytes: [UInt8], at now: Instant) -> [LineEffect] {
        hasTyped = true
        heldUntil = nil
        return keyboard.take(bytes, echo: &output).flatMap { client.handle($0, at: now) }
    }

    mutating func tell(_ event: LineEvent, at now: Instant) -> [LineEffect] {
        client.handle(event, at: now)
    }

    mutating func drain() {
        isOnItsWay = false
    }

    /// What is to be sent next; nil while something is on its way.
    mutating func next(at now: Instant) -> [UInt8]? {
        if let heldUntil, heldUntil <= now { self.heldUntil = nil }
        guard !isOnItsWay, !output.isEmpty, heldUntil == nil else { return nil }
        isOnItsWay = true
        return rest()
    }

    /// All that was not sent.
    mutating func rest() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Forgets what waited for somebody to type: nobody will.
    mutating func dropHeld() {
        if heldUntil != nil { output = [] }
    }

    /// Keeps what this guest and others have alike only once.
    mutating func share(with others: inout SharedObjects) {
        client.share(with: &others)
    }
}

/// Lines as they are typed. Where the guest's terminal sends every key as it is pressed, nobody
/// else shows what was typed, and mends it.
struct LineKeyboard: Hashable, Sendable {
    private static let longestLine = 512

    let isRaw: Bool
    private var line: [UInt8] = []
    private var isAfterReturn = false

    init(isRaw: Bool) {
        self.isRaw = isRaw
    }

    /// What was typed by these bytes, and what the terminal is to show of it.
    mutating func take(_ bytes: [UInt8], echo: inout [UInt8]) -> [LineEvent] {
        bytes.compactMap { take($0, &echo) }
    }

    private mutating func take(_ byte: UInt8, _ echo: inout [UInt8]) -> LineEvent? {
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
            // A character goes with all its bytes.
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
