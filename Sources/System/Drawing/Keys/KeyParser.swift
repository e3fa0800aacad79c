package import SimperiumClock

/// Tells what a person does from the bytes that a terminal sends, however they are cut in pieces.
///
/// Feed it all that arrives together with the present, and call `wake` at `nextDeadline`: only time
/// tells a lone Esc from the first byte of an arrow key. Whatever is not a person's doing leaves no
/// event: not a terminal's replies, which are kept aside, nor what is not known here. Nothing that
/// is sent can trap, and nothing is kept beyond a few bytes and one paste of limited length.
package struct KeyParser: Hashable, Sendable {
    /// How long an Esc may turn out to be part of a longer sequence.
    package static let escapePatience = Duration.milliseconds(50)
    /// The same while a reply is on its way, which may come in pieces.
    package static let replyPatience = Duration.milliseconds(250)
    /// How long the rest of a sequence, or of a character, may be under way.
    package static let sequencePatience = Duration.milliseconds(500)
    /// How long a paste may pause before it counts as complete.
    package static let pastePatience = Duration.seconds(2)
    /// How many bytes of a paste are kept.
    package static let pasteLimit = 4_096

    enum State: Hashable {
        case ground
        /// After Esc, or after two of them, which some terminals send for Alt and an arrow.
        case escape(isDoubled: Bool)
        /// Within a character of several bytes.
        case character(PartialCharacter)
        /// After `ESC O`.
        case singleShift
        /// After `ESC [`; its parameters are in `kept`.
        case control
        /// Within the three bytes that follow `ESC [ M`; they are in `kept`.
        case oldMouse
        /// After `ESC [ [`, with which the Linux console begins its first function keys.
        case console
        /// In a reply that ends with `ESC \` or BEL, begun by Esc and this byte; `kept` has it.
        case string(introducer: UInt8, isEmpty: Bool)
        /// After an Esc in such a reply.
        case stringEnd(introducer: UInt8)
        /// In a paste, of whose end so many bytes have come.
        case paste(matched: Int)
    }

    static let longestSequence = 32
    static let longestReply = 64
    /// More than were asked for are dropped.
    static let mostReplies = 8

    var state = State.ground
    var hasAlt = false
    var kept: [UInt8] = []
    /// Empty again whenever the caller has been told.
    var found: [KeyEvent] = []
    /// What the terminal has answered, until it is taken.
    var replies: [TerminalReply] = []
    /// Whether the terminal was asked something, and has not answered.
    package var awaitsReply = false
    /// When to call `wake`, if nothing arrives before.
    package private(set) var nextDeadline: Instant?

    package init() {}

    package mutating func read(_ bytes: [UInt8], at now: Instant) -> [KeyEvent] {
        guard !bytes.isEmpty else { return [] }
        if isDue(at: now) { giveUp() }
        for byte in bytes { step(byte) }
        nextDeadline = patience.map { now + $0 }
        return takeFound()
    }

    /// What the bytes so far mean, if their time is up.
    package mutating func wake(at now: Instant) -> [KeyEvent] {
        guard isDue(at: now) else { return [] }
        giveUp()
        nextDeadline = nil
        return takeFound()
    }

    /// What the terminal has answered since the last time.
    package mutating func takeReplies() -> [TerminalReply] {
        guard !replies.isEmpty else { return [] }
        defer { replies = [] }
        return replies
    }

    private func isDue(at now: Instant) -> Bool {
        nextDeadline.map { $0 <= now } ?? false
    }

    private mutating func takeFound() -> [KeyEvent] {
        defer { found = [] }
        return found
    }

    private var patience: Duration? {
        switch state {
        case .ground: nil
        case .escape, .stringEnd: awaitsReply ? Self.replyPatience : Self.escapePatience
        case .paste: Self.pastePatience
        // A reply may pause on a slow line. The rest of it would be read as keys.
        case .string(_, isEmpty: false): Self.pastePatience
        case .character, .singleShift, .control, .oldMouse, .console, .string:
            Self.sequencePatience
        }
    }

    /// Takes what has come for all that will come. Alt and a letter begin as sequences do.
    mutating func giveUp() {
        switch state {
        case .escape(let isDoubled):
            found.append(.key(.escape))
            if isDoubled { found.append(.key(.escape)) }
        case .stringEnd: found.append(.key(.escape))
        case .singleShift: found.append(.key(.character("O"), .alt))
        case .control where kept.isEmpty: found.append(.key(.character("["), .alt))
        case .string(let introducer, isEmpty: true):
            found.append(.key(.character(Unicode.Scalar(introducer)), .alt))
        case .paste: found.append(.paste(pasted))
        case .ground, .character, .control, .oldMouse, .console, .string: break
        }
        reset()
    }

    mutating func reset() {
        state = .ground
        hasAlt = false
        // The room that a paste took is given back.
        if !kept.isEmpty { kept.removeAll(keepingCapacity: kept.count < 64) }
    }

    /// Ends whatever was going on with a key.
    mutating func press(_ key: Key, _ modifiers: Modifiers = []) {
        found.append(.key(key, hasAlt ? modifiers.union(.alt) : modifiers))
        reset()
    }
}
