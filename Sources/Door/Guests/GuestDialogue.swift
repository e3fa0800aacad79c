internal import Commands
internal import Drawing
internal import Lobby
internal import PlainText
internal import Records
internal import SimperiumClock
internal import SimperiumWire
internal import Visit
internal import Wording

/// A dialogue of a few lines with a guest who has no screen yet, or needs none: a question, and the
/// answer that ends or begins the session.
///
/// A dialogue does no I/O. Call `begin` once, then `handle` for each event of the guest, including
/// `.wake` at `nextDeadline`. `Guest` performs the returned effects in order. The dialogue is over
/// after the effect `enter`, `end` or `hangUp`.
struct GuestDialogue: Hashable {
    enum DialoguePurpose: Hashable {
        /// The guest chooses between a new session and the match that another connection with the
        /// same key plays.
        case rival(GuestSSHLogin, NewGuestParameters)
        /// The guest asks for the number of users in the lobby.
        case census(asJSON: Bool)
        /// The guest asks for the correspondence games of the account with this key. `since` is the
        /// wall-clock time when the door's clock started.
        case games(CorrespondenceGamesReportRequest, key: String, since: ServerTime)
        /// The guest links the key to an account, with the code that another device shows.
        case link(code: String?, key: String)
    }

    enum DialogueEffect: Hashable {
        case perform(Guest.Effect)
        /// The server has signed the guest in. The guest revokes the token at the end of the
        /// session.
        case signIn(Token)
        /// Begins a session on a screen or in lines.
        case enter(GuestSSHLogin, NewGuestParameters)
        case end(String?, DepartureReason, ExitStatus)
        case hangUp

        static func refuse(_ refusal: ServiceRefusal) -> DialogueEffect {
            .end(DoorWords.sentence(refusal), .refused, refusal.status)
        }

        fileprivate static func refuse(_ refusal: AccountRefusal) -> DialogueEffect {
            .end(refusal.sentence, .refused, .refused)
        }

        fileprivate static func show(_ text: String) -> DialogueEffect {
            .perform(.send(Array(text.utf8)))
        }
    }

    /// The time between two requests for the answer from the other device.
    static let pollInterval = AccountRequestState.pollPause
    /// The time limit for linking a key, from the start of the dialogue. A code is not valid for
    /// longer.
    static let linkTimeLimit = AccountRequestState.linkLifetime

    private var purpose: DialoguePurpose
    private let isOnTerminal: Bool
    private var lineEnd: String { isOnTerminal ? "\r\n" : "\n" }
    /// The time when the dialogue ends without an answer; nil if the dialogue waits for the guest
    /// without a limit.
    private let deadline: Instant?
    /// The user whose games are requested; nil until the server has sent the key's owner.
    private var user: String?
    private var link = KeyLinkingStep.typing("")

    init(
        _ purpose: DialoguePurpose, isOnTerminal: Bool, answerWithin timeLimit: Duration,
        at now: Instant
    ) {
        self.purpose = purpose
        self.isOnTerminal = isOnTerminal
        deadline =
            switch purpose {
            case .rival: nil
            case .census, .games: now + timeLimit
            case .link: now + Self.linkTimeLimit
            }
    }

    var nextDeadline: Instant? {
        guard case .polling(_, _, let nextRequestAt) = link else { return deadline }
        return sooner(nextRequestAt, deadline)
    }

    /// Changes the size of the terminal, because a session on that terminal may follow.
    mutating func resize(to size: Size) {
        guard case .rival(var arrival, let context) = purpose else { return }
        arrival.terminal?.size = size
        purpose = .rival(arrival, context)
    }

    mutating func begin() -> [DialogueEffect] {
        switch purpose {
        case .rival: [.show(DoorWords.rivalQuestion + "\r\n")]
        case .census: [.perform(.wish(.count))]
        case .games(_, let key, _): [.perform(.call(.signInByKey(key)))]
        case .link(let code, let key):
            code.map { submitLinkCode($0, for: key) } ?? [.show(DoorWords.askCode)]
        }
    }

