import Play
import Records
import SimperiumWire
import Testing
import Visit

@Suite("The forms and lists of the account page")
struct AccountFormTests {
    @Test("A refused link code or name is corrected in its form, without another password")
    func reopensForms() throws {
        var house = House()
        house.enter("lin")
        house.press("lin", "A", "down", "down", "enter")
        house.type("ABCDE23456", by: "lin")
        house.press("lin", "enter")
        house.feed(.called(.refused(.linkOver)), to: "lin")
        for words in ["Link code", "ABCDE23456", "Wrong or expired code."] {
            #expect(house.screen("lin").contains(words))
        }
        house.press("lin", "esc", "up", "enter", "enter")
        for _ in 1...2 {
            house.type("long enough", by: "lin")
            house.press("lin", "enter")
        }
        let password = try #require(Password("long enough"))
        #expect(house.calls(of: "lin").last == .signUp("lin", password))
        house.feed(.called(.refused(.taken)), to: "lin")
        #expect(house.screen("lin").contains("This name is already taken."))
        house.press("lin", "2", "enter")
        #expect(house.calls(of: "lin").last == .signUp("lin2", password))
    }

    @Test("A refusal of an earlier request, or of the password, opens no form again")
    func reopensNoOtherForm() {
        var house = House()
        house.enter("lin")
        house.press("lin", "A", "enter", "enter")
        house.type("long enough", by: "lin")
        house.press("lin", "enter", "down", "down", "enter")
        house.type("ABCDE23456", by: "lin")
        house.press("lin", "enter")
        house.feed(.called(.refused(.wrong)), to: "lin")
        #expect(house.screen("lin").contains("Wrong name or password."))
        #expect(!house.screen("lin").contains("ABCDE23456"))
        house.feed(.called(.refused(.linkOver)), to: "lin")
        #expect(house.screen("lin").contains("ABCDE23456"))

        house.press("lin", "esc", "up", "enter", "enter")
        for _ in 1...2 {
            house.type("long enough", by: "lin")
            house.press("lin", "enter")
        }
        house.feed(.called(.refused(.flawed(.tooShort))), to: "lin")
        #expect(house.screen("lin").contains("A password needs at least 8 characters."))
        #expect(!house.screen("lin").contains("All players see this name"))
    }

    @Test("After a sign-out the player reads which name they have as a guest")
    func signsOut() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        house.press("lin", "A", "down", "down", "down", "enter")
        #expect(house.screen("lin").contains("Signed out."))
        // The name without a number is the account's.
        #expect(house.screen("lin").contains("You are now a guest called lin 2."))
    }

    @Test("The account page counts the devices after a sign-in there, too")
    func countsDevices() {
        var house = House()
        house.enter("lin")
        house.press("lin", "A")
        house.signIn("lin", as: "lin")
        house.answerLinks("lin")
        let requests: [AccountRequest] = [.showSessions(House.token), .showLinks(House.token)]
        #expect(house.calls(of: "lin") == requests)
        #expect(house.screen("lin").contains(/Devices +3/))
    }
}
