internal import Drawing
internal import Lobby
internal import Wording

/// One line that a person types.
struct Prompt: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case name
        /// The same at the first start, before anybody sees the person.
        case firstName
        case code
        /// Whose account it is, or is to be.
        case accountName(isNew: Bool)
        case password(PasswordStep)
        /// The account's own, to be sure that it is meant.
        case nameToDelete
        /// The code that another device shows.
        case linkCode
        case friendName
        case alias(user: String)
        /// With whom a game over days is to begin.
        case partnerName
        /// Who plays that one would like to watch.
        case matchSearch
    }

    /// Which password is wanted.
    enum PasswordStep: Hashable, Sendable {
        case signIn
        case old
        case new
        case again
        case toDelete
    }

    /// What a key did to the line.
    enum Outcome: Hashable, Sendable {
        case goesOn
        case entered(String)
        case left
        /// Whoever types wants to be out of everything.
        case interrupted
    }

    private static let longest = 24
    private static let longestSecret = 256

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
        case .firstName: .firstName
        case .code: .code
        case .accountName(let isNew): isNew ? .newAccountName : .accountName
        case .password(.signIn): .password
        case .password(.old): .oldPassword
        case .password(.new): .newPassword
        case .password(.again): .passwordAgain
        case .password(.toDelete): .passwordToDelete
        case .nameToDelete: .nameToDelete
        case .linkCode: .linkCode
        case .friendName: .friendName
        case .alias: .alias
        case .partnerName: .partnerName
        case .matchSearch: .matchSearch
        }
    }

    /// Whether nobody may read what is typed.
    var isSecret: Bool {
        if case .password = purpose { true } else { false }
    }

    /// What the screen shows of it.
    var shown: String {
        isSecret ? String(repeating: "*", count: text.utf8.count) : text
    }

    mutating func handle(_ event: KeyEvent) -> Outcome {
        switch event {
        case .key(.escape, _): return .left
        case .key(.character("c"), .control): return .interrupted
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
            let longest = isSecret ? Self.longestSecret : Self.longest
            guard text.unicodeScalars.count < longest else { return }
            let longer = text + String(scalar)
            guard !isName || longer.columns <= PlayerName.widest else { return }
            text = longer
        }
    }

    /// Whether a name for oneself is asked.
    private var isName: Bool { purpose == .name || purpose == .firstName }
}
