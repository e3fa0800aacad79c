import Drawing
import Game
import Guests
import Lobby
import SimperiumClock
import SimperiumSync
import Testing
import Visit

@Suite("Guests")
struct GuestTests {
    private static let terminal = RemoteTerminal(
        name: "xterm-256color", size: Size(rows: 24, columns: 80))

    @Test(
        "A guest who sends nothing, never finishes or asks for nothing is disconnected",
        arguments: [0, 1_000, 200_000])
    func handshake(bytes: Int) {
        var visitor = TestGuest()
        visitor.handle(.heard(bytes: bytes))
        visitor.wait(.seconds(19))
        #expect(visitor.isOver == (bytes > 100_000))
        visitor.wait(.seconds(2))

        #expect(visitor.isOver)
        #expect(visitor.effects.last == .hangUp)
        #expect(visitor.guest.departure == (bytes > 100_000 ? .flood : .lateness))

        var idler = TestGuest()
        idler.handle(.admitted)
        idler.wait(.seconds(11))
        #expect(idler.guest.departure == .lateness)
    }

    @Test("A guest's terminal is asked for its background, and painted to fit")
    func background() {
        for (answer, isLight) in [("\u{1B}]11;#ffffff\u{07}", true), ("\u{1B}[?1;2c", false)] {
            var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal))
            #expect(visitor.text.contains(TerminalBackgroundQuery.request))
            visitor.sent = []
            visitor.handle(.typed(Array(answer.utf8)))
            #expect(visitor.text.contains("34m") == isLight)
        }
        let plain = TestGuest(
            GuestSSHLogin(user: "lin", terminal: .init(name: "vt220", size: Self.terminal.size)))
        #expect(!plain.text.contains(TerminalBackgroundQuery.request))
    }

    @Test("A guest without a key gets the puzzle of the day")
    func puzzle() {
        let day = PuzzleDay(number: 20_779)
        var context = TestGuest.context
        context.startedAt = ServerTime(milliseconds: Int64(day.number) * 86_400_000)
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal), context)
        visitor.handle(.typed(Array(":puzzle\r".utf8)))
        visitor.sent = []
        // Ctrl-L draws the whole screen.
        visitor.handle(.typed([0x0C]))
        #expect(visitor.text.contains(day.text))
    }

    @Test("A notice stays while only the terminal replies, and a key removes it")
    func notice() {
        var visitor = TestGuest(
            GuestSSHLogin(user: "lin", fingerprint: "SHA256:lin", terminal: Self.terminal))
        for (typed, isShown) in [("\u{1B}[?1;2c", true), ("x", false)] {
            visitor.handle(.typed(Array(typed.utf8)))
            visitor.wait(.seconds(1))
            visitor.sent = []
            // Another size draws the whole screen.
            visitor.handle(.resized(Size(rows: isShown ? 30 : 25, columns: 90)))
            #expect(visitor.text.contains("lobby"))
            #expect(visitor.text.contains("SHA256:lin.") == isShown)
        }
    }

    static let refusals: [(GuestSSHLogin, String, Int32)] = [
        (GuestSSHLogin(user: "lin", terminal: terminal, command: "ls"), "no shell", 1),
        (
            GuestSSHLogin(user: "lin", terminal: terminal, command: "join"),
            "Usage: join CODE, with 4 to 12 letters and digits", 2
        ),
        (
            GuestSSHLogin(user: "lin", terminal: .init(name: "dumb-256color", size: terminal.size)),
            "can't draw", 1
        ),
    ]

    @Test(
        "A terminal with an unknown name is drawn on as any other",
        arguments: ["xterm-new", "../../x"])
    func unknownTerminal(name: String) {
        let visitor = TestGuest(
            GuestSSHLogin(user: "lin", terminal: .init(name: name, size: Self.terminal.size)))
        #expect(visitor.guest.departure == nil && visitor.text.contains("\u{1B}["))
    }

    @Test("help lists the commands, and ends well", arguments: [nil, terminal])
    func help(terminal: RemoteTerminal?) {
        let visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: terminal, command: "help"))
        #expect(
            visitor.text.contains("  watch [NAME]") && visitor.text.contains("  status [--short]"))
        #expect(visitor.effects.last == .finish(0) && visitor.guest.departure == .answered)
    }

    @Test("A guest with an unknown request gets a sentence and a status", arguments: refusals)
    func refused(arrival: GuestSSHLogin, words: String, status: Int32) {
        var visitor = TestGuest(arrival)

        #expect(visitor.text.contains(words))
        #expect(visitor.effects.last == .finish(status))
        #expect(visitor.guest.departure == .refused)
        visitor.wait(.seconds(3))
        #expect(visitor.effects.last == .hangUp)
    }

    @Test(
        "A banned guest gets the reason, for any request",
        arguments: [nil, "players", "play --plain"], [nil, terminal])
    func keptOut(command: String?, terminal: RemoteTerminal?) throws {
        let bans = try BanList(Array("10.0.0.0/8 too many robots".utf8))
        let today = try #require(CalendarDay("2026-11-20"))
        var context = TestGuest.context
        context.ban = bans.ban(onAddress: [10, 1, 2, 3], at: today)
        let visitor = TestGuest(
            GuestSSHLogin(user: "lin", terminal: terminal, command: command), context)

        let lineEnd = terminal == nil ? "\n" : "\r\n"
        #expect(visitor.text == "You are banned: too many robots" + lineEnd)
        #expect(visitor.effects.last == .finish(5))
        #expect(visitor.guest.departure == .keptOut)
    }

    @Test(
        "A guest without a terminal uses lines, or is shown how to connect",
        arguments: [nil, "watch", "join KXTM"])
    func lines(command: String?) {
        var typist = TestGuest(GuestSSHLogin(user: "lin", command: command))
        typist.handle(.typed(Array("hel".utf8)))
        typist.handle(.typed(Array("p\n".utf8)))
        #expect(typist.text.contains("quit: quit the program\n"))
        typist.handle(.typed(Array("quit\n".utf8)))
        #expect(typist.effects.last == .finish(0))

        var silent = TestGuest(GuestSSHLogin(user: "lin", command: command))
        silent.handle(.closedInput)
        guard command != "watch" else {
            // A spectator needs no input.
            silent.wait(.seconds(3_600))
            #expect(silent.text.hasPrefix("This is tictactoe in plain text."))
            return #expect(silent.effects.allSatisfy { $0 != .finish(0) && $0 != .finish(1) })
        }
        #expect(silent.text.contains("ssh -t"))
        #expect(silent.effects.last == .finish(1))
        guard command == nil else { return }
        #expect(silent.text.filter { $0 == "\n" }.count == 1)
        #expect(silent.text.hasPrefix("There was no input. Use ssh -t"))

        // A slow typist is greeted after a second.
        var slow = TestGuest(GuestSSHLogin(user: "lin"))
        #expect(slow.text.isEmpty)
        slow.wait(.milliseconds(1_001))
        #expect(slow.text.hasPrefix("This is tictactoe in plain text"))
    }

    @Test(
        "Lines are used on request, or if the terminal can only print, which then shows the keys",
        arguments: [("dumb", nil), ("xterm", "play --plain"), ("xterm", "--plain")])
    func linesOnTerminal(term: String, command: String?) {
        let terminal = RemoteTerminal(name: term, size: Self.terminal.size)
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: terminal, command: command))
        visitor.handle(.typed(Array("hx\u{7F}elp\r\n".utf8)))

        #expect(visitor.text.contains("hx\u{8} \u{8}elp\r\n"))
        #expect(visitor.text.contains("quit: quit the program\r\n"))
        #expect(!visitor.text.contains("\u{1B}"))
        #expect(!visitor.text.contains("Unknown command"))
        visitor.handle(.typed([0x04]))
        #expect(visitor.effects.last == .finish(0))
    }

    @Test(
        "Backspace erases a character with its columns, marks and joined parts, if there is one",
        arguments: [("漢", 2), ("e\u{301}", 1), ("\u{1F468}\u{200D}\u{1F469}", 4)])
    func backspace(character: String, columns: Int) {
        let terminal = RemoteTerminal(name: "dumb", size: Self.terminal.size)
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: terminal))
        let greeting = visitor.text
        visitor.handle(.typed([0x7F]))
        #expect(visitor.text == greeting)
        visitor.handle(.typed(Array("\(character)\u{7F}help\r".utf8)))
        let erasure = String(repeating: "\u{8} \u{8}", count: columns)
        #expect(visitor.text.contains("\(character)\(erasure)help\r\n"))
        #expect(visitor.text.contains("quit: quit the program\r\n"))
    }

    @Test(
        "The digits are placed as the guest's words request",
        arguments: [("play", "12346789"), ("play --keypad", "78946123")])
    func digits(command: String, digits: String) {
        let terminal = RemoteTerminal(name: "xterm", size: Size(rows: 8, columns: 20))
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: terminal, command: command))
        visitor.sent = []
        visitor.handle(.typed(Array("b".utf8)))
        let shown = visitor.text.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
        // The cursor in the middle shows the piece that would be placed.
        #expect(shown.filter(\.isNumber).contains(digits))
    }

    @Test("The census is sent to a guest who asks for it, or the reason why there is none")
    func census() {
        let arrival = GuestSSHLogin(user: "lin", command: "players --json")
        var (asked, unlucky) = (TestGuest(arrival), TestGuest(arrival))
        #expect(asked.effects.last == .wish(.count))
        var census = Census()
        (census.here, census.playing) = (5, 2)
        asked.handle(.answered(.counted(census)))
        unlucky.wait(.seconds(6))

        #expect(asked.text.contains("\"here\":5"))
        #expect(asked.effects.last == .finish(0))
        #expect(unlucky.text.contains("is unavailable"))
        #expect(unlucky.effects.contains(.finish(3)))
    }

    @Test("A slow reader gets the newest frame only; one that reads nothing is disconnected")
    func slowReader() {
        var visitor = TestGuest()
        visitor.reads = false
        visitor.enter(GuestSSHLogin(user: "lin", terminal: Self.terminal))
        let first = visitor.sent.count
        for _ in 0..<200 { visitor.handle(.typed(Array("\u{1B}[B".utf8))) }
        #expect(visitor.sent.count == first)
        visitor.handle(.drained)
        #expect(visitor.sent.count > first)
        #expect(visitor.frames == 2)

        var stalled = TestGuest()
        stalled.reads = false
        stalled.enter(GuestSSHLogin(user: "lin", terminal: Self.terminal))
        stalled.wait(.seconds(29))
        #expect(!stalled.isOver)
        stalled.wait(.seconds(2))
        #expect(stalled.guest.departure == .stalled)

        // Lines that no guest reads are not kept.
        var lines = TestGuest()
        lines.reads = false
        lines.enter(GuestSSHLogin(user: "lin"))
        for _ in 0..<200 { lines.handle(.typed(Array("help\n".utf8))) }
        #expect(lines.guest.departure == .stalled)
        #expect(lines.isOver)
    }

    /// Numbers of keys in a second: 40 are a held key.
    static let typists: [(keys: Int, frames: ClosedRange<Int>)] = [(40, 40...40), (500, 50...95)]

    @Test(
        "A key's frame is sent with the key, unless the keys are faster than any user",
        arguments: typists)
    func keys(count: Int, frames: ClosedRange<Int>) {
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal))
        let before = visitor.frames
        for index in 0..<count {
            visitor.handle(.typed([index % 2 == 0 ? 0x6A : 0x6B]))
            visitor.wait(.milliseconds(1_000 / count))
        }
        #expect(frames.contains(visitor.frames - before))
    }

    @Test("Changes in the lobby are drawn at a limited rate, to the last one; keys don't wait")
    func pace() {
        var visitor = TestGuest(GuestSSHLogin(user: "watch", terminal: Self.terminal))
        let before = visitor.frames
        for index in 1...100 {
            visitor.look(through: index % 2 == 0 ? .indexing : .synced)
            visitor.wait(.milliseconds(10))
        }
        visitor.look(through: .connecting)
        let frames = visitor.frames - before
        #expect((15...25).contains(frames))
        visitor.wait(.milliseconds(500))
        #expect(visitor.frames - before <= frames + 1)
        #expect(visitor.text.contains("connecting"))

        // The key waits neither for the lobby's rate nor for the door's turn.
        var typist = TestGuest(GuestSSHLogin(user: "watch", terminal: Self.terminal))
        for index in 1...50 { typist.look(through: index % 2 == 0 ? .indexing : .synced) }
        typist.isServed = false
        typist.look(through: .connecting)
        let shown = typist.frames
        typist.handle(.typed(Array("?".utf8)))
        #expect(typist.frames == shown + 1)
        #expect(!typist.guest.wantsTurn)
    }

    @Test("Spectators see one picture: the newest one, and never another one's help")
    func sharing() {
        func spectator(after other: TestGuest) -> TestGuest {
            var visitor = TestGuest()
            (visitor.caches, visitor.now) = (other.caches, other.now)
            visitor.enter(GuestSSHLogin(user: "watch", terminal: Self.terminal))
            return visitor
        }
        var first = TestGuest(GuestSSHLogin(user: "watch", terminal: Self.terminal))
        #expect(!first.text.contains("connecting"))
        // In the same second, another client may be shown what the first one saw last.
        first.look(through: .connecting)
        #expect(first.text.contains("connecting"))
        var second = spectator(after: first)
        #expect(second.text.contains("connecting"))
        second.sent = []
        second.handle(.typed(Array("?".utf8)))
        #expect(second.text.contains("show or hide this help"))
        let third = spectator(after: second)
        #expect(third.text.contains("connecting") && !third.text.contains("show or hide this help"))
    }

    @Test("A guest with more keys than any user delays no other one: input is read turn by turn")
    func turns() {
        var visitor = TestGuest(GuestSSHLogin(user: "lin"))
        visitor.isServed = false
        visitor.handle(.typed(Array(String(repeating: "x\n", count: 1_000).utf8)))
        visitor.handle(.closedInput)
        let complaints = { (visitor: TestGuest) in
            visitor.text.split(separator: "\n").count { $0.contains("Unknown command") }
        }
        let few = 10...40
        #expect(few.contains(complaints(visitor)))
        // However much time passes, nothing more is read before the guest's turn.
        visitor.wait(.milliseconds(100))
        #expect(few.contains(complaints(visitor)))
        visitor.handle(.turn)
        #expect(few.contains(complaints(visitor)) && visitor.guest.wantsTurn)
        visitor.isServed = true
        visitor.handle(.turn)
        #expect(complaints(visitor) == 1_000)
        // The end of the input waits until the connection is there or has failed.
        for case .link(.dial(let link, _)) in visitor.effects {
            visitor.handle(.link(.closed(link, .refused(at: "10.0.0.1"))))
        }
        #expect(visitor.effects.last == .finish(3))
    }

    @Test("A guest who sends too much is delayed until it is paid off; a huge paste no longer")
    func flood() {
        for (bytes, holdsFor, endsWithin) in [(64_001, 0, 500), (10_000_000, 3_900, 200)] {
            var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal))
            visitor.handle(.heard(bytes: bytes))
            visitor.wait(.milliseconds(holdsFor))
            #expect(visitor.effects.last == .hold(true), "\(bytes) bytes")
            visitor.wait(.milliseconds(endsWithin))
            #expect(visitor.effects.last == .hold(false), "\(bytes) bytes")
        }
    }

    @Test("A silent connection is sent a request for a sign of life, and closed without one")
    func silence() {
        var living = TestGuest(GuestSSHLogin(user: "watch", terminal: Self.terminal))
        var dead = living
        living.wait(.seconds(3_600))
        dead.wait(.seconds(39), answering: false)

        #expect(!living.isOver)
        #expect(!dead.isOver)
        dead.wait(.seconds(2), answering: false)
        #expect(dead.guest.departure == .silent)
    }

    @Test("A guest who presses no key is warned, and disconnected with a reason a minute later")
    func idle() {
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal))
        visitor.wait(.seconds(5))
        visitor.handle(.typed([0x6A]))
        visitor.wait(.seconds(29 * 60 - 1))
        #expect(!visitor.text.contains("Press a key within a minute"))
        visitor.wait(.seconds(2))
        #expect(visitor.text.contains("Press a key within a minute"))
        var other = visitor
        other.handle(.typed([0x6A]))
        other.wait(.seconds(61))
        #expect(!other.isOver)
        visitor.wait(.seconds(61))
        #expect(visitor.guest.departure == .idle)
        #expect(visitor.text.contains("idle for 30 minutes"))
    }

    @Test("Ctrl-Z is answered, q leaves, and a closing door sends all guests a sentence")
    func leaving() {
        var visitor = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal))
        visitor.handle(.typed([0x1A]))
        #expect(visitor.text.contains("can't suspend"))
        visitor.handle(.typed(Array("q".utf8)))
        #expect(visitor.guest.departure == .left)
        var last = TestGuest(GuestSSHLogin(user: "lin", terminal: Self.terminal))
        last.handle(.closing)
        #expect(last.text.contains("Please come back in a minute."))
        for visitor in [visitor, last] {
            #expect(visitor.text.contains("\u{1B}[?1049l"))
            #expect(visitor.effects.last == .finish(0))
        }
    }

    @Test("A closing door recommends a key only to players without one")
    func closingInMatch() {
        for (hasSeat, hasKey) in [(true, true), (false, true), (false, false)] {
            let text = DoorWords.closingInMatch(hasSeat: hasSeat, hasKey: hasKey)
            #expect(text.contains("your game has ended") == !hasSeat)
            #expect(text.contains("Players with an ssh key") == !hasKey)
        }
    }
}
