internal import Drawing
internal import Lobby
internal import SimperiumClock
internal import Visit
internal import Wording

struct InvitationBox: Overlay {
    static let actionTable = ActionTable(
        "When a player invites you",
        [
            .chooseByArrows("choose an answer"),
            .enter("answer", "give the selected answer; Play is selected first"),
            ScreenAction(
                "Esc", "later", "decline for now", also: "q",
                keys: [(KeyStroke(.escape), .back), ("q", .quit), (.control("c"), .quit)],
                does: .back),
            .help, .redraw,
        ])

    /// The time until keys have an effect. Earlier keys were meant for the screen under the box.
    static let pause = Duration.milliseconds(400)

    let invitation: Invitations.ReceivedInvitation
    private let since: Instant
    private var chosen = 0

    init(_ invitation: Invitations.ReceivedInvitation, at now: Instant) {
        self.invitation = invitation
        since = now
    }

    var actions: [ScreenAction]? { Self.actionTable.rows }

    func hint(in game: GameContext) -> String? { InvitationBoxWords.hint }

    func isStillWanted(in game: GameContext) -> Bool {
        game.program.visit?.isInMatch == false
            && game.openInvitation.map(\.number) == invitation.number
            && game.openInvitation?.from == invitation.from
    }

    func nextDeadline(in game: GameContext) -> Instant? {
        acceptsKeys(at: game.now) ? nil : since + Self.pause
    }

    private func acceptsKeys(at now: Instant) -> Bool { since + Self.pause <= now }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        let answers = LobbyRequest.InvitationAnswer.allCases
        guard acceptsKeys(at: game.now) else { return .staysOpen }
        switch intent {
        case .confirm: return respond(answers[chosen], &game)
        case .back, .quit: return respond(.later, &game)
        default:
            chosen = intent.choiceIndex(from: chosen, of: answers.count) ?? chosen
            return .staysOpen
        }
    }

    private func respond(
        _ answer: LobbyRequest.InvitationAnswer, _ game: inout GameContext
    ) -> OverlayOutcome {
        game.updateProgram { _ = $0.answerFirstInvitation(answer) }
        return .closes
    }

    func click(_ point: Point, _ game: inout GameContext) -> OverlayOutcome {
        guard acceptsKeys(at: game.now), let index = box(in: game).index(at: point, in: game.size)
        else { return .staysOpen }
        return respond(LobbyRequest.InvitationAnswer.allCases[index], &game)
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) { box(in: game).draw(on: &canvas) }

    private func box(in game: GameContext) -> ChoiceBox {
        let name = invitation.name
        let left = invitation.until.secondsCountdown(from: game.now)
        let user = game.program.user(of: invitation.from)
        let lines: [(String, Style)] = [
            (InvitationWords.receivedTerms(invitation.terms), .plain),
            (InvitationWords.timeToAnswer(left), .ownTurn),
            (game.headToHeadRecord(of: user, invitation.from, called: name), .faint),
        ]
        return ChoiceBox(
            heading: InvitationWords.receivedHeading(name), lines: lines,
            choices: LobbyRequest.InvitationAnswer.allCases.map(InvitationBoxWords.choice),
            chosen: acceptsKeys(at: game.now) ? chosen : nil)
    }
}

private enum InvitationBoxWords {
    static let hint = "Enter plays, Esc answers later."

    static func choice(_ answer: LobbyRequest.InvitationAnswer) -> ChoiceBox.ChoiceWithRemark {
        switch answer {
        case .play: .init(words: "Play")
        case .later: .init(words: "Later")
        case .no: .init(words: "No", remark: "no invitation for ten minutes")
        case .doNotDisturb: .init(words: "Do not disturb", remark: "until you press Esc")
        }
    }
}
