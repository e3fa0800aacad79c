extension KeyParser {
    mutating func parseAfterSingleShift(_ byte: UInt8) {
        switch byte {
        // An older form with modifiers, `ESC O 5 A`, is read like `ESC [ 5 A`.
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            pendingBytes = Array("1;".utf8) + [byte]
            state = .control
        case 0x20...0x7E:
            if let key = Key(final: byte) ?? Key(keypad: byte) {
                appendKeyEvent(key)
            } else {
                reset()
            }
        default: interruptSequence(with: byte)
        }
    }

    mutating func parseControlByte(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "[") where pendingBytes.isEmpty: state = .console
        case UInt8(ascii: "M") where pendingBytes.isEmpty: state = .oldMouse
        // rxvt ends a key with shift like this.
        case UInt8(ascii: "$") where pendingBytes.allSatisfy(\.isDigit): finishControlSequence(byte)
        // A sequence that is too long to have a meaning is still read to its end.
        case 0x20...0x3F: if pendingBytes.count < Self.longestSequence { pendingBytes.append(byte) }
        case 0x40...0x7E: finishControlSequence(byte)
        default: interruptSequence(with: byte)
        }
    }

    mutating func parseConsoleKey(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "E"):
            appendKeyEvent(.function(Int(byte - UInt8(ascii: "A")) + 1))
        case 0x20...0x7E: reset()
        default: interruptSequence(with: byte)
        }
    }

    mutating func parseOldMouseByte(_ byte: UInt8) {
        guard byte >= 0x20 else { return interruptSequence(with: byte) }
        pendingBytes.append(byte)
        guard pendingBytes.count == 3 else { return }
        let numbers = pendingBytes.map { Int($0) - 0x20 }
        // This form does not name the released button: three stands for the release of any button.
        appendMouse(numbers, isRelease: numbers[0] & 3 == 3)
        reset()
    }

    private mutating func finishControlSequence(_ final: UInt8) {
        guard pendingBytes.count < Self.longestSequence else { return reset() }
        let sequence = ControlSequence(pendingBytes, final: final)
        pendingBytes.removeAll(keepingCapacity: true)
        switch sequence.meaning {
        case .key(let key, let modifiers): appendKeyEvent(key, modifiers)
        case .mouse(let isRelease):
            appendMouse(sequence.numbers, isRelease: isRelease)
            reset()
        case .paste: state = .paste(matched: 0)
        case .reply(let reply):
            storeReply(reply)
            reset()
        case .nothing: reset()
        }
    }

    /// Appends a mouse action if it is valid and used. The numbers are the button with its
    /// modifiers, the column and the row; columns and rows count from one.
    private mutating func appendMouse(_ numbers: [Int], isRelease: Bool) {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0,
            let action = MouseAction(code: numbers[0], isRelease: isRelease)
        else { return }
        let point = Point(row: numbers[2] - 1, column: numbers[1] - 1)
        foundEvents.append(.mouse(action, at: point, Modifiers(mouse: numbers[0])))
    }
}

extension MouseAction {
    /// Creates the action of a button code; nil for a movement, the wheel's other axis, and buttons
    /// that few mice have.
    fileprivate init?(code: Int, isRelease: Bool) {
        switch code & ~0b1_1100 {
        case 0...3 where isRelease: self = .release
        case 0 where !isRelease: self = .press(.left)
        case 1 where !isRelease: self = .press(.middle)
        case 2 where !isRelease: self = .press(.right)
        case 64 where !isRelease: self = .wheelUp
        case 65 where !isRelease: self = .wheelDown
        default: return nil
        }
    }
}

extension Modifiers {
    fileprivate init(mouse code: Int) {
        self = []
        if code & 4 != 0 { insert(.shift) }
        if code & 8 != 0 { insert(.alt) }
        if code & 16 != 0 { insert(.control) }
    }
}
