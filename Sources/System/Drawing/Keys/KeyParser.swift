package import SimperiumClock

/// A parser of a terminal's bytes, in pieces of any size. It returns the user's actions.
///
/// Pass all bytes with the current time, and call `flushExpired` at `nextDeadline`. Only time
/// separates a lone Esc from the first byte of an arrow key. The terminal's replies are stored
/// separately, and unknown sequences give no event. No input causes a trap. The parser stores only
/// a few bytes, and one paste of limited length.
package struct KeyParser: Hashable, Sendable {
    /// The time that the parser waits after Esc for the rest of a sequence.
    package static let escapeTimeout = Duration.milliseconds(50)
    /// The same time while a reply is expected, because a reply may come in pieces.
    package static let replyTimeout = Duration.milliseconds(250)
    /// The time that the parser waits for the next byte of an incomplete sequence or character.
    static let sequenceTimeout = Duration.milliseconds(500)
    /// The pause that ends a paste without its end marker, or a reply after its first byte.
    static let pasteTimeout = Duration.seconds(2)
    package static let pasteLimit = 4_096

    enum ParserState: Hashable {
        case ground
        /// After one Esc, or after two: some terminals send two for Alt and an arrow.
        case escape(isDoubled: Bool)
        /// In a character, with its first bytes in `pendingBytes`.
        case character(missing: Int)
        /// After `ESC O`.
        case singleShift
        /// After `ESC [`; its parameters are in `pendingBytes`.
        case control
        /// Within the three bytes that follow `ESC [ M`; they are in `pendingBytes`.
        case oldMouse
        /// After `ESC [ [`, the start of the Linux console's first function keys.
        case console
        /// In a reply that began with Esc and this byte, and that ends with `ESC \` or BEL. The
        /// reply's text is in `pendingBytes`.
        case string(introducer: UInt8, isEmpty: Bool)
        /// After an Esc in a reply that began with Esc and this byte.
        case stringEnd(introducer: UInt8)
        /// In a paste, with the first `matched` bytes of its end marker received.
        case paste(matched: Int)
    }

    static let longestSequence = 32
    static let longestReply = 64
    /// The maximum number of stored replies. Later replies are dropped until the caller takes the
    /// stored ones.
    static let mostReplies = 8

    var state = ParserState.ground
    var hasAlt = false
    var pendingBytes: [UInt8] = []
    var foundEvents: [TerminalInputEvent] = []
    var replies: [TerminalReply] = []
    /// True while an answer from the terminal may still arrive.
    var awaitsReply = false
    /// The time of the next call of `flushExpired`, if no bytes arrive before.
    package private(set) var nextDeadline: Instant?

    package init() {}

    package mutating func read(_ bytes: [UInt8], at now: Instant) -> [TerminalInputEvent] {
        guard !bytes.isEmpty else { return [] }
        if isSequenceTimedOut(at: now) { finishPendingSequence() }
        for byte in bytes { consume(byte) }
        nextDeadline = timeout.map { now + $0 }
        return takeFoundEvents()
    }

    /// Returns the events of the incomplete bytes if `nextDeadline` has passed; otherwise none.
    package mutating func flushExpired(at now: Instant) -> [TerminalInputEvent] {
        guard isSequenceTimedOut(at: now) else { return [] }
        finishPendingSequence()
        nextDeadline = nil
        return takeFoundEvents()
    }

    mutating func takeReplies() -> [TerminalReply] {
        guard !replies.isEmpty else { return [] }
        defer { replies = [] }
        return replies
    }

    private func isSequenceTimedOut(at now: Instant) -> Bool {
        nextDeadline.map { $0 <= now } ?? false
    }

    private mutating func takeFoundEvents() -> [TerminalInputEvent] {
        defer { foundEvents = [] }
        return foundEvents
    }

    private var timeout: Duration? {
        switch state {
        case .ground: nil
        case .escape, .stringEnd: awaitsReply ? Self.replyTimeout : Self.escapeTimeout
        case .paste: Self.pasteTimeout
        // A reply may pause on a slow link. If it timed out sooner, its rest would be read as keys.
        case .string(_, isEmpty: false): Self.pasteTimeout
        case .character, .singleShift, .control, .oldMouse, .console, .string:
            Self.sequenceTimeout
        }
    }

    /// Ends the current sequence as if no byte follows. Adds the keys or the paste that the bytes
    /// then mean: for example, `ESC O` is Alt and O. Drops other incomplete sequences.
    mutating func finishPendingSequence() {
        switch state {
        case .escape(let isDoubled):
            foundEvents.append(.key(.escape))
            if isDoubled { foundEvents.append(.key(.escape)) }
        case .stringEnd: foundEvents.append(.key(.escape))
        case .singleShift: foundEvents.append(.key(.character("O"), .alt))
        case .control where pendingBytes.isEmpty: foundEvents.append(.key(.character("["), .alt))
        case .string(let introducer, isEmpty: true):
            foundEvents.append(.key(.character(Unicode.Scalar(introducer)), .alt))
        case .paste: foundEvents.append(.paste(pasted))
        case .ground, .character, .control, .oldMouse, .console, .string: break
        }
        reset()
    }

    mutating func reset() {
        state = .ground
        hasAlt = false
        // The memory of a paste is freed.
        if !pendingBytes.isEmpty {
            pendingBytes.removeAll(keepingCapacity: pendingBytes.count < 64)
        }
    }

    /// Adds a key event, and ends the current sequence.
    mutating func appendKeyEvent(_ key: Key, _ modifiers: Modifiers = []) {
        foundEvents.append(.key(key, hasAlt ? modifiers.union(.alt) : modifiers))
        reset()
    }
}

