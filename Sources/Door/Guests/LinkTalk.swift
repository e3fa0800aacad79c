internal import Records
internal import SimperiumClock
internal import SimperiumWire
internal import Wording

/// What is said with a guest who wants their key linked to an account: a code is typed, and then
/// the device that showed it says yes or no.
struct LinkTalk: Hashable, Sendable {
    /// So often the server is asked what was said.
    static let pause = Duration.seconds(2)
    /// No code is good for longer.
    static let patience = Duration.seconds(300)
    private static let longestCode = 64

    /// What was typed so far.
    private(set) var typed = ""
    /// Nil until it was entered.
    private(set) var code: String?
    var ticket: Token?
    var askedAt: Instant?
    let until: Instant

    init(at now: Instant) {
        until = now + Self.patience
    }

    var nextDeadline: Instant {
        guard ticket != nil, let askedAt else { return until }
        return min(until, askedAt + Self.pause)
    }

    /// Takes in one letter; what is to be seen of it on a terminal.
    mutating func type(_ byte: UInt8) -> String {
        switch byte {
        case 0x08, 0x7F:
            guard !typed.isEmpty else { return "" }
            typed.removeLast()
            return "\u{8} \u{8}"
        case 0x21...0x7E where typed.utf8.count < Self.longestCode:
            let letter = String(UnicodeScalar(byte))
            typed += letter
            return letter
        default: return ""
        }
    }

    /// What to ask the server, unless nothing was typed.
    mutating func enter(_ text: String, for key: String?) -> AccountRequest? {
        guard let code = TypedCode.cleaned(text) else { return nil }
        self.code = code
        return .offer(code: code, device: DoorWords.device, key: key)
    }
}
