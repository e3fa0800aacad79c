internal import Commands
package import Game
internal import Lobby
internal import Recording
package import SimperiumClock
internal import SimperiumSync
package import Visit
internal import Wording

/// A report on the lobby in lines of text, for `players`, and for `watch` without a screen. It
/// never plays.
///
/// `PlayerFrontEnd` describes the order of calls. Without `follows`, the players are printed once.
/// With it, and for a match, each change is printed. No report is printed twice in a row.
package struct LobbyReport: PlayerFrontEnd {
    package enum Subject: Hashable, Codable, Sendable {
        case people
        /// The match of a player, or a match by its key; nil selects the match with the most
        /// spectators.
        case match(String?)
    }

    package enum Format: Hashable, Codable, Sendable {
        case text
        case json
    }

    private let subject: Subject
    private let format: Format
    /// True if the report stays and prints changes.
    private let follows: Bool
    /// True if an option names the server. Otherwise the server on this machine is used, which runs
    /// only while it has users.
    private let isServerNamed: Bool
    private let numbering: Numbering
    private var program: PlayerProgram
    private var last: LastReport?
    /// The last summary; nil if none was printed.
    private var lastSummary: String?
    /// True if the server was asked for the number of players in all halls.
    private var isCounting = false
    /// True once the lobby was complete. Before that, a report on a match does not wait for a
    /// server.
    private var hasArrived = false
    private var hasLeft = false
    private var status = ExitStatus.done
    private var effects: [Effect] = []

    /// The last report, so that none is printed twice.
    private enum LastReport: Hashable {
        case people(PeopleReport)
        case match(MatchReport)
        case noMatch
        case noServer
    }

    package init(
        _ subject: Subject, _ format: Format, follows: Bool, isServerNamed: Bool,
        numbering: Numbering = .page, visit: LobbyClient
    ) {
        self.subject = subject
        self.format = format
        self.follows = follows
        self.isServerNamed = isServerNamed
        self.numbering = numbering
        var (visit, profile, opening) = (visit, PlayerProfile(), StartAction.lobby)
        visit.hideNamesFromSpectators()
        profile.isSpectator = true
        if case .match(let wanted) = subject { opening = .watch(wanted) }
        program = PlayerProgram(opening, profile: profile, visit: visit, seed: 0)
    }

    package var nextDeadline: Instant? { hasLeft ? nil : program.nextDeadline }

    package var isLeaving: Bool { program.exit != nil }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard !hasLeft else { return [] }
        program.now = now
        switch event {
        case .input(.end), .input(.interrupted): leaveProgram(.done)
        case .input(.typed): break
        case .program(let event): updateProgram { $0.handle(event, at: now) }
        }
        updateProgram { $0.update { _ in false } }
        if program.exit == nil, program.isSettled, let visit = program.visit {
            reportSubjectWhenComplete(visit)
        }
        if case .leave? = program.finishExit() {
            hasLeft = true
            effects.append(.leave(status, lastLine: nil))
        }
        defer { effects = [] }
        return effects
    }

    /// Calls a function that changes the program, and reports the program's news.
    private mutating func updateProgram(_ change: (inout PlayerProgram) -> Void) {
        change(&program)
        for effect in program.takeEffects() { effects.append(.program(effect)) }
        for news in program.takeNews() { handle(news) }
    }

    private mutating func handle(_ news: ProgramNews) {
        switch news {
        case .started(.watch(nil)): updateProgram { $0.ask(.watch(.anything)) }
        case .notice(.refused(.nobodyCalled(let wanted))): reportMissingAndLeave(wanted)
        case .offline(.refused) where !isServerNamed: reportNoServer()
        case .offline(let failure):
            effects.append(.show(.complain(failure.advice)))
            if !waits { leaveProgram(failure.exitStatus) }
        case .tokenRefused(let reason):
            effects.append(.show(.complain(ConnectionWords.tokenRefused(because: reason))))
            leaveProgram(.refused)
        default: break
        }
    }

    private mutating func reportSubjectWhenComplete(_ visit: LobbyClient) {
        hasArrived = true
        switch subject {
        case .people: if askForAll(visit) { reportPeople(visit) }
        case .match: if !visit.halls.isSeeking { reportMatch(visit) }
        }
    }

    private mutating func leaveProgram(_ status: ExitStatus) {
        guard program.exit == nil else { return }
        self.status = status
        updateProgram { $0.sayGoodbye(then: .leave) }
    }
}

