import Lobby
import Records
import SimperiumJSON
import Testing

@Suite("What was chosen in the game on one machine")
struct ChoicesTests {
    private static let chosen: Choices = {
        var choices = Choices()
        choices.name = PlayerName(cleaning: "kim")
        choices.isNameAsked = true
        choices[.theme] = "nord"
        choices[.keypad] = true
        return choices
    }()

    @Test("A file has all of it, and says the same however it was chosen")
    func file() {
        #expect(Choices(Self.chosen.bytes) == Self.chosen)
        var other = Choices()
        other[.keypad] = true
        other[.theme] = "light"
        other[.theme] = "nord"
        (other.name, other.isNameAsked) = (Self.chosen.name, true)
        #expect(other.bytes == Self.chosen.bytes)
    }

    private static let sound: Choices = {
        var choices = Choices()
        choices[.sound] = false
        return choices
    }()

    @Test(
        "Parts of a file that make no sense are left out, or the whole file",
        arguments: [
            "", "{", "[]", "7", #"{"version":2,"name":"kim"}"#, #"{"name":"kim"}"#,
        ].map { ($0, Choices()) } + [
            (
                #"{"version":1,"name":"  ","asked":7,"settings":{"sound":false,"smell":true}}"#,
                sound
            )
        ])
    func nonsense(text: String, choices: Choices) {
        #expect(Choices(Array(text.utf8)) == choices)
    }

    @Test("What terminals said of their background is kept by their names, of some at most")
    func backgrounds() {
        var choices = Choices()
        let long = String(repeating: "x", count: 100)
        let said = [("xterm", true), ("xterm", true), ("linux", false), ("", true), (long, true)]
        let news = said.map { name, isLight in choices.note(isLight: isLight, on: name) }
        #expect(news == [true, false, true, false, false])
        let read = Choices(choices.bytes)
        #expect(read == choices && read.isFresh)
        #expect(read.isLight(on: "xterm") == true && read.isLight(on: "linux") == false)
        #expect(read.isLight(on: "tmux") == nil)
        for number in 0..<100 { _ = choices.note(isLight: true, on: "term-\(number)") }
        #expect(choices.bytes.count < 1_000 && choices.isLight(on: "term-99") == true)
    }

    @Test("The name is asked once, and not of whoever has one")
    func asks() {
        var choices = Choices()
        #expect(choices.isFresh)
        choices.isNameAsked = true
        #expect(!choices.isFresh)
        choices.isNameAsked = false
        choices.name = PlayerName(cleaning: "kim")
        #expect(!choices.isFresh)
    }

    @Test(
        "A link's code is the same however it is typed",
        arguments: ["abcd-efgh-12", "ABCD EFGH 12", " abcdefgh12 ", "abcd.efgh.12"])
    func codes(typed: String) {
        #expect(TypedCode.cleaned(typed) == "ABCDEFGH12")
        #expect(TypedCode.cleaned(" - ") == nil)
    }
}
