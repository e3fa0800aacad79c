import Drawing
import Guests
import Lobby
import Records
import SimperiumClock
import SimperiumSync
import SimperiumWire
import TestSupport
import Testing
import Visit

@Suite("Guests whose key has an account")
struct KeyAccountTests {
    private static let key = "SHA256:lin"
    private static let terminal = RemoteTerminal(
        name: "xterm-256color", size: Size(rows: 24, columns: 80))

    private static func context(isSafe: Bool = true) throws -> NewGuestParameters {
        var context = TestGuest.context
        guard isSafe else { return context }
        context.terms = NewGuestParameters.SignInParameters(
            at: "ws://there", as: try #require(ClientID("guest-file")))
        context.startedAt = ServerTime(milliseconds: 1)
        return context
    }

    private static func token() throws -> Token {
        try #require(Token(String(repeating: "7", count: 32)))
    }

    /// Returns a visitor with the key and this command.
    private static func visitor(
        _ command: String? = nil, isSafe: Bool = true, key: String? = key,
        on terminal: RemoteTerminal? = terminal
    ) throws -> TestGuest {
        TestGuest(
            GuestSSHLogin(user: "lin", fingerprint: key, terminal: terminal, command: command),
            try context(isSafe: isSafe))
    }

    private static func calls(_ visitor: TestGuest) -> [AccountRequest] {
        visitor.effects.compactMap { effect in
            if case .call(let request) = effect { request } else { nil }
        }
    }

    @Test("S87: The server is asked for the account of the key, at a screen and in lines")
    func asks() throws {
        #expect(Self.calls(try Self.visitor()) == [.signInByKey(Self.key)])
        #expect(Self.calls(try Self.visitor("play --plain")) == [.signInByKey(Self.key)])
        #expect(Self.calls(try Self.visitor("watch")) == [])
        #expect(Self.calls(try Self.visitor(key: nil)) == [])
        #expect(Self.calls(try Self.visitor(isSafe: false)) == [])
    }

    @Test(
        "P24: A token that comes after the guest has left is revoked",
        arguments: [Guest.Event.lost, .typed(Array("q".utf8))])
    func comesTooLate(end: Guest.Event) throws {
        var visitor = try Self.visitor()
        visitor.handle(end)
        visitor.handle(.called(.signedIn(user: "u1", name: "okafor", try Self.token())))
        visitor.wait(.seconds(10))
        let revoke = Guest.Effect.revoke(try Self.token())
        #expect(visitor.effects.filter { $0 == revoke }.count == 1)
    }

    @Test("P24: A guest with an account is signed in, in the account's own buckets")
    func signsIn() throws {
        var visitor = try Self.visitor()
        visitor.handle(.called(.signedIn(user: "u1", name: "okafor", try Self.token())))
        visitor.handle(.link(.opened(LinkID(rawValue: 1))))
        #expect(visitor.text.contains("okafor."))
        let buckets = visitor.linkFrames.filter { $0.contains(#""name":"profile""#) }
        #expect(buckets.count == 1)
        #expect(buckets[0].contains(#""clientid":"guest-file""#))
        #expect(buckets[0].contains(try Self.token().text))
        visitor.handle(.typed(Array("q".utf8)))
        visitor.wait(.seconds(1))
        #expect(visitor.effects.contains(.revoke(try Self.token())))
    }

    @Test(
        "S-13: No name or code of a server acts on a guest's terminal", arguments: HostileText.all)
    func foreignNames(trick: String) throws {
        let name = ForeignText(trick)
        for command in [nil, "play --plain", "link CODE", "games", "games --json", "link"] {
            var visitor = try Self.visitor(command)
            visitor.handle(.called(.signedIn(user: "u1", name: name, try Self.token())))
            visitor.handle(.link(.opened(LinkID(rawValue: 1))))
            visitor.handle(.typed(Array("u\r".utf8)))
            let device = LinkedDevicesAndCode.LinkedDevice(id: "1", name: name, since: nil)
            visitor.handle(
                .called(.links(LinkedDevicesAndCode(code: name, waiting: name, devices: [device]))))
            visitor.handle(.called(.code(name, seconds: 300)))
            visitor.handle(
                .called(.sessions([SessionListEntry(id: "1", device: name, since: 1, used: 1)])))
            visitor.handle(.called(.begun(game: "g", with: name, isInvitation: true)))
            visitor.handle(.called(.person(user: "u2", name: name)))
            visitor.wait(.seconds(1))
            let acts =
                command == nil
                ? HostileText.actsOnScreen(visitor.text)
                : visitor.text.unicodeScalars.contains { HostileText.acts($0) && $0 != "\r" }
            #expect(!acts, "\(command ?? "screen")")
            if command == nil { #expect(visitor.text.contains(HostileText.sign)) }
        }
    }

    @Test("A guest whose key has no account may sign up with it by a name, even before the answer")
    func signsUp() throws {
        for answersFirst in [true, false] {
            var visitor = try Self.visitor()
            if answersFirst { visitor.handle(.called(.refused(.nobodyCalledSo))) }
            for keys in ["A", "\r", "\r"] { visitor.handle(.typed(Array(keys.utf8))) }
            if !answersFirst {
                #expect(Self.calls(visitor) == [.signInByKey(Self.key)])
                visitor.handle(.called(.refused(.nobodyCalledSo)))
            }
            #expect(Self.calls(visitor).last == .signUpByKey("lin", key: Self.key))
            visitor.handle(.called(.signedIn(user: "u1", name: "lin", try Self.token())))
            visitor.handle(.link(.opened(LinkID(rawValue: 1))))
            #expect(visitor.linkFrames.contains { $0.contains(#""name":"profile""#) })
            #expect(visitor.text.contains("created"))
        }
    }

    @Test("A guest who signs up with a key keeps the choices of this visit")
    func bringsChoices() throws {
        var visitor = try Self.visitor()
        visitor.handle(.called(.refused(.nobodyCalledSo)))
        for keys in ["t", "\u{1B}[B", "\r"] { visitor.handle(.typed(Array(keys.utf8))) }
        for keys in ["A", "\r", "\r"] { visitor.handle(.typed(Array(keys.utf8))) }
        visitor.handle(.called(.signedIn(user: "u1", name: "lin", try Self.token())))
        let id = LinkID(rawValue: 1)
        visitor.handle(.link(.opened(id)))
        let opening = visitor.linkFrames.first { $0.contains(#""name":"settings""#) }
        let channel = try #require(opening?.split(separator: ":").first)
        for word in ["auth:lin", #"i:{"current":"000000010000000000000001","index":[]}"#] {
            visitor.handle(.link(.received(Array("\(channel):\(word)".utf8), on: id)))
        }
        #expect(
            visitor.linkFrames.contains {
                $0.hasPrefix("\(channel):c:") && $0.contains(#""id":"theme""#)
            })
    }

    @Test("ssh HOST games and status show the account's data, and end as the commands do")
    func tellsGames() throws {
        let side = CorrespondenceGame.PlayerAccount(user: "u1", name: "okafor")
        let other = CorrespondenceGame.PlayerAccount(user: "u2", name: "emil")
        let game = try #require(
            CorrespondenceGame(
                circle: side, cross: other, limit: .day, since: ServerTime(milliseconds: 1)))
        for (command, games, answer, status) in [
            ("status", ["g": game], "1 correspondence game, 1 waiting for you.\r\n", 0),
            ("status --short", ["g": game], "ttt:1\r\n", 0), ("status --short", [:], "", 4),
            ("games", ["g": game], "  1. emil  new game, your move, 23 h left\r\n", 0),
            ("games", [:], "No correspondence games.\r\n", 0),
        ] as [(String, [String: CorrespondenceGame], String, Int32)] {
            var visitor = try Self.visitor(command)
            #expect(Self.calls(visitor) == [.signInByKey(Self.key)])
            let token = try Self.token()
            visitor.handle(.called(.signedIn(user: "u1", name: "okafor", token)))
            #expect(Self.calls(visitor).last == .showRecords(.game, after: nil, token))
            visitor.handle(.called(.records(games.mapValues(\.members), next: nil)))
            #expect(visitor.text == answer)
            #expect(visitor.effects.contains(.finish(status)))
            #expect(visitor.effects.count { $0 == .revoke(token) } == 1)
        }
        var stranger = try Self.visitor("games --json")
        stranger.handle(.called(.refused(.nobodyCalledSo)))
        #expect(stranger.text.hasPrefix("This key isn't linked to an account"))
        #expect(stranger.effects.contains(.finish(4)))
        #expect(try Self.visitor("games", key: nil).text.hasPrefix("This needs an ssh key"))
        #expect(try Self.visitor("games new").text.hasPrefix("Usage: games [--json]. "))
        var late = try Self.visitor("status")
        late.handle(.called(.signedIn(user: "u1", name: "okafor", try Self.token())))
        late.wait(.seconds(60))
        #expect(late.effects.contains(.revoke(try Self.token())))
        #expect(late.effects.contains { if case .finish = $0 { true } else { false } })
    }

    @Test("S93: ssh HOST link offers the key for the typed code, until it is answered")
    func links() throws {
        var visitor = try Self.visitor("link")
        #expect(visitor.text.contains("Code from the other device: "))
        visitor.handle(.typed(Array("abcdf\u{7F}e-2345".utf8)))
        visitor.handle(.typed(Array("6\r".utf8)))
        #expect(visitor.text.contains("abcdf\u{8} \u{8}e-23456\r\n"))
        #expect(
            Self.calls(visitor) == [.offer(code: "ABCDE23456", device: "ssh", key: Self.key)])
        visitor.handle(.called(.ticket(try Self.token())))
        #expect(visitor.text.contains("Now approve the link on the device showing the code."))
        visitor.wait(.milliseconds(2_100))
        let collect = AccountRequest.collect(code: "ABCDE23456", ticket: try Self.token())
        #expect(Self.calls(visitor).last == collect)
        visitor.handle(.called(.waiting))
        visitor.wait(.seconds(2))
        #expect(Self.calls(visitor).count { $0 == collect } == 2)
        visitor.handle(.called(.refused(.tooMany(seconds: 30))))
        visitor.wait(.seconds(29))
        #expect(Self.calls(visitor).count { $0 == collect } == 2)
        visitor.wait(.seconds(2))
        #expect(Self.calls(visitor).count { $0 == collect } == 3)
        visitor.handle(.called(.signedIn(user: "u1", name: "okafor", try Self.token())))
        #expect(visitor.text.contains("This key now signs in as okafor."))
        #expect(visitor.effects.contains(.revoke(try Self.token())))
        #expect(visitor.effects.last == .finish(0))
    }

    @Test("A refused link, and one without an answer, end with a sentence and a status")
    func refused() throws {
        for (reply, sentence) in [
            (.refused(.linkOver), "Wrong or expired code"),
            (.refused(.linkRefused), "The other device refused the link."),
            (.refused(.offline(reason: nil)), "Can't reach the server."),
        ] as [(AccountReply, String)] {
            var visitor = try Self.visitor("link ABCDE23456")
            visitor.handle(.called(reply))
            #expect(visitor.text.contains(sentence))
            #expect(visitor.effects.last == .finish(5), "\(sentence)")
        }
        var endless = try Self.visitor("link ABCDE23456")
        endless.handle(.called(.ticket(try Self.token())))
        for _ in 0..<200 {
            endless.wait(.seconds(2))
            if Self.calls(endless).count > 1 { endless.handle(.called(.waiting)) }
        }
        #expect(endless.text.contains("Wrong or expired code"))
        #expect(endless.isOver)
    }

    @Test("Without a terminal the code is a line; without a key there is nothing to link")
    func lines() throws {
        var visitor = try Self.visitor("link", on: nil)
        visitor.handle(.typed(Array("ABCDE23456\n".utf8)))
        #expect(Self.calls(visitor).count == 1)
        #expect(visitor.text == "Code from the other device: ")
        let keyless = try Self.visitor("link", key: nil)
        #expect(keyless.text.contains("ssh-keygen") && keyless.effects.last == .finish(5))
        let unsafe = try Self.visitor("link", isSafe: false)
        #expect(unsafe.text.contains("not encrypted") && unsafe.effects.last == .finish(5))
        var silent = try Self.visitor("link", on: nil)
        silent.handle(.closedInput)
        #expect(silent.effects.last == .finish(2))
        var gone = try Self.visitor("link")
        gone.handle(.typed([0x03]))
        #expect(gone.effects.last == .finish(0))
    }
}
