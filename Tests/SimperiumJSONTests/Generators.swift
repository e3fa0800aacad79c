import SimperiumClock
import SimperiumJSON

/// Random values, texts, edits and operations.
extension SeededRandom {
    /// Characters that break programs: quotes, controls, line ends, combining and joined
    /// characters, pairs.
    private static let characters: [Unicode.Scalar] = Array(
        "aab  \n\t\r\"\\/%+=<é\u{301}\u{200D}\u{2028}\u{FFFF}\u{0}\u{1F}\u{7F}😀😁👩👧\u{10FFFF}"
            .unicodeScalars)

    private static let numbers = [
        "0", "-0", "1", "1.0", "1e0", "2", "10", "1e1", "-1", "0.1", "12345678901234567890",
        "12345678901234567891", "1e999999999", "5e-324", "9007199254740993", "9223372036854775807",
    ]

    mutating func text(upTo limit: Int) -> String {
        var text = ""
        for _ in 0..<numberBelow(limit + 1) { text.unicodeScalars.append(character()) }
        return text
    }

    private mutating func character() -> Unicode.Scalar {
        Self.characters[numberBelow(Self.characters.count)]
    }

    mutating func name() -> JSONString {
        JSONString(
            pick(["a", "b", "c", "d", "é", "e\u{301}", "a long name of a member", ""]) ?? "")
    }

    mutating func value(depth: Int = 3) -> JSON {
        switch numberBelow(depth > 0 ? 9 : 6) {
        case 0: .null
        case 1: .bool(chance(1, in: 2))
        case 2: number()
        case 3, 4, 5: JSON(text(upTo: 12))
        case 6: .array((0..<numberBelow(5)).map { _ in value(depth: depth - 1) })
        default: .object(object(depth: depth - 1))
        }
    }

    mutating func number() -> JSON {
        let literal = pick(Self.numbers) ?? ""
        return (try? JSON(parsing: Array(literal.utf8))) ?? .null
    }

    mutating func object(depth: Int = 3) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<numberBelow(chance(1, in: 20) ? 40 : 6) {
            let name = chance(1, in: 4) ? JSONString("n\(numberBelow(50))") : name()
            object[name] = value(depth: depth)
        }
        return object
    }

    /// The object with random edits of a user.
    mutating func edited(_ object: JSONObject) -> JSONObject {
        var edited = object
        for member in object where chance(1, in: 2) {
            edited[member.name] = chance(1, in: 5) ? nil : self.edited(member.value)
        }
        while chance(1, in: 3) { edited[name()] = value(depth: 1) }
        return edited
    }

    mutating func edited(_ value: JSON) -> JSON {
        if chance(1, in: 5) { return self.value(depth: 1) }
        return switch value {
        case .string(let text): JSON(edited(text.string))
        case .object(let object): .object(edited(object))
        case .array(let elements): .array(elements.filter { _ in chance(2, in: 3) } + [number()])
        case .number, .bool, .null: number()
        }
    }

    /// The text with random edits of a user.
    mutating func edited(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        repeat {
            let start = numberBelow(scalars.count + 1)
            let end = min(scalars.count, start + numberBelow(4))
            scalars.replaceSubrange(start..<end, with: Array(self.text(upTo: 3).unicodeScalars))
        } while chance(1, in: 2)
        var edited = ""
        edited.unicodeScalars.append(contentsOf: scalars)
        return edited
    }

    /// A diff of `object` with operations of all kinds, in the form of the wire.
    mutating func diff(of object: JSONObject) -> JSON {
        var diff = JSONObject()
        for name in object.map(\.name) + [name(), name()] where chance(2, in: 3) {
            diff[name] = operation(on: object[name])
        }
        return .object(diff)
    }

    mutating func operation(on value: JSON?) -> JSON {
        switch (numberBelow(7), value) {
        case (0, _): ["o": "+", "v": self.value(depth: 1)]
        case (1, _): ["o": "-"]
        case (2, _), (_, nil): ["o": "r", "v": self.value(depth: 1)]
        case (_, .string(let text)?): ["o": "d", "v": .string(delta(of: text))]
        case (_, .object(let object)?): ["o": "O", "v": diff(of: object)]
        case (_, .number(let number)?) where number.double != nil:
            ["o": "I", "v": JSON(numberBelow(7) - 3)]
        case (3, .array(let elements)?): ["o": "dL", "v": .string(lineDelta(of: elements))]
        case (_, .array(let elements)?): ["o": "L", "v": listDiff(of: elements)]
        case (_, .number?), (_, .bool?), (_, .null?): ["o": "r", "v": self.value(depth: 1)]
        }
    }

    /// A delta that may be clumsy. It cuts surrogate pairs where that is allowed.
    mutating func delta(of text: JSONString) -> JSONString {
        var tokens: [String] = []
        var left = Array(text.string.unicodeScalars)[...]
        while let scalar = left.popFirst() {
            let count = scalar.utf16.count
            switch numberBelow(6) {
            case 0: tokens.append("-\(count)")
            case 1 where count == 2: tokens += ["=1", "=1"]
            case 2: tokens += ["+x%F0%9F%98%80", "=\(count)"]
            case 3: tokens += ["-\(count)", "+\(numberBelow(9))"]
            default: tokens.append("=\(count)")
            }
        }
        if chance(1, in: 3) { tokens.append("+end") }
        return JSONString(tokens.joined(separator: "\t"))
    }

    private mutating func lineDelta(of elements: [JSON]) -> JSONString {
        let lines = elements.map { JSONString("\($0)\n").utf16Count }
        let kept = lines.map { (chance(1, in: 3) ? "-" : "=") + "\($0)" }
        return JSONString((kept + ["+%22new%22%0A"]).joined(separator: "\t"))
    }

    /// An index counts the insertions before it, and the removed elements, too.
    private mutating func listDiff(of elements: [JSON]) -> JSON {
        var changes: [JSONObject.Member] = []
        var inserted = 0
        for (position, element) in elements.enumerated() where chance(1, in: 2) {
            let name = JSONString("\(position + inserted)")
            changes.append(.init(name: name, value: operation(on: element)))
            if changes.last?.value["o"] == "+" { inserted += 1 }
        }
        return .object(JSONObject(changes.reversed()))
    }
}
