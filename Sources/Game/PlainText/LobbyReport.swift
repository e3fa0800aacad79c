internal import Commands
package import Game
internal import Lobby
internal import Recording
package import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
package import Visit
internal import Wording

/// Tells in lines what goes on in the lobby: `players`, and `watch` where there is no screen.
package struct LobbyReport: PlayerFace {
    package enum Subject: Hashable, Codable, Sendable {
        case people
        /// A person's matches, or one match by its key. Nil for whatever most others watch.
        case match(String?)
    }

    package enum Format: Hashable, Codable, Sendable {
        case text
        case json
    }

    private let subject: Subject
    private let format: Format
    /// Whether it stays to tell what changes.
    private let follows: Bool
    /// Whether there ought to be a server. Otherwise it is that of this machine, which runs only
    /// while somebody needs it.
    private let isServerNamed: Bool
    private let numbering: Numbering
    private var visit: LobbyClient
    private var last: Last?
    /// The line that was said last of those that tell how many are here.
    private var lastSummary: String?
    private var isWatching = false
    private var lastFailure: ConnectionFailure?
    private var hasLeft = false
    private var status = ExitStatus.done
    /// The goodbye to the server.
    private var exit: Exit?
    private var effects: [Effect] = []

    /// What was told last, so that nothing is told twice.
    private enum Last: Hashable {
        case people(Headcount)
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
        self.visit = visit
        self.visit.hideNames()
    }

    package var nextDeadline: Instant? {
        hasLeft ? nil : [visit.nextDeadline, exit?.due].compactMap(\.self).min()
    }

    package var isLeaving: Bool { exit != nil }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard !hasLeft else { return [] }
        switch event {
        case .input(.end), .input(.interrupted), .program(.hangUp), .program(.closing):
            leave(.done, at: now)
        case .input(.typed): break
        case .program(let event):
            inLobby(at: now) { $0.handle(event, at: now) }
        }
        settle(at: now)
        if let exit, exit.isOver(visit.connection, at: now) {
            hasLeft = true
            effects.append(.leave(status, lastLine: nil))
        }
        defer { effects = [] }
        return effects
    }

    private mutating func ask(_ request: Request, at now: Instant) {
        inLobby(at: now) { visit in try? visit.ask(request, at: now) }
    }

    /// Does something in the lobby, and takes its effects and news.
    private mutating func inLobby(at now: Instant, _ change: (inout LobbyClient) -> Void) {
        change(&visit)
        let output = visit.takeOutput()
        effects += output.effects.map { .program($0) }
        for case .notice(.refused(.nobodyCalled(let wanted))) in output.news {
            missed(wanted, at: now)
        }
    }

    private mutating func settle(at now: Instant) {
        guard exit == nil else { return }
        guard visit.lobbyState.isComplete else { return tellTrouble(at: now) }
        lastFailure = nil
        switch subject {
        case .people:
            if askForAll(at: now) { tellPeople(at: now) }
        case .match(let wanted):
            if !isWatching { watch(wanted, at: now) }
            if !visit.halls.isSeeking { tellMatch(at: now) }
        }
    }

    /// Takes leave of the hub, too, which forgets then that we watched.
    private mutating func leave(_ status: ExitStatus, at now: Instant) {
        guard exit == nil else { return }
        self.status = status
        exit = Exit(then: .leave, at: now)
        inLobby(at: now) { $0.part(by: .suspend, at: now) }
    }
}

extension LobbyReport {
    private mutating func tellTrouble(at now: Instant) {
        switch visit.status {
        case .offline(_, .refused) where !isServerNamed: tellEmptiness(at: now)
        case .offline(_, let failure?) where failure != lastFailure:
            lastFailure = failure
            effects.append(.show(.complain(failure.advice)))
            if !follows { leave(failure.exitStatus, at: now) }
        case .unauthorized(let reason):
            effects.append(.show(.complain(ConnectionWords.tokenRefused(because: reason))))
            leave(.refused, at: now)
        case .connecting, .authorizing, .indexing, .synced, .offline: break
        }
    }

    /// Where no server runs nobody is, which is no trouble, only for whoever looks for somebody.
    private mutating func tellEmptiness(at now: Instant) {
        if case .match(let wanted?) = subject { return missed(wanted, at: now) }
        guard last != .noServer else { return }
        last = .noServer
        lastSummary = nil
        switch (format, subject) {
        case (.text, _): effects.append(.show(.say(MatchNews.nobodyHere)))
        case (.json, .people):
            effects.append(.show(.say(Headcount(visit.lobbyState, at: now).json)))
        case (.json, .match): break
        }
        if !follows { leave(.done, at: now) }
    }

    private mutating func missed(_ wanted: String, at now: Instant) {
        effects.append(.show(.complain(LobbyWords.nobodyNorMatch(called: wanted))))
        leave(.notFound, at: now)
    }

    /// Whether it is known how many are in all halls; asks, once, if there may be others.
    private mutating func askForAll(at now: Instant) -> Bool {
        guard visit.halls.hall != nil, !visit.halls.isCounted else { return true }
        if !isWatching { inLobby(at: now) { $0.seek(.everybody, at: now) } }
        isWatching = true
        return visit.halls.isCounted
    }

    private mutating func tellPeople(at now: Instant) {
        let count = Headcount(visit.lobbyState, visit.halls.census, at: now)
        guard last != .people(count) else { return }
        last = .people(count)
        switch format {
        case .json: effects.append(.show(.say(count.json)))
        case .text where follows: tellSummary(count.summary)
        case .text: effects += count.lines.map { .show(.say($0)) }
        }
        if !follows { leave(.done, at: now) }
    }

    /// Who plays whom may change, and the figures stay: then there is nothing to say.
    private mutating func tellSummary(_ summary: String) {
        guard summary != lastSummary else { return }
        lastSummary = summary
        effects.append(.show(.say(summary)))
    }

    private mutating func watch(_ wanted: String?, at now: Instant) {
        isWatching = true
        guard let wanted else { return ask(.watch(.anything), at: now) }
        let lobbyState = visit.lobbyState
        if let key = ObjectKey(wanted), lobbyState[key] != nil {
            ask(.watch(.match(key)), at: now)
        } else if let person = lobbyState.people.first(where: { $0.name == wanted }) {
            ask(.watch(.person(person.id)), at: now)
        } else {
            inLobby(at: now) { $0.seek(.toWatch(wanted), at: now) }
        }
    }

    private mutating func tellMatch(at now: Instant) {
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
        } else if watching.choice == .nothing, exit == nil {
            if format == .text { effects.append(.show(.say(MatchNews.over))) }
            leave(.done, at: now)
        } else if watching.match == nil, exit == nil, last != .noMatch {
            last = .noMatch
            if format == .text { effects.append(.show(.say(MatchNews.none))) }
        }
    }
}

extension ConnectionFailure {
    var exitStatus: ExitStatus {
        switch self {
        case .full, .forbidden, .otherVersion: .refused
        default: .serverUnreachable
        }
    }
}

extension LobbyReport: RecordedMachine {
    package typealias Event = FaceEvent<TypedInput>
    package typealias Effect = FaceEffect<PlainOutput>

    /// The parts of a report.
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
