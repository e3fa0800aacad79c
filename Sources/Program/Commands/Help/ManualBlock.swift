internal import Wording

/// A part of a page of the manual, as mandoc reads it. Prose comes as `Wording` has it.
enum ManualBlock {
    /// The page's name, and what it tells of.
    case name(String, summary: String)
    case heading(String)
    case subheading(String)
    /// Goes on where the block before ended.
    case text(String)
    case paragraph(String)
    case paragraphs([String])
    /// Lines that are to be typed as they are.
    case commands([String])
    /// Lines of a file.
    case lines(String)
    case items([(term: String, text: String)], width: String = "Ds")
    case numbered([String])

    var source: String {
        switch self {
        case .name(let name, let summary):
            ".Sh \(ManualHeadings.name)\n.Nm \(name)\n.Nd \(summary)"
        case .heading(let heading): ".Sh \(heading)"
        case .subheading(let heading): ".Ss \(heading)"
        case .text(let text): text
        case .paragraph(let text): ".Pp\n\(text)"
        case .paragraphs(let texts): texts.joined(separator: "\n.Pp\n")
        case .commands(let lines): ".Pp\n" + lines.map { ".Dl \($0)" }.joined(separator: "\n")
        case .lines(let lines): ".Bd -literal -offset indent\n\(lines)\n.Ed"
        case .items(let items, let width):
            Self.list("-tag -width \(width)", items.map { ".It \($0.term)\n\($0.text)" })
        case .numbered(let texts): Self.list("-enum", texts.map { ".It\n\($0)" })
        }
    }

    private static func list(_ kind: String, _ items: [String]) -> String {
        ([".Bl \(kind)"] + items + [".El"]).joined(separator: "\n")
    }
}

extension [ManualBlock] {
    var source: String { map(\.source).joined(separator: "\n") }
}
