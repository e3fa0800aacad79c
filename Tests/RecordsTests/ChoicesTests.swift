import Game
import Lobby
import Records
import SimperiumJSON
import Testing

@Suite("The choices of a user on one machine")
struct ChoicesTests {
    private static let chosen: LocalSettings = {
        var choices = LocalSettings()
        choices.name = PlayerName(cleaning: "kim")
        choices.isNameAsked = true
        choices[.theme] = "nord"
        choices[.keypad] = true
        return choices
    }()

    @Test("The file holds all choices, and doesn't depend on their order")
    func file() {
        #expect(LocalSettings(Self.chosen.bytes) == Self.chosen)
        var other = LocalSettings()
        other[.keypad] = true
        other[.theme] = "light"
        other[.theme] = "nord"
        (other.name, other.isNameAsked) = (Self.chosen.name, true)
        #expect(other.bytes == Self.chosen.bytes)
    }

    private static let sound: LocalSettings = {
        var choices = LocalSettings()
        choices[.sound] = false
        return choices
    }()

    @Test(
        "Invalid parts of a file are ignored; so is a file of another version, or without one",
        arguments: [
            "", "{", "[]", "7", #"{"version":2,"name":"kim"}"#, #"{"name":"kim"}"#,
        ].map { ($0, LocalSettings()) } + [
            (
                #"{"version":1,"name":"  ","asked":7,"settings":{"sound":false,"smell":true}}"#,
                sound
            )
        ])
    func nonsense(text: String, choices: LocalSettings) {
        #expect(LocalSettings(Array(text.utf8)) == choices)
    }

    @Test("The background of a terminal is stored by its name, for a limited number of terminals")
    func backgrounds() {
        var choices = LocalSettings()
        let long = String(repeating: "x", count: 100)
        let said = [("xterm", true), ("xterm", true), ("linux", false), ("", true), (long, true)]
        let news = said.map { name, isLight in choices.setBackground(isLight: isLight, on: name) }
        #expect(news == [true, false, true, false, false])
        let read = LocalSettings(choices.bytes)
        #expect(read == choices && read.isFresh)
        #expect(read.isLight(on: "xterm") == true && read.isLight(on: "linux") == false)
        #expect(read.isLight(on: "tmux") == nil)
        for number in 0..<100 { _ = choices.setBackground(isLight: true, on: "term-\(number)") }
        #expect(choices.bytes.count < 1_000 && choices.isLight(on: "term-99") == true)
    }

    @Test("Of too many backgrounds the earliest one is forgotten, also after a restart")
    func forgetsEarliest() {
        var choices = LocalSettings()
        let names = (10...26).reversed().map { "term-\($0)" }
        for name in names.dropLast() { _ = choices.setBackground(isLight: true, on: name) }
        choices = LocalSettings(choices.bytes)
        _ = choices.setBackground(isLight: true, on: "term-10")
        #expect(choices.isLight(on: "term-26") == nil)
        #expect(choices.isLight(on: "term-11") == true && choices.isLight(on: "term-10") == true)
    }

    @Test("The changes of two programs are merged, and the first answer to a puzzle stays")
    func merges() {
        let puzzle = Puzzle(of: PuzzleDay(number: 20_000))
        let answer = LastPuzzleAnswer(puzzle.best, to: puzzle, after: nil)
        var (file, new) = (Self.chosen, Self.chosen)
        file[.hidden] = true
        file.puzzle = answer
        _ = file.setBackground(isLight: true, on: "xterm")
        new[.theme] = "light"
        new[.keypad] = nil
        _ = new.setBackground(isLight: false, on: "linux")
        let merged = file.applying(changesFrom: Self.chosen, to: new)
        #expect(merged[.theme] == "light")
        #expect(merged[.keypad] == nil && merged[.hidden] == true)
        #expect(merged.puzzle == answer && merged.name == Self.chosen.name && merged.isNameAsked)
        #expect(merged.isLight(on: "xterm") == true && merged.isLight(on: "linux") == false)

        let next = Puzzle(of: PuzzleDay(number: 20_001))
        new.puzzle = LastPuzzleAnswer(next.best, to: next, after: answer)
        let later = merged.applying(changesFrom: Self.chosen, to: new)
        #expect(later.puzzle == new.puzzle)
        #expect(file.applying(changesFrom: new, to: new).puzzle == new.puzzle)
        #expect(later.applying(changesFrom: Self.chosen, to: file).puzzle == new.puzzle)
    }

    @Test("The user is asked for a name once, and only if there is none")
    func asks() {
        var choices = LocalSettings()
        #expect(choices.isFresh)
        choices.isNameAsked = true
        #expect(!choices.isFresh)
        choices.isNameAsked = false
        choices.name = PlayerName(cleaning: "kim")
        #expect(!choices.isFresh)
    }

    @Test(
        "A link code can be typed with any spaces, hyphens and letter case",
        arguments: ["abcd-efgh-12", "ABCD EFGH 12", " abcdefgh12 ", "abcd.efgh.12"])
    func codes(typed: String) {
        #expect(TypedLinkCode.cleaned(typed) == "ABCDEFGH12")
        #expect(TypedLinkCode.cleaned(" - ") == nil)
    }
}
