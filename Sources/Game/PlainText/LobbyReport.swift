internal import Commands
package import Game
internal import Lobby
internal import Recording
package import SimperiumClock
internal import SimperiumSync
package import Visit
internal import Wording

/// A report on the lobby in lines of text or JSON, for the command `players`, and for `watch`
/// without a screen. The report never joins a match.
///
/// `PlayerFrontEnd` describes the order of calls. Without `follows`, the players are printed once.
/// With `follows`, and for a match, each change is printed. No report is printed twice in a row.
package struct LobbyReport: PlayerFrontEnd {
    package enum ReportSubject: Hashable, Codable, Sendable {
        case people
        /// The match of a player, or a match by its key; nil selects the match with the most
        /// spectators.
        case match(String?)
    }

    package enum ReportFormat: Hashable, Codable, Sendable {
        case text
        case json
    }

    private let beginning: Beginning
    private var program: PlayerProgram
    private var lastReport: LastReport?
    private var lastSummary: String?
    private var hasAskedForCount = false
    /// True once the lobby was complete. Before that, a report on a match does not wait for a
    /// server.
    private var hasSeenLobby = false
    private var hasLeft = false
    private var status = ExitStatus.done
    private var effects: [Effect] = []

    private enum LastReport: Hashable {
        case people(PeopleReport)
        case match(MatchReport)
        case noMatch
        case noServer
    }

    package init(_ beginning: Beginning) {
        self.beginning = beginning
        var (visit, profile) = (LobbyClient(beginning.visit), PlayerProfile())
        visit.respectHiddenNames()
        profile.isSpectator = true
        let opening: StartAction =
            if case .match(let wanted) = beginning.subject { .watch(wanted) } else { .lobby }
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
        updateProgram { $0.updateAfterEvent { _ in false } }
        if program.exit == nil, program.isSettled, let visit = program.visit {
            reportSubjectWhenComplete(visit)
        }
        if case .leave? = program.finishExitIfGoodbyeOver() {
            hasLeft = true
            effects.append(.leave(status, lastLine: nil))
        }
        defer { effects = [] }
        return effects
    }

    private mutating func updateProgram(_ change: (inout PlayerProgram) -> Void) {
        change(&program)
        for effect in program.takeEffects() { effects.append(.program(effect)) }
        for news in program.takeNews() { handle(news) }
    }

    private mutating func handle(_ news: ProgramNews) {
        switch news {
        case .started(.watch(nil)): updateProgram { $0.ask(.watch(.anything)) }
        case .notice(.refused(.nobodyCalled(let wanted))): reportMissingAndLeave(wanted)
        case .offline(.refused) where !beginning.isServerNamed: reportNoServer()
        case .offline(let failure):
            // A server that is full, or has banned the address, closes a connection without answer.
            let isTurnedAway = failure == .lost && !hasSeenLobby
            let sentence = isTurnedAway ? ConnectionWords.lostBeforeLobby : failure.advice
            effects.append(.show(.complain(sentence)))
            if !waitsForServer { leaveProgram(failure.exitStatus) }
        case .tokenRefused(let reason):
            effects.append(.show(.complain(ConnectionWords.tokenRefused(because: reason))))
            leaveProgram(.refused)
        default: break
        }
    }

    private mutating func reportSubjectWhenComplete(_ visit: LobbyClient) {
        hasSeenLobby = true
        switch beginning.subject {
        case .people:
            requestTotalCountOnce()
            if isTotalCountKnown { reportPeople(visit) }
        case .match: if !visit.halls.isSeeking { reportMatch(visit) }
        }
    }

    private mutating func say(_ line: String) { effects.append(.show(.say(line))) }

    private mutating func leaveProgram(_ status: ExitStatus) {
        guard program.exit == nil else { return }
        self.status = status
        updateProgram { $0.leaveLobby(then: .leave) }
    }
}

extension LobbyReport {
    /// Reports that no server is running, and leaves unless the report waits for a server. A
    /// missing server is an error only if the user wants to watch a certain player or match.
    private mutating func reportNoServer() {
        if case .match(let wanted?) = beginning.subject { return reportMissingAndLeave(wanted) }
        guard lastReport != .noServer else { return }
        lastReport = .noServer
        lastSummary = nil
        switch (beginning.format, beginning.subject) {
        case (.text, _): say(SpectatorSentences.noServer)
        case (.json, .people): say(PeopleReport(LobbyState(), at: program.now).json)
        case (.json, .match): break
        }
        if !waitsForServer { leaveProgram(.done) }
    }

    /// True if the report waits for a server while there is no lobby.
    private var waitsForServer: Bool {
        if case .match = beginning.subject, !hasSeenLobby { return false }
        return beginning.follows
    }

    private mutating func reportMissingAndLeave(_ wanted: String) {
        effects.append(.show(.complain(LobbyWords.noPlayerOrMatch(called: wanted))))
        leaveProgram(.notFound)
    }

    /// True if the number of players in all halls is known, or if there are no halls.
    private var isTotalCountKnown: Bool {
        program.visit.map { $0.halls.hall == nil || $0.halls.isCounted } ?? false
    }

    private mutating func requestTotalCountOnce() {
        guard !isTotalCountKnown, !hasAskedForCount else { return }
        hasAskedForCount = true
        updateProgram { $0.requestHallCounts() }
    }

    private mutating func reportPeople(_ visit: LobbyClient) {
        let count = PeopleReport(visit.lobbyState, visit.halls.census, at: program.now)
        guard lastReport != .people(count) else { return }
        lastReport = .people(count)
        switch beginning.format {
        case .json: say(count.json)
        case .text where beginning.follows: printSummaryIfChanged(count.summary)
        case .text: for line in count.lines { say(line) }
        }
        if !beginning.follows { leaveProgram(.done) }
    }

    private mutating func printSummaryIfChanged(_ summary: String) {
        guard summary != lastSummary else { return }
        lastSummary = summary
        say(summary)
    }

    private mutating func reportMatch(_ visit: LobbyClient) {
        let watching = visit.watching
        if let key = watching.match, let report = MatchReport(key, in: visit.lobbyState) {
            guard lastReport != .match(report) else { return }
            var old: MatchReport?
            if case .match(let report)? = lastReport { old = report }
            lastReport = .match(report)
            switch beginning.format {
            case .json: say(report.json)
            case .text:
                for line in report.changeSentences(since: old, beginning.numbering) { say(line) }
            }
        } else if watching.choice == .nothing {
            if beginning.format == .text { say(SpectatorSentences.over) }
            leaveProgram(.done)
        } else if watching.match == nil, lastReport != .noMatch {
            lastReport = .noMatch
            if beginning.format == .text { say(SpectatorSentences.none) }
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
    package typealias Effect = FrontEndEffect<PrintedLine>

    package struct Beginning: Hashable, Codable, Sendable {
        let subject: ReportSubject
        let format: ReportFormat
        /// True if the report continues, and prints each change.
        let follows: Bool
        /// True if an option names the server. Otherwise the server on this machine is used, which
        /// runs only while it has users.
        let isServerNamed: Bool
        let numbering: SquareNumbering
        let visit: LobbyClient.Beginning

        package init(
            _ subject: ReportSubject, _ format: ReportFormat, follows: Bool, isServerNamed: Bool,
            numbering: SquareNumbering = .page, visit: LobbyClient.Beginning
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
}
