internal import Wording

/// A part of a man page, as mandoc reads it. `Wording` contains the prose.
enum ManualBlock {
    /// The name of the page, and its subject.
    case name(String, summary: String)
    case heading(String)
    case subheading(String)
    /// Text in the paragraph of the block before.
    case text(String)
    case paragraph(String)
    /// Paragraphs behind a heading.
    case paragraphs([String])
    /// Paragraphs behind another block.
    case moreParagraphs([String])
    /// Commands and other lines that a reader types.
    case commands([String])
    /// Lines of a file.
    case lines(String)
    case items([(term: String, text: String)], width: String = "Ds")
    case numbered([String])
    case bullets([String])

    var source: String {
        switch self {
        case .name(let name, let summary):
            ".Sh \(ManualHeadings.name)\n.Nm \(name)\n.Nd \(summary)"
        case .heading(let heading): ".Sh \(heading)"
        case .subheading(let heading): ".Ss \(heading)"
        case .text(let text): text
        case .paragraph(let text): ".Pp\n\(text)"
        case .paragraphs(let texts): texts.joined(separator: "\n.Pp\n")
        case .moreParagraphs(let texts): texts.map { ".Pp\n\($0)" }.joined(separator: "\n")
        case .commands(let lines): ".Pp\n" + lines.map { ".Dl \($0)" }.joined(separator: "\n")
        case .lines(let lines): ".Bd -literal -offset indent\n\(lines)\n.Ed"
        case .items(let items, let width):
            Self.list("-tag -width \(width)", items.map { ".It \($0.term)\n\($0.text)" })
        case .numbered(let texts): Self.list("-enum", texts.map { ".It\n\($0)" })
        case .bullets(let texts): Self.list("-bullet -compact", texts.map { ".It\n\($0)" })
        }
    }

    private static func list(_ kind: String, _ items: [String]) -> String {
        ([".Bl \(kind)"] + items + [".El"]).joined(separator: "\n")
    }
}

extension [ManualBlock] {
    var source: String { map(\.source).joined(separator: "\n") }
}
