internal import SimperiumJSON

/// A redactor that replaces the secrets in a recording. Each secret always gets the same
/// replacement, so the recording contains no secret and still replays to the same bytes.
///
/// The redactor finds secrets by their type, and in frames by member names. It also searches all
/// other text for known secrets. Replacements depend only on the order and the length of the
/// secrets. So a replay, which redacts replacements again, produces the recorded lines.
struct SecretRedactor: Sendable {
    /// The maximum number of secrets that the redactor searches for in all text. A hub has
    /// thousands of secrets, but the redactor finds those by their marks.
    private static let mostSought = 16
    /// The length in bytes of the shortest secret that the redactor searches for in all text. A
    /// shorter secret could be part of ordinary text.
    private static let leastSought = 8
    private static let marker = "\u{1}secret:"
    private static let secretMembers: [JSONString] = ["token", "resume", "secret"]

    private var standIns: [JSONString: JSONString] = [:]
    private var sought: [(secret: [UInt8], standIn: [UInt8])] = []

    /// Returns a secret with a mark, so that `redact(_:)` finds it. `RecordingCoder` encodes every
    /// secret in this way.
    static func markedSecret(_ secret: String) -> JSONString { JSONString(marker + secret) }

    /// Learns the secrets in the value, and returns the value with all known secrets replaced.
    mutating func redact(_ json: JSON) -> JSON {
        json.forEachText { learnSecrets(from: $0) }
        return json.mapTexts(redactText)
    }

    private static func secret(markedIn text: JSONString) -> JSONString? {
        guard text.utf8Count > marker.utf8.count, text.utf8.starts(with: marker.utf8) else {
            return nil
        }
        return JSONString(utf8: Array(text.utf8.dropFirst(marker.utf8.count)))
    }
}

extension SecretRedactor {
    private mutating func learnSecrets(from text: JSONString) {
        if let secret = Self.secret(markedIn: text) { return assignStandIn(secret) }
        guard let frame = SecretFrame(text), case .object(let members) = frame.payload else {
            return
        }
        for name in Self.secretMembers {
            if let secret = members[name]?.text, !secret.isEmpty { assignStandIn(secret) }
        }
    }

    private mutating func assignStandIn(_ secret: JSONString) {
        guard standIns[secret] == nil else { return }
        let standIn = JSONString(Self.standIn(number: standIns.count + 1, like: secret))
        standIns[secret] = standIn
        if sought.count < Self.mostSought, secret.utf8Count >= Self.leastSought {
            sought.append((secret.utf8, standIn.utf8))
        }
    }

    /// Returns the replacement of a secret: letters and digits of the same length.
    private static func standIn(number: Int, like secret: JSONString) -> String {
        let digits = String(number, radix: 36)
        let room = secret.utf8Count - digits.count
        guard room > 0 else { return String(digits.suffix(secret.utf8Count)) }
        let word = "hidden"
        return room < word.count
            ? String(repeating: "x", count: room) + digits
            : word + String(repeating: "x", count: room - word.count) + digits
    }

    private func redactText(_ text: JSONString) -> JSONString {
        if let secret = Self.secret(markedIn: text) { return standIns[secret] ?? secret }
        return sought.isEmpty ? redactedFrame(text) : redactOccurrences(redactedFrame(text))
    }

    private func redactedFrame(_ text: JSONString) -> JSONString {
        guard let frame = SecretFrame(text) else { return text }
        guard case .object(var members) = frame.payload else { return frame.blackened }
        for name in Self.secretMembers {
            if let standIn = members[name]?.text.flatMap({ standIns[$0] }) {
                members[name] = .string(standIn)
            }
        }
        return JSONString(utf8: frame.beginning + members.utf8) ?? frame.blackened
    }

    private func redactOccurrences(_ text: JSONString) -> JSONString {
        var bytes = text.utf8
        var isChanged = false
        for (secret, standIn) in sought {
            var next = 0
            while let start = bytes.firstIndex(of: secret, from: next) {
                next = start + secret.count
                bytes.replaceSubrange(start..<next, with: standIn)
                isChanged = true
            }
        }
        return isChanged ? JSONString(utf8: bytes) ?? "" : text
    }
}

