extension KeyParser {
    mutating func step(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .escape(let isDoubled): afterEscape(byte, isDoubled: isDoubled)
        case .character(let partial): continueCharacter(partial, byte)
        case .singleShift: afterSingleShift(byte)
        case .control: inControl(byte)
        case .oldMouse: inOldMouse(byte)
        case .console: afterConsole(byte)
        case .string(let introducer, _): inString(introducer, byte)
        case .stringEnd(let introducer): afterStringEscape(introducer, byte)
        case .paste(let matched): inPaste(byte, matched: matched)
        }
    }

    /// A byte that continues nothing: a key of its own, or the first byte of something longer.
    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape(isDoubled: false)
        case 0x0D, 0x0A: press(.enter)
        case 0x09: press(.tab)
        case 0x08, 0x7F: press(.backspace)
        case 0x00: press(.character(" "), .control)
        case 0x01...0x1A: press(.character(Unicode.Scalar(byte + 0x60)), .control)
        case 0x1C...0x1F: press(.character(Unicode.Scalar(byte + 0x40)), .control)
        case 0x20...0x7E: press(.character(Unicode.Scalar(byte)))
        case 0x80...: beginCharacter(byte)
        default: preconditionFailure("every byte is named above")
        }
    }

    private mutating func beginCharacter(_ byte: UInt8) {
        if let partial = PartialCharacter(byte) { state = .character(partial) } else { reset() }
    }

    private mutating func continueCharacter(_ partial: PartialCharacter, _ byte: UInt8) {
        switch partial.adding(byte) {
        case .incomplete(let longer): state = .character(longer)
        case .complete(let scalar) where scalar.value >= 0xA0: press(.character(scalar))
        // A control character that was sent as two bytes is no key.
        case .complete: reset()
        case .invalid: restart(with: byte)
        }
    }

    private mutating func afterEscape(_ byte: UInt8, isDoubled: Bool) {
        switch byte {
        case 0x1B where isDoubled: found.append(.key(.escape))
        case 0x1B: state = .escape(isDoubled: true)
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            hasAlt = isDoubled
            state = byte == UInt8(ascii: "O") ? .singleShift : .control
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            if isDoubled { found.append(.key(.escape)) }
            state = .string(introducer: byte, isEmpty: true)
        default:
            if isDoubled { found.append(.key(.escape)) }
            hasAlt = true
            begin(byte)
        }
    }

    private mutating func inString(_ introducer: UInt8, _ byte: UInt8) {
        switch byte {
        // Some end it with the one byte that `ESC \` stands for.
        case 0x07, 0x9C: endString(introducer)
        case 0x1B: state = .stringEnd(introducer: introducer)
        // No reply holds a control character: a person pressed Alt and a letter, then Enter.
        case 0x00..<0x20, 0x7F: restart(with: byte)
        default:
            if kept.count < Self.longestReply { kept.append(byte) }
            state = .string(introducer: introducer, isEmpty: false)
        }
    }

    private mutating func endString(_ introducer: UInt8) {
        let reply: TerminalReply? =
            switch introducer {
            case UInt8(ascii: "]"): TerminalReply(operatingSystemCommand: kept)
            case UInt8(ascii: "P"): TerminalReply(deviceControl: kept)
            default: nil
            }
        if let reply { note(reply) }
        reset()
    }

    mutating func note(_ reply: TerminalReply) {
        if replies.count < Self.mostReplies { replies.append(reply) }
    }

    private mutating func afterStringEscape(_ introducer: UInt8, _ byte: UInt8) {
        guard byte != UInt8(ascii: "\\") else { return endString(introducer) }
        reset()
        afterEscape(byte, isDoubled: false)
    }

    /// Leaves a sequence that `byte` can't be part of.
    mutating func restart(with byte: UInt8) {
        giveUp()
        begin(byte)
    }
}
