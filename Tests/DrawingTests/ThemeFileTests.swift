import Drawing
import TestSupport
import Testing

@Suite("Theme files")
struct ThemeFileTests {
    private static let folder = ThisBuild.repository + "/Assets/themes"

    @Test("Each file of Assets/themes is the program's theme of that name")
    func files() throws {
        let names = try Files.names(in: Self.folder)
        #expect(Set(names) == Set(Theme.builtIn.map { $0.name + ".theme" }))
        for theme in Theme.builtIn {
            let text = try Files.text("\(Self.folder)/\(theme.name).theme")
            #expect(try Theme(theme.name, reading: text) == theme)
        }
    }

    @Test("A line has attributes and colours in any order; missing ones are those of plain text")
    func looks() throws {
        let loose = try Theme(
            "mine",
            reading: """
                # what a person likes
                cross  bold 208 on #102030
                circle bright-cyan underline\r
                """)
        let onPaper = try Theme(
            "mine",
            reading: """
                cross    bold cyan
                selected reverse
                rule     on black
                plain    underline white on blue
                input    standard on standard
                """)
        for (theme, style, look) in [
            (
                loose, .cross,
                Look(.palette(208), on: .rgb(red: 16, green: 32, blue: 48), attributes: .bold)
            ),
            (loose, .circle, Look(.palette(14), attributes: .underline)),
            (loose, .danger, Look()),
            (onPaper, .cross, Look(.palette(6), on: .palette(4), attributes: .bold)),
            (onPaper, .selected, Look(.palette(7), on: .palette(4), attributes: .reverse)),
            (onPaper, .rule, Look(.palette(7), on: .palette(0))),
            (onPaper, .input, Look()), (onPaper, .danger, onPaper[.plain]),
        ] as [(Theme, Style, Look)] {
            #expect(theme[style] == look, "\(style)")
        }
    }

    @Test(
        "An error is reported with its line",
        arguments: [
            ("\nhero bold", ThemeFlaw.unknownStyle("hero", line: 2)),
            ("cross pink", .unknownWord("pink", line: 1)),
            ("cross 256", .unknownWord("256", line: 1)),
            ("cross #12345g", .unknownWord("#12345g", line: 1)),
            ("cross bold\ncross red", .styleTwice("cross", line: 2)),
        ])
    func flaws(text: String, flaw: ThemeFlaw) {
        #expect(throws: flaw) { try Theme("wrong", reading: text) }
    }

    @Test(
        "The terminal's background chooses between dark and light",
        arguments: [
            ("0;15", "light"), ("0;default;15", "light"), ("15;0", "dark"), ("7;8", "dark"),
            ("0;7", "light"), ("", "dark"), ("x;y", "dark"), ("0;300", "dark"),
        ])
    func suited(claim: String, name: String) {
        #expect(Theme.suited(to: ["COLORFGBG": claim]).name == name)
        #expect(Theme.suited(to: [:]).name == "dark")
    }
}
