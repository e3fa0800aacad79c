import SharedLog
import SimperiumClock
import SimperiumWire
import SyncHub

/// A node: a hub, and the logs that it follows. What it wants of the engine and of its clients is
/// to be taken out.
struct HubNode {
    /// What it has to say to the engine, on its two lines.
    enum Wish {
        case ask(UInt64, EngineDeed)
        case follow(UInt64, SharedLogID)
    }

    let incarnation: Incarnation
    private(set) var hub: Hub
    private var logs: NodeLogs<SyncHub.QuestionID>
    private(set) var wishes: [Wish] = []
    /// Frames to clients, and connections that the hub has closed.
    private(set) var mail: [(ConnectionID, [UInt8])] = []
    private(set) var closed: [ConnectionID] = []
    private(set) var answers: [(RequestID, Outcome)] = []
    private(set) var isDead = false
    private(set) var resets = 0
    /// Whether a world has buckets fail.
    var mayFail = false
    private(set) var faults: [String] = []
    /// How often what came to pass.
    private(set) var counts: [String: Int] = [:]
    private var secrets = 0
    /// Appends that the hub waits for, and how many it has waited for.
    private var appends: Set<SyncHub.QuestionID> = []
    private(set) var finishedAppends = 0

    init(
        _ incarnation: Incarnation, epoch: UInt32, keeping limits: StoreLimits,
        guards: any Guards, at now: Instant
    ) {
        self.incarnation = incarnation
        hub = Hub(epoch: incarnation.rawValue, guards: guards, isShared: true)
        logs = NodeLogs(of: incarnation, epoch: epoch, grace: .seconds(20), keeping: limits)
        handle(.started, at: now)
    }

    var isAppending: Bool { !appends.isEmpty }

    var nextDeadline: Instant? {
        [hub.nextDeadline, logs.nextDeadline].compactMap(\.self).min()
    }

    mutating func takeWishes() -> [Wish] { exchange(&wishes, with: []) }
    mutating func takeMail() -> [(ConnectionID, [UInt8])] { exchange(&mail, with: []) }
    mutating func takeClosed() -> [ConnectionID] { exchange(&closed, with: []) }

    mutating func takeAnswers() -> [(RequestID, Outcome)] { exchange(&answers, with: []) }

    mutating func wake(at now: Instant) {
        handle(Hub.Event.wake, at: now)
        handle(NodeLogs<SyncHub.QuestionID>.Event.wake, at: now)
    }

    mutating func handle(_ event: NodeLogs<SyncHub.QuestionID>.Event, at now: Instant) {
        var news: [Hub.Event] = []
        take(event, &news, at: now)
        work(news, at: now)
    }

    mutating func handle(_ event: Hub.Event, at now: Instant) { work([event], at: now) }

    /// One thing after the other: what comes of an effect is behind what was there before.
    private mutating func work(_ events: [Hub.Event], at now: Instant) {
        var news = events
        var next = 0
        while next < news.count, !isDead {
            for effect in hub.handle(news[next], at: now) { perform(effect, &news, at: now) }
            next += 1
            if next > 10_000 {
                faults.append("it never ends: \(news[next - 1])")
                return
            }
        }
    }

    private mutating func take(
        _ event: NodeLogs<SyncHub.QuestionID>.Event, _ news: inout [Hub.Event], at now: Instant
    ) {
        for effect in logs.handle(event, at: now) {
            switch effect {
            case .ask(let number, let deed):
                if case .log(.trim, _) = deed { counts["trimmed", default: 0] += 1 }
                wishes.append(.ask(number, deed))
            case .follow(let number, let log): wishes.append(.follow(number, log))
            case .answer(let question, let answer):
                if appends.remove(question) != nil { finishedAppends += 1 }
                count(answer)
                news.append(.read(question, answer))
            case .unanswered(_, let query):
                faults.append("no answer to \(query)")
                if let bucket = query.subject { news.append(.failed(bucket)) }
            case .followed(let log, let head, let epoch):
                news.append(.followed(LogID(log), at: head, epoch: epoch))
            case .foreign(let log, let entry):
                counts["foreign", default: 0] += 1
                news.append(.told(LogID(log), entry))
            case .reset(let log):
                resets += 1
                news.append(.reset(LogID(log)))
            case .full: counts["full", default: 0] += 1
            case .dead: isDead = true
            }
        }
    }

    private mutating func count(_ answer: StoreAnswer) {
        switch answer {
        case .appended: counts["appended", default: 0] += 1
        case .overtaken: counts["overtaken", default: 0] += 1
        default: break
        }
    }

    private mutating func perform(
        _ effect: Hub.Effect, _ news: inout [Hub.Event], at now: Instant
    ) {
        switch effect {
        case .send(let frame, let connection): mail.append((connection, frame))
        case .broadcast(let frame, let connections):
            for connection in connections { mail.append((connection, frame)) }
        case .close(let connection, _): closed.append(connection)
        case .authorize(let question, let request):
            guard let user = UserID(request.token.text), let name = UserName("ann@x.org") else {
                return
            }
            secrets += 1
            let fresh = ResumeSecret("secret-\(incarnation.rawValue)-\(secrets)")
            news.append(
                .authorized(
                    question,
                    request.granted(
                        to: Identity(user: user, name: name),
                        fresh: request.needsSecret ? fresh : nil)))
        case .read(let question, let query):
            if case .append = query { appends.insert(question) }
            take(.asked(question, query), &news, at: now)
        case .compute(let question, _): news.append(.computed(question, .nothingYet))
        case .write(let write): faults.append("nobody writes like this: \(write)")
        case .note(.storeFailed(let bucket)):
            if resets == 0, !mayFail { faults.append("failed \(bucket)") }
        case .answer(let request, let outcome): answers.append((request, outcome))
        case .inquire, .note: break
        }
    }
}

extension LogID {
    init(_ log: SharedLogID) {
        self.init(app: log.app, user: log.user)
    }
}