    /// Returns the steps after an event. Most purposes ignore most events.
    mutating func handle(_ event: Guest.Event, at now: Instant) -> [DialogueEffect] {
        switch (purpose, event) {
        case (.rival(let arrival, let context), .typed(let bytes)):
            return Self.answerToRivalQuestion(bytes, arrival, context)
        case (.rival(let arrival, let context), .cleared):
            return [Self.enterUnrivalled(arrival, context)]
        case (.rival, .closedInput): return [.hangUp]
        case (.census(let asJSON), .answered(.counted(let census))):
            return [.end(asJSON ? census.json : census.sentence, .answered, .done)]
        case (.games(let question, _, let startedAt), .called(let reply)):
            return handleGamesReply(question, reply, since: startedAt, at: now)
        case (.link(_, let key), .typed(let bytes)): return typeLinkCode(bytes, for: key)
        case (.link(_, let key), .closedInput): return typeLinkCode([UInt8(ascii: "\n")], for: key)
        case (.link, .called(let reply)): return handleLinkReply(reply, at: now)
        case (.link, .wake): return pollOrEndLinking(at: now)
        case (.census, .wake), (.games, .wake):
            return deadline.map { now >= $0 } == true ? [.refuse(.noLobby)] : []
        default: return []
        }
    }

    private static func answerToRivalQuestion(
        _ bytes: [UInt8], _ arrival: GuestSSHLogin, _ context: NewGuestParameters
    ) -> [DialogueEffect] {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "g"), UInt8(ascii: "G"): return [.perform(.takeOver)]
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return [enterUnrivalled(arrival, context)]
            case UInt8(ascii: "q"), 0x03, 0x04: return [.end(nil, .left, .done)]
            default: break
            }
        }
        return []
    }

    private static func enterUnrivalled(_ arrival: GuestSSHLogin, _ context: NewGuestParameters)
        -> DialogueEffect
    {
        var context = context
        context.place?.isRivalled = false
        return .enter(arrival, context)
    }

    private mutating func handleGamesReply(
        _ question: CorrespondenceGamesReportRequest,
        _ reply: AccountReply,
        since startedAt: ServerTime,
        at now: Instant
    ) -> [DialogueEffect] {
        switch reply {
        case .signedIn(let user, _, let token):
            self.user = user
            return [.signIn(token), .perform(.call(.showRecords(.game, after: nil, token)))]
        // The first page contains all games: a game is a shared copy, and a user has at most as
        // many of them (`SharingLimits.mirrors`) as a page has objects (`Limits.longestIndexPage`).
        case .records(let objects, _):
            guard let user else { return [] }
            let games = objects.compactMapValues { try? CorrespondenceGame($0) }
            let today = startedAt + (now - .start)
            let (lines, status) = question.reportLines(
                CorrespondenceGameList(games, of: user, at: today), at: today)
            let text = lines.joined(separator: lineEnd)
            return [.end(text.isEmpty ? nil : text, .answered, status)]
        // A shell prompt would show any printed text.
        case .refused(.wrong) where question == .status(isShort: true),
            .refused(.nobodyCalledSo) where question == .status(isShort: true):
            return [.end(nil, .refused, .notFound)]
        case .refused(.wrong), .refused(.nobodyCalledSo):
            return [.end(DoorWords.keyIsNotLinked, .refused, .notFound)]
        case .refused(let refusal): return [.refuse(refusal)]
        case .waiting, .done, .person, .code, .links, .sessions, .ticket, .begun, .friendInvited:
            return []
        }
    }
}

/// The linking of a key to an account: the guest types a code, and the device that shows the code
/// confirms.
extension GuestDialogue {
    private enum KeyLinkingStep: Hashable {
        /// The guest types the code; this is the text so far.
        case typing(String)
        /// The code was sent to the server, which answers with a ticket.
        case offered(code: String)
        /// The server is asked repeatedly for the other device's answer.
        case polling(code: String, ticket: Token, nextRequestAt: Instant)
    }

    private static let longestCode = 64

    /// Adds or removes a character, and returns its echo; an empty text if the byte has no effect.
    private static func typeCodeCharacter(_ byte: UInt8, into typed: inout String) -> String {
        switch byte {
        case 0x08, 0x7F:
            guard !typed.isEmpty else { return "" }
            typed.removeLast()
            return "\u{8} \u{8}"
        case 0x21...0x7E where typed.utf8.count < longestCode:
            let letter = String(UnicodeScalar(byte))
            typed += letter
            return letter
        default: return ""
        }
    }

