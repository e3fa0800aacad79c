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

    @Test(
        "A file that makes no sense is one in which nothing was chosen",
        arguments: ["", "{", "[]", "7", #"{"version":2,"name":"kim"}"#, #"{"name":"kim"}"#])
    func nonsense(text: String) {
        #expect(Choices(Array(text.utf8)) == Choices())
    }

    @Test("What of it makes no sense is left out")
    func partly() {
        let text = #"{"version":1,"name":"  ","asked":7,"settings":{"sound":false,"smell":true}}"#
        var sound = Choices()
        sound[.sound] = false
        #expect(Choices(Array(text.utf8)) == sound)
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
