internal import Wording

/// What `ban` is asked for.
package struct BanOptions: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case add
        case remove
        case list
    }

    package enum Place: Hashable, Sendable {
        case file(String)
        case engine(EngineOptions)
    }

    package let action: Action
    /// An address, a range, or a key's fingerprint; empty for all.
    package let target: String
    /// The same as a line of a list of bans, with the day and the reason.
    package let line: String
    package let place: Place

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        guard let word = operands.first else { throw .noOperand(PlaceholderWords.action, .ban) }
        guard let action = Action(rawValue: word) else { throw .unknownOperand(word, .ban) }
        let rest = operands.dropFirst()
        switch action {
        case .list: if let surplus = rest.first { throw .tooMuch(surplus, .ban, action: word) }
        case .remove: if rest.count > 1 { throw .tooMuch(rest[2], .ban, action: word) }
        case .add: break
        }
        if action != .list, rest.isEmpty {
            throw .noOperand(PlaceholderWords.banTarget, .ban, action: word)
        }
        self.action = action
        target = rest.first ?? ""
        line = rest.joined(separator: " ")
        if case .engine(let engine) = try ServeOptions.Store(settings) {
            place = .engine(engine)
        } else if let file = settings.text(.bans) {
            place = .file(file)
        } else {
            throw .homelessBan
        }
    }
}
