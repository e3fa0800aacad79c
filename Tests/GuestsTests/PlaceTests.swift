import Drawing
import Guests
import Lobby
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Testing
import Visit

@Suite("Guests whose key has a session")
struct PlaceTests {
    private static let terminal = RemoteTerminal(
        name: "xterm-256color", size: Size(rows: 24, columns: 80))
    private static let arrival = GuestSSHLogin(
        user: "lin", fingerprint: "SHA256:lin", terminal: terminal)

    private func context(slot: Int = 0, isRivalled: Bool = false) throws -> NewGuestParameters {
        let id = try #require(ClientID("0123456789abcde"))
        var settings = ReplicaSettings.lobby(id, run: RunID(rawValue: 2), seed: 2)
        settings.ownSecret = ResumeSecret("made by the door")
        var context = TestGuest.context
        context.place = NewGuestParameters.KeyLobbySeat(
            settings, slot: slot, isRivalled: isRivalled)
        return context
    }

    private func partings(of visitor: TestGuest) -> [ClientHangUpManner] {
        visitor.effects.compactMap { effect in
            if case .link(.hangUp(_, let parting)) = effect { parting } else { nil }
        }
    }

    @Test("The first free session is used, and only an active rival is a reason to ask")
    func slots() {
        #expect(FreeKeySeat(besides: []).slot == 0)
        let rivals = [0, 2].map { FreeKeySeat.SameKeyGuest(slot: $0, isLively: false) }
        #expect(FreeKeySeat(besides: rivals).slot == 1)
        #expect(!FreeKeySeat(besides: rivals).isRivalled)
        #expect(
            FreeKeySeat(besides: rivals + [FreeKeySeat.SameKeyGuest(slot: 1, isLively: true)])
                .isRivalled)
        let seeds = [
            FreeKeySeat.seedOfClientID("f", slot: 0), FreeKeySeat.seedOfSecret("f", slot: 0),
        ]
        #expect(Set(seeds + [FreeKeySeat.seedOfSecret("f", slot: 1)]).count == 3)
    }

    @Test("A guest with a key presents the secret that the door made")
    func secret() throws {
        var visitor = TestGuest(Self.arrival, try context())
        let id = LinkID(rawValue: 1)
        visitor.handle(.link(.opened(id)))
        #expect(visitor.linkFrames.count == 3)
        for frame in visitor.linkFrames {
            #expect(frame.contains(#""secret":"made by the door""#))
            #expect(frame.contains(#""clientid":"0123456789abcde""#))
        }
        #expect(
            visitor.guest.asSameKeyGuest("SHA256:lin", at: visitor.now)
                == FreeKeySeat.SameKeyGuest(slot: 0, isLively: false))
        #expect(visitor.guest.asSameKeyGuest("SHA256:okafor", at: visitor.now) == nil)
    }

    @Test("A guest with a rival takes over with g, is a second player with Enter, or leaves")
    func rivalled() throws {
        for (typed, takesOver, isInside) in [
            ("xg", true, false), ("xG", true, false), ("\r", false, true), ("\n", false, true),
            ("q", false, false), ("\u{3}", false, false),
        ] {
            var visitor = TestGuest(Self.arrival, try context(slot: 1, isRivalled: true))
            #expect(visitor.text.contains("You are playing in another window."))
            #expect(
                visitor.guest.asSameKeyGuest("SHA256:lin", at: visitor.now) == nil,
                "not answered yet")
            visitor.handle(.typed(Array(typed.utf8)))
            let name = typed.debugDescription
            #expect((visitor.effects.last == .takeOver) == takesOver, "\(name)")
            if takesOver {
                visitor.handle(.cleared)
                #expect(visitor.text.contains("lobby"), "\(name)")
            } else {
                let slot = visitor.guest.asSameKeyGuest("SHA256:lin", at: visitor.now)?.slot
                #expect(slot == (isInside ? 1 : nil), "\(name)")
                #expect(visitor.guest.departure == (isInside ? nil : .left), "\(name)")
            }
        }
    }

    @Test("A guest who does not answer the question is warned, and disconnected a minute later")
    func idleRival() throws {
        var visitor = TestGuest(Self.arrival, try context(slot: 1, isRivalled: true))
        visitor.wait(.seconds(29 * 60 + 1))
        #expect(visitor.text.contains("Press a key within a minute"))
        var answering = visitor
        answering.handle(.typed(Array("\r".utf8)))
        answering.wait(.seconds(61))
        #expect(!answering.isOver)
        visitor.wait(.seconds(61))
        #expect(visitor.guest.departure == .idle)
        #expect(visitor.text.contains("idle for 30 minutes"))
    }

    @Test("A window that is resized during the question is drawn in its new size")
    func resizedRival() throws {
        for typed in ["\r", "g"] {
            var visitor = TestGuest(Self.arrival, try context(slot: 1, isRivalled: true))
            let size = Size(rows: 40, columns: 120)
            visitor.handle(.resized(size))
            visitor.handle(.typed(Array(typed.utf8)))
            if typed == "g" { visitor.handle(.cleared) }
            #expect(visitor.text.contains("\u{1B}[J"))
            visitor.sent = []
            // A picture of another size would be cleared.
            visitor.handle(.resized(size))
            #expect(!visitor.text.contains("\u{1B}[J"))
        }
    }

    @Test("A guest who loses the connection outside a match leaves at once, also in lines")
    func lost() {
        for words in [nil, "play --plain"] {
            var visitor = TestGuest(
                GuestSSHLogin(user: "lin", terminal: Self.terminal, command: words))
            visitor.handle(.link(.opened(LinkID(rawValue: 1))))
            visitor.handle(.lost)
            #expect(partings(of: visitor) == [.goodbye])
            #expect(visitor.guest.departure == .lost)
        }
    }
}
