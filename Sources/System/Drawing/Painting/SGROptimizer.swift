/// A filter that shortens the output of ncurses for a terminal like xterm.
///
/// ncurses sends each attribute and colour separately. When one ends, ncurses repeats the others.
/// It also sends changes of the look that no cell shows. The filter delays a change until a cell
/// shows it, and then sends only the difference. It passes other bytes on unchanged.
package struct SGROptimizer: Sendable {
    private var pen = TerminalPen(endsAttributes: true)
    /// The look that ncurses has set.
    private var look = Look()

    package init() {}

    /// Returns bytes with the same visible effect, usually fewer. `bytes` must contain whole
    /// sequences only. A change of the look may stay delayed after the call.
    package mutating func optimize(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.first {
            if byte == Self.escape {
                let sequence = Self.sequence(at: rest)
                passOrDelay(sequence, &output)
                rest = rest.dropFirst(sequence.count)
            } else {
                // Control characters only move the cursor.
                if byte >= Self.blank {
                    pen.setLook(look, toDraw: byte == Self.blank ? .blank : .replacement, &output)
                }
                output.append(byte)
                rest = rest.dropFirst()
            }
        }
        return output
    }

    /// Appends the delayed change of the look, if there is one. Call this before other code writes
    /// to the terminal.
    package mutating func applyPendingLook(_ output: inout [UInt8]) {
        pen.setLook(look, toDraw: .replacement, &output)
    }

    private static let escape: UInt8 = 0x1B
    private static let blank: UInt8 = 0x20

    /// Returns the escape sequence at the start of `bytes`.
    private static func sequence(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.dropFirst().first == UInt8(ascii: "[") else { return bytes.prefix(2) }
        let inner = bytes.dropFirst(2).prefix { !(0x40...0x7E).contains($0) }
        return bytes.prefix(inner.count + 3)
    }

    private mutating func passOrDelay(_ sequence: ArraySlice<UInt8>, _ output: inout [UInt8]) {
        switch sequence.last {
        case UInt8(ascii: "m"):
            look = look.applyingSGR(parameters: sequence.dropFirst(2).dropLast())
            return
        case UInt8(ascii: "J"), UInt8(ascii: "K"):
            // Erasing may use the current background, so the delayed change is sent first.
            pen.setLook(look, toDraw: .blank, &output)
        default: break
        }
        output += sequence
    }
}

extension Look {
    /// Returns the look after an SGR sequence with these parameters.
    fileprivate func applyingSGR(parameters: ArraySlice<UInt8>) -> Look {
        let numbers = parameters.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        ).map { $0.reduce(0) { 10 * $0 + Int($1) - 48 } }
        var look = self
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: look = Look()
            case 1: look.attributes.insert(.bold)
            case 2: look.attributes.insert(.dim)
            case 4: look.attributes.insert(.underline)
            case 7: look.attributes.insert(.reverse)
            case 22: look.attributes.subtract([.bold, .dim])
            case 24: look.attributes.remove(.underline)
            case 27: look.attributes.remove(.reverse)
            case 30...37: look.foreground = .palette(UInt8(number - 30))
            case 38: look.foreground = Colour(consuming: &rest)
            case 39: look.foreground = .standard
            case 40...47: look.background = .palette(UInt8(number - 40))
            case 48: look.background = Colour(consuming: &rest)
            case 49: look.background = .standard
            case 90...97: look.foreground = .palette(UInt8(number - 82))
            case 100...107: look.background = .palette(UInt8(number - 92))
            default: break
            }
        }
        return look
    }
}

extension Colour {
    /// Reads an indexed or direct colour from the numbers after 38 or 48.
    fileprivate init(consuming rest: inout ArraySlice<Int>) {
        func nextComponent() -> UInt8 { UInt8(truncatingIfNeeded: rest.popFirst() ?? 0) }
        let isDirect = rest.popFirst() == 2
        self =
            isDirect
            ? .rgb(red: nextComponent(), green: nextComponent(), blue: nextComponent())
            : .palette(nextComponent())
    }
}
