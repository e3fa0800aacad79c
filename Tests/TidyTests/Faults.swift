/// The faults of this repository that `burn-down.tsv` counts.
enum Faults {
    /// The second half of a sentence that begins with a number, by rule.
    static let complaints = Dictionary(
        uniqueKeysWithValues: WordRule.all.map { ($0.name, $0.complaint) }
            + [(fileName, "files in Swift have the name of another one")])

    private static let fileName = "file name"

    /// The files in Swift whose names are not unique: names are how a reader finds a type.
    static func ofNames(in files: [SourceFile]) -> [BurnDown.Fault] {
        let counts = Dictionary(grouping: files, by: \.text.name).mapValues(\.count)
        return files.filter { counts[$0.text.name] != 1 }.map { file in
            BurnDown.Fault(
                row: BurnDown.Row(place: file.target, rule: fileName), path: file.path, line: 1)
        }
    }

    /// The forbidden words of comments, pages and texts.
    static let ofWords: [BurnDown.Fault] = {
        var scanner = ProseScanner(WordRule.all)
        let code = TidyTests.files.flatMap { file in
            scanner.findings(in: file).map { fault($0, path: file.path, place: file.target) }
        }
        let pages = Repository.files.filter { $0.path.hasSuffix(".md") || $0.isIn("Assets/man") }
        return code
            + pages.flatMap { page in
                scanner.findings(in: page).map { fault($0, path: page.path, place: page.path) }
            }
    }()

    private static func fault(
        _ finding: ProseScanner.Finding, path: String, place: String
    ) -> BurnDown.Fault {
        BurnDown.Fault(
            row: BurnDown.Row(place: place, rule: WordRule.all[finding.rule].name), path: path,
            line: finding.line)
    }
}