    private mutating func typeLinkCode(_ bytes: [UInt8], for key: String) -> [DialogueEffect] {
        var steps: [DialogueEffect] = []
        for byte in bytes {
            if byte == 0x03 || byte == 0x04 { return steps + [.end(nil, .left, .done)] }
            guard case .typing(var typed) = link else { continue }
            if byte == 0x0A || byte == 0x0D {
                if isOnTerminal { steps.append(.show("\r\n")) }
                steps += submitLinkCode(typed, for: key)
                guard case .offered = link else { return steps }
            } else {
                let echo = Self.typeCodeCharacter(byte, into: &typed)
                link = .typing(typed)
                if isOnTerminal, !echo.isEmpty { steps.append(.show(echo)) }
            }
        }
        return steps
    }

    private mutating func submitLinkCode(_ text: String, for key: String) -> [DialogueEffect] {
        guard let code = TypedLinkCode.cleaned(text) else {
            return [.end(DoorWords.noCode, .refused, .misused)]
        }
        link = .offered(code: code)
        return [.perform(.call(.offer(code: code, device: DoorWords.device, key: key)))]
    }

    /// Handles the server's reply to the code, or to a request for the other device's answer.
    private mutating func handleLinkReply(_ reply: AccountReply, at now: Instant)
        -> [DialogueEffect]
    {
        switch reply {
        case .ticket(let ticket):
            guard case .offered(let code) = link else { return [] }
            link = .polling(code: code, ticket: ticket, nextRequestAt: now + Self.pollInterval)
            return [.show(AccountWords.approveOnOtherDevice + lineEnd)]
        case .signedIn(_, let name, let token):
            return [.perform(.revoke(token)), .end(DoorWords.linked(to: name), .answered, .done)]
        case .refused(let refusal):
            // A server that can't be reached has not refused the link.
            guard case .polling(let code, let ticket, _) = link,
                let pause = refusal.pauseBeforeRetry(usual: Self.pollInterval)
            else { return [.refuse(refusal)] }
            link = .polling(code: code, ticket: ticket, nextRequestAt: now + pause)
            return []
        case .waiting, .done, .person, .code, .links, .sessions, .records, .begun, .friendInvited:
            return []
        }
    }

    /// Asks the server for the other device's answer, once per `pollInterval`. At the deadline,
    /// ends the dialogue instead.
    private mutating func pollOrEndLinking(at now: Instant) -> [DialogueEffect] {
        if let deadline, deadline <= now { return [.refuse(AccountRefusal.linkOver)] }
        guard case .polling(let code, let ticket, let due) = link, due <= now else { return [] }
        link = .polling(code: code, ticket: ticket, nextRequestAt: now + Self.pollInterval)
        return [.perform(.call(.collect(code: code, ticket: ticket)))]
    }
}

/// A guest's request about the correspondence games of the key's account.
package enum CorrespondenceGamesReportRequest: Hashable, Sendable {
    case list(asJSON: Bool)
    case status(isShort: Bool)

    /// Returns the lines and the exit status, the same as those of the commands `games` and
    /// `status`.
    func reportLines(_ games: CorrespondenceGameList, at now: ServerTime) -> (
        lines: [String], status: ExitStatus
    ) {
        switch self {
        case .list(let asJSON):
            let lines = AccountReport.games(games, at: now, isJSON: asJSON) { $0.opponent.name }
            return (lines, .done)
        case .status(let isShort):
            let line =
                isShort
                ? CorrespondenceGameWords.shellPromptStatus(waiting: games.waiting)
                : CorrespondenceGameWords.status(
                    waiting: games.waiting, invitations: games.invitations,
                    running: games.running)
            return (line.isEmpty ? [] : [line], games.waiting > 0 ? .done : .notFound)
        }
    }
}

extension Census {
    /// The census in one line, for programs.
    fileprivate var json: String {
        "{\"version\":1,\"here\":\(here),\"free\":\(free),\"playing\":\(playing),"
            + "\"watching\":\(watching),\"away\":\(away),\"matches\":\(matches)}"
    }
}
