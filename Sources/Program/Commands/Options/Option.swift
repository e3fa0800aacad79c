/// An option of the command line, and what is known of it everywhere: in `--help`, the manual, the
/// completions, the environment and the configuration file.
package struct Option: Hashable, Sendable {
    /// Where an option may be given.
    enum Scope: Hashable, Sendable {
        /// Everywhere: it is how a person wants things to be.
        case setting
        /// On the command line only: it is what a person wants now.
        case request
    }

    package let name: String
    let form: OptionForm
    let summary: String
    let letter: Character?
    let scope: Scope
    let isRepeatable: Bool
    /// The value that holds if nothing is said.
    let standard: String?
    /// What holds then, in words, where it depends on something else.
    let usual: String?

    init(
        _ name: String, _ form: OptionForm, summary: String, letter: Character? = nil,
        scope: Scope = .setting, isRepeatable: Bool = false, standard: String? = nil,
        usual: String? = nil
    ) {
        self.name = name
        self.form = form
        self.summary = summary
        self.letter = letter
        self.scope = scope
        self.isRepeatable = isRepeatable
        self.standard = standard
        self.usual = usual
    }

    /// The variable of the environment that sets it.
    package var variable: String {
        "TICTACTOE_" + name.uppercased().map { $0 == "-" ? "_" : $0 }
    }

    /// What holds if nothing is said, for people.
    var usualWords: String? {
        if case .onOff(let isUsual) = form { return usual ?? (isUsual ? "yes" : "no") }
        return standard ?? usual
    }

    /// The flag that is worth telling: the one that changes something.
    package var flag: String {
        form == .onOff(usually: true) ? "--no-\(name)" : "--\(name)"
    }

    /// The flag with its letter and with what stands behind it.
    package var usage: String { usage(with: form.placeholder) }

    /// The flag with its letter and a placeholder; nil if the option takes no value.
    func usage(with placeholder: String?) -> String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + flag + (placeholder.map { " \($0)" } ?? "")
    }
}
