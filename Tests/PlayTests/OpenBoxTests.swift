import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

/// Questions, forms and cards that are open while their subject changes.
@Suite("Boxes over the screen whose subject changes")
struct OpenBoxTests {
    /// Two programs of lin's account, in the lobby.
    private static var twoDevices: House {
        var house = House()
        for _ in 0...1 {
            let device = house.enter("lin", .watch(nil))
            house.press(device, "esc")
            house.signIn(device, as: "lin", isKnown: true)
        }
        house.run(for: .seconds(1))
        return house
    }

    @Test("The question about a device closes when another device waits, or none")
    func deviceLeaves() {
        for other in ["cellar", nil] as [ForeignText?] {
            var house = House()
            house.enter("lin")
            house.signIn("lin", as: "lin")
            house.press("lin", "A", "enter")
            house.answerLinks("lin")
            house.feed(.called(.code("ABCDE23456", seconds: 300)), to: "lin")
            for waiting in ["kitchen", other] as [ForeignText?] {
                house.run(for: .seconds(3))
                let state = LinkedDevicesAndCode(
                    code: "ABCDE23456", waiting: waiting, devices: [])
                house.feed(.called(.links(state)), to: "lin")
                let isAsked = house.screen("lin").contains("Allow kitchen to sign in?")
                #expect(isAsked == (waiting == "kitchen"))
            }
        }
    }

    @Test("The question before a sign-out closes once all changes have reached the server")
    func signsOutAfterSending() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        house.cutOff("lin")
        house.choose("lin", "settings")
        house.press("lin", "enter", "esc", "A", "down", "down", "down", "enter")
        #expect(house.screen("lin").contains("Sign out?"))
        house.isServerUp = true
        house.run(for: .seconds(60))
        #expect(!house.screen("lin").contains("Sign out?"))
    }

    @Test("A nickname does not bring back a friend whom another device has removed meanwhile")
    func nicknameOfRemovedFriend() {
        var house = Self.twoDevices
        house.press("lin 2", "f", "+", "l", "e", "e", "enter")
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: "lin 2")
        house.feed(.called(.friendInvited("lee", isFriend: true)), to: "lin 2")
        house.run(for: .seconds(1))
        house.press("lin", "f")
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: "lin")
        house.press("lin", "enter", "down", "enter")
        #expect(house.screen("lin").contains("Your nickname for this friend"))
        house.press("lin 2", "enter", "up", "up", "enter")
        house.run(for: .seconds(1))
        house.press("lin", "b", "i", "g", "enter")
        #expect(house.screen("lin").contains("lee was removed from your list."))
        #expect(!house.client("lin").records.isFriend("u-lee"))
    }

    @Test("A player who leaves the lobby while their card is open keeps their account there")
    func leavesBehindCard() {
        var house = House(isGuarded: false)
        house.press(house.enter("okafor"), "esc")
        house.forge(["user": "u-okafor"], in: .player)
        house.press(house.enter("lin", .watch(nil)), "esc")
        house.signIn("lin", as: "lin")
        house.press("lin", "tab", "down", "enter")
        house.press("okafor", "q")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("Add as a friend"))
        #expect(!house.screen("lin").contains("has no account"))
        house.press("lin", "down", "enter")
        #expect(house.calls(of: "lin").last == .inviteFriend(user: "u-okafor", House.token))
    }
}