extension LobbyReport {
    /// Reports that no server runs. This is an error only if the user wants to watch a certain
    /// player.
    private mutating func reportNoServer() {
        if case .match(let wanted?) = subject { return reportMissingAndLeave(wanted) }
        guard last != .noServer else { return }
        last = .noServer
        lastSummary = nil
        switch (format, subject) {
        case (.text, _): effects.append(.show(.say(SpectatorSentences.nobodyHere)))
        case (.json, .people):
            effects.append(.show(.say(PeopleReport(LobbyState(), at: program.now).json)))
        case (.json, .match): break
        }
        if !waits { leaveProgram(.done) }
    }

    /// True if the report waits when there is no lobby.
    private var waits: Bool {
        if case .match = subject, !hasArrived { return false }
        return follows
    }

    private mutating func reportMissingAndLeave(_ wanted: String) {
        effects.append(.show(.complain(LobbyWords.noPlayerOrMatch(called: wanted))))
        leaveProgram(.notFound)
    }

    /// Returns true if the number of players in all halls is known, or if there are no halls.
    /// Otherwise requests it once.
    private mutating func askForAll(_ visit: LobbyClient) -> Bool {
        guard visit.halls.hall != nil, !visit.halls.isCounted else { return true }
        if !isCounting { updateProgram { $0.searchAllHalls(.everybody) } }
        isCounting = true
        return program.visit?.halls.isCounted == true
    }

    private mutating func reportPeople(_ visit: LobbyClient) {
        let count = PeopleReport(visit.lobbyState, visit.halls.census, at: program.now)
        guard last != .people(count) else { return }
        last = .people(count)
        switch format {
        case .json: effects.append(.show(.say(count.json)))
        case .text where follows: reportSummary(count.summary)
        case .text: effects += count.lines.map { .show(.say($0)) }
        }
        if !follows { leaveProgram(.done) }
    }

    /// Prints a summary, unless it equals the last one.
    private mutating func reportSummary(_ summary: String) {
        guard summary != lastSummary else { return }
        lastSummary = summary
        effects.append(.show(.say(summary)))
    }

    private mutating func reportMatch(_ visit: LobbyClient) {
        let watching = visit.watching
        if let key = watching.match, let report = MatchReport(key, in: visit.lobbyState) {
            guard last != .match(report) else { return }
            var old: MatchReport?
            if case .match(let report)? = last { old = report }
            last = .match(report)
            switch format {
            case .json: effects.append(.show(.say(report.json)))
            case .text: effects += report.news(since: old, numbering).map { .show(.say($0)) }
            }
        } else if watching.choice == .nothing {
            if format == .text { effects.append(.show(.say(SpectatorSentences.over))) }
            leaveProgram(.done)
        } else if watching.match == nil, last != .noMatch {
            last = .noMatch
            if format == .text { effects.append(.show(.say(SpectatorSentences.none))) }
        }
    }
}

extension LinkFailure {
    var exitStatus: ExitStatus {
        switch self {
        case .full, .forbidden, .otherVersion: .refused
        default: .serverUnreachable
        }
    }
}

extension LobbyReport: RecordedMachine {
    package typealias Event = FrontEndEvent<UserLineInput>
    package typealias Effect = FrontEndEffect<PlainOutput>

    /// The start values of a report.
    package struct Beginning: Hashable, Codable, Sendable {
        package let subject: Subject
        package let format: Format
        package let follows: Bool
        package let isServerNamed: Bool
        package let numbering: Numbering
        package let visit: LobbyClient.Beginning

        package init(
            _ subject: Subject, _ format: Format, follows: Bool, isServerNamed: Bool,
            numbering: Numbering = .page, visit: LobbyClient.Beginning
        ) {
            self.subject = subject
            self.format = format
            self.follows = follows
            self.isServerNamed = isServerNamed
            self.numbering = numbering
            self.visit = visit
        }
    }

    package static let name = "report"

    package init(_ beginning: Beginning) {
        self.init(
            beginning.subject, beginning.format, follows: beginning.follows,
            isServerNamed: beginning.isServerNamed, numbering: beginning.numbering,
            visit: LobbyClient(beginning.visit))
    }
}