extension KeyParser {
    mutating func consume(_ byte: UInt8) {
        switch state {
        case .ground: beginKey(byte)
        case .escape(let isDoubled): parseAfterEscape(byte, isDoubled: isDoubled)
        case .character(let missing): continueCharacter(byte, missing: missing)
        case .singleShift: parseAfterSingleShift(byte)
        case .control: parseControlByte(byte)
        case .oldMouse: parseOldMouseByte(byte)
        case .console: parseConsoleKey(byte)
        case .string(let introducer, _): parseStringByte(introducer, byte)
        case .stringEnd(let introducer): parseAfterStringEscape(introducer, byte)
        case .paste(let matched): parsePasteByte(byte, matched: matched)
        }
    }

    /// Handles a byte outside of any sequence: the byte is a key, or begins a sequence.
    private mutating func beginKey(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape(isDoubled: false)
        case 0x0D, 0x0A: appendKeyEvent(.enter)
        case 0x09: appendKeyEvent(.tab)
        case 0x08, 0x7F: appendKeyEvent(.backspace)
        case 0x00: appendKeyEvent(.character(" "), .control)
        case 0x01...0x1A: appendKeyEvent(.character(Unicode.Scalar(byte + 0x60)), .control)
        case 0x1C...0x1F: appendKeyEvent(.character(Unicode.Scalar(byte + 0x40)), .control)
        case 0x20...0x7E: appendKeyEvent(.character(Unicode.Scalar(byte)))
        case 0x80...: beginCharacter(byte)
        default: preconditionFailure("every byte is named above")
        }
    }

    private mutating func beginCharacter(_ byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: state = .character(missing: 1)
        case 0xE0...0xEF: state = .character(missing: 2)
        case 0xF0...0xF4: state = .character(missing: 3)
        default: return reset()
        }
        pendingBytes.append(byte)
    }

    private mutating func continueCharacter(_ byte: UInt8, missing: Int) {
        guard byte & 0xC0 == 0x80 else { return interruptSequence(with: byte) }
        pendingBytes.append(byte)
        guard missing == 1 else { return state = .character(missing: missing - 1) }
        // A control character from U+0080 to U+009F is not a key.
        guard let scalar = String(validating: pendingBytes, as: UTF8.self)?.unicodeScalars.first,
            scalar.value >= 0xA0
        else { return reset() }
        appendKeyEvent(.character(scalar))
    }

    private mutating func parseAfterEscape(_ byte: UInt8, isDoubled: Bool) {
        switch byte {
        case 0x1B where isDoubled: foundEvents.append(.key(.escape))
        case 0x1B: state = .escape(isDoubled: true)
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            hasAlt = isDoubled
            state = byte == UInt8(ascii: "O") ? .singleShift : .control
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            if isDoubled { foundEvents.append(.key(.escape)) }
            state = .string(introducer: byte, isEmpty: true)
        default:
            if isDoubled { foundEvents.append(.key(.escape)) }
            hasAlt = true
            beginKey(byte)
        }
    }

    private mutating func parseStringByte(_ introducer: UInt8, _ byte: UInt8) {
        switch byte {
        // Some terminals send the one byte that `ESC \` stands for.
        case 0x07, 0x9C: finishString(introducer)
        case 0x1B: state = .stringEnd(introducer: introducer)
        // No reply contains a control character, so the user pressed Alt and a letter, then a key
        // such as Enter.
        case 0x00..<0x20, 0x7F: interruptSequence(with: byte)
        default:
            if pendingBytes.count < Self.longestReply { pendingBytes.append(byte) }
            state = .string(introducer: introducer, isEmpty: false)
        }
    }

    private mutating func finishString(_ introducer: UInt8) {
        let reply: TerminalReply? =
            switch introducer {
            case UInt8(ascii: "]"): TerminalReply(operatingSystemCommand: pendingBytes)
            case UInt8(ascii: "P"): TerminalReply(deviceControl: pendingBytes)
            default: nil
            }
        if let reply { storeReply(reply) }
        reset()
    }

    mutating func storeReply(_ reply: TerminalReply) {
        if replies.count < Self.mostReplies { replies.append(reply) }
    }

    private mutating func parseAfterStringEscape(_ introducer: UInt8, _ byte: UInt8) {
        guard byte != UInt8(ascii: "\\") else { return finishString(introducer) }
        reset()
        parseAfterEscape(byte, isDoubled: false)
    }

    /// Ends a sequence that `byte` can't belong to, and handles `byte` as the start of the next key
    /// or sequence.
    mutating func interruptSequence(with byte: UInt8) {
        finishPendingSequence()
        beginKey(byte)
    }
}

extension KeyParser {
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    mutating func parsePasteByte(_ byte: UInt8, matched: Int) {
        if byte == Self.pasteEnd[matched] {
            guard matched + 1 == Self.pasteEnd.count else {
                state = .paste(matched: matched + 1)
                return
            }
            return finishPendingSequence()
        }
        // The bytes that looked like the end marker were text. Only the marker's first byte can
        // start a marker again.
        for text in Self.pasteEnd[..<matched] { storePasteByte(text) }
        let isEscape = byte == Self.pasteEnd[0]
        if !isEscape { storePasteByte(byte) }
        state = .paste(matched: isEscape ? 1 : 0)
    }

    /// Stores a byte of a paste: up to the limit, and one more, which marks a longer paste.
    private mutating func storePasteByte(_ byte: UInt8) {
        if pendingBytes.count <= Self.pasteLimit { pendingBytes.append(byte) }
    }

    /// The text of the paste, up to the limit. The character with the first byte beyond the limit
    /// is dropped, because it may be incomplete.
    var pasted: String {
        String(decoding: pendingBytes.wholeCharacterPrefix(upTo: Self.pasteLimit), as: UTF8.self)
    }
}
