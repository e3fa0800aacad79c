internal import Drawing
internal import Wording

/// One line that a person types.
struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case name
        case code
    }

    /// What a key did to the line.
    enum Outcome: Hashable, Sendable {
        case goesOn
        case entered(String)
        case left
    }

    private static let longest = 24

    let purpose: Purpose
    private(set) var text: String
    /// What is wrong with what was entered.
    var flaw: String?

    init(_ purpose: Purpose, text: String = "") {
        self.purpose = purpose
        self.text = text
    }

    var words: PromptWords {
        switch purpose {
        case .name: .name
        case .code: .code
        }
    }

    mutating func handle(_ event: KeyEvent) -> Outcome {
        switch event {
        case .key(.escape, _), .key(.character("c"), .control): return .left
        case .key(.enter, _): return .entered(text)
        case .key(.backspace, _):
            if !text.isEmpty { text.removeLast() }
        case .key(.character("u"), .control): text = ""
        case .key(.character(let scalar), let modifiers)
        where modifiers.isDisjoint(with: [.control, .alt]):
            append(String(scalar))
        case .paste(let text): append(text)
        case .key, .mouse: return .goesOn
        }
        flaw = nil
        return .goesOn
    }

    /// A paste is cut to its first line, and nothing that acts on a terminal gets in.
    private mutating func append(_ typed: String) {
        let line = typed.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        for scalar in line where scalar.properties.generalCategory != .control {
            guard text.unicodeScalars.count < Self.longest else { return }
            text.unicodeScalars.append(scalar)
        }
    }
}