/// A frame that may contain a secret: an `init` message, or an `o` message about the session.
private struct SecretFrame {
    private static let names = ["init:", "o:"].map { Array($0.utf8) }

    /// The part before the payload: the channel's number and the command's name.
    let beginning: [UInt8]
    /// The payload; nil if it is not JSON.
    let payload: JSON?
    private let bytes: [UInt8]
    /// The position of the first byte that is not valid JSON; the frame's length if there is none.
    private let flaw: Int

    /// Reads a frame; nil for a frame that can't contain a secret.
    init?(_ text: JSONString) {
        let bytes = text.utf8
        guard let digits = bytes.prefix(6).firstIndex(of: UInt8(ascii: ":")), digits > 0,
            bytes[..<digits].allSatisfy({ (0x30...0x39).contains($0) }),
            let name = Self.names.first(where: { bytes[(digits + 1)...].starts(with: $0) })
        else { return nil }
        beginning = Array(bytes.prefix(digits + 1 + name.count))
        self.bytes = bytes
        do throws(JSONError) {
            payload = try JSON(parsing: bytes, from: beginning.count)
            flaw = bytes.count
        } catch {
            payload = nil
            flaw = error.offset
        }
    }

    /// The frame with `x` for each letter and digit in its strings and after its flaw, because any
    /// of these may belong to a secret. A replay finds the same flaw at the same position.
    var blackened: JSONString {
        var masked = bytes
        var isInString = false
        let end = endOfFlaw
        var index = beginning.count
        while index < bytes.count {
            let byte = bytes[index]
            if index < flaw, byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if index < flaw, isInString, byte == UInt8(ascii: "\\") {
                index += 1
                if index + 4 < flaw, bytes[index] == UInt8(ascii: "u") {
                    let isSurrogate = bytes[index + 1] | 0x20 == UInt8(ascii: "d")
                    if !isSurrogate {
                        masked.replaceSubrange(index + 1...index + 4, with: "0078".utf8)
                    }
                    index += 4
                }
            } else if index >= end || index < flaw && isInString,
                byte.isLetterOrDigit
            {
                masked[index] = UInt8(ascii: "x")
            }
            index += 1
        }
        return JSONString(utf8: masked) ?? ""
    }
}

extension SecretFrame {
    /// The position after the flaw. A number out of range and an unpaired surrogate each count as
    /// one flaw. Any other flaw is one byte, with the characters of a number that follow it.
    private var endOfFlaw: Int {
        let rest = bytes[min(flaw, bytes.count)...]
        if rest.starts(with: #"\ud"#.utf8) || rest.starts(with: #"\uD"#.utf8) {
            return min(flaw + 6, bytes.count)
        }
        return rest.dropFirst().firstIndex { !$0.isOfNumber } ?? bytes.count
    }
}

extension UInt8 {
    private var isDigit: Bool { (0x30...0x39).contains(self) }

    fileprivate var isOfNumber: Bool { isDigit || "eE+-.".utf8.contains(self) }

    fileprivate var isLetterOrDigit: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }
}

extension [UInt8] {
    fileprivate func firstIndex(of part: [UInt8], from start: Int) -> Int? {
        guard let first = part.first, count - start >= part.count else { return nil }
        return (start...count - part.count).first { start in
            self[start] == first && self[start..<start + part.count].elementsEqual(part)
        }
    }
}

extension JSON {
    fileprivate func forEachText(_ body: (JSONString) -> Void) {
        switch self {
        case .string(let text): body(text)
        case .array(let elements): for element in elements { element.forEachText(body) }
        case .object(let members): for member in members { member.value.forEachText(body) }
        case .null, .bool, .number: break
        }
    }

    fileprivate func mapTexts(_ change: (JSONString) -> JSONString) -> JSON {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mapTexts(change) })
        case .object(let members):
            .object(
                JSONObject(
                    members.map { .init(name: $0.name, value: $0.value.mapTexts(change)) }))
        case .null, .bool, .number: self
        }
    }
}
