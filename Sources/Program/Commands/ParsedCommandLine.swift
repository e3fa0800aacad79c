/// The words after the program's name, divided into the command, its options and its operands.
package struct ParsedCommandLine: Hashable, Sendable {
    package private(set) var command: CommandName?
    private(set) var operands: [String] = []
    /// The given options, each with its values.
    private(set) var given: [Option: [String]] = [:]

    package init(_ words: some Collection<String>) throws(UsageError) {
        var rest = words[...]
        var isPastOptions = false
        while let word = rest.popFirst() {
            if isPastOptions || !word.hasPrefix("-") || word == "-" {
                try parseCommandOrOperand(word)
            } else if word == "--" {
                isPastOptions = true
            } else {
                try parseOption(word, &rest)
            }
        }
        try checkOptionsFit()
    }

    /// The file named by `--config`; nil without that option.
    package var configurationFile: String? { given[.config]?.last }

    func isGiven(_ option: Option) -> Bool { given[option] != nil }

    private mutating func parseCommandOrOperand(_ word: String) throws(UsageError) {
        guard command != nil else {
            command = CommandName(rawValue: word)
            guard command != nil else { throw .unknownCommand(word) }
            return
        }
        operands.append(word)
    }

    private mutating func parseOption<Rest: Collection<String>>(
        _ word: String, _ rest: inout Rest
    ) throws(UsageError) where Rest.SubSequence == Rest {
        let end = word.firstIndex(of: "=") ?? word.endIndex
        let flag = String(word[..<end])
        var value = end == word.endIndex ? nil : String(word[word.index(after: end)...])
        guard let (option, isNegated) = Self.optionWithNegation(of: flag) else {
            throw .unknownOption(flag, command)
        }
        if case .onOff = option.kind {
            guard value == nil || !isNegated else { throw .unexpectedValue(flag) }
            value = value ?? (isNegated ? "no" : "yes")
        }
        guard let text = value ?? rest.popFirst() else { throw .noValue(option) }
        // Unless the option is repeatable, its last value applies. So a user can override an option
        // that a shell alias contains.
        given[option] = (option.isRepeatable ? given[option] ?? [] : []) + [text]
    }

    /// Returns the option of a flag, and true if the flag negates the option; nil for an unknown
    /// flag.
    private static func optionWithNegation(of flag: String) -> (Option, Bool)? {
        if flag.hasPrefix("--") {
            let name = flag.dropFirst(2)
            if let option = Option.all.first(where: { $0.name == name }) { return (option, false) }
            guard name.hasPrefix("no-") else { return nil }
            return Option.all.first { $0.name == name.dropFirst(3) && $0.kind.isOnOff }
                .map { ($0, true) }
        }
        return Option.all.first { $0.letter != nil && $0.letter == flag.dropFirst().first }
            .flatMap { flag.count == 2 ? ($0, false) : nil }
    }

    /// Throws if the user gave an option that the command does not have. The default command is
    /// `play`.
    private func checkOptionsFit() throws(UsageError) {
        let command = command ?? .play
        let fitting = command.options + CommandName.commonOptions + [.version]
        // The options are checked in a fixed order, so that the same mistakes always cause the same
        // error.
        for option in Option.all where given[option] != nil && !fitting.contains(option) {
            throw .optionOfOtherCommands(option, command)
        }
    }
}

extension OptionValueKind {
    var isOnOff: Bool {
        if case .onOff = self { true } else { false }
    }
}
