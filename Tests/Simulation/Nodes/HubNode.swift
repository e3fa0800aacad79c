package import SharedLog
package import SimperiumClock
package import SimperiumWire
package import SyncHub

/// A node: a hub, and the logs that it follows. Its owner takes its commands to Redis and its
/// messages to clients.
package struct HubNode: Sendable {
    package let incarnation: Incarnation
    package private(set) var hub: Hub
    private var logs: NodeLogs<SyncHub.QuestionID>
    /// The identity of every client; nil if it follows from the token.
    private let identity: Identity?
    package private(set) var wishes: [EngineLines.Wish] = []
    /// Frames to clients, and connections that the hub has closed.
    package private(set) var mail: [(ConnectionID, [UInt8])] = []
    package private(set) var closed: [(ConnectionID, Hub.Ending)] = []
    package private(set) var answers: [(RequestID, Outcome)] = []
    /// The logs that it no longer follows.
    package private(set) var left: [SharedLogID] = []
    package private(set) var isDead = false
    package private(set) var resets = 0
    /// True if a world makes buckets fail.
    package var mayFail = false
    package private(set) var faults: [String] = []
    /// The code and the reason of every change that was refused.
    package private(set) var refusals: [String] = []
    /// The number of times that each kind of event has happened.
    package private(set) var counts: [String: Int] = [:]
    private var secrets = 0
    /// Appends that the hub waits for, and how many it has waited for.
    private var appends: Set<SyncHub.QuestionID> = []
    package private(set) var finishedAppends = 0

    package init(
        _ incarnation: Incarnation, epoch: UInt32, keeping limits: StoreLimits = StoreLimits(),
        guards: any Guards, all identity: Identity? = nil, told clock: Stamp? = nil,
        at now: Instant
    ) {
        self.incarnation = incarnation
        self.identity = identity
        var hubLimits = HubLimits()
        // So short that a log without clients is soon left.
        hubLimits.memory.linger = .seconds(1)
        hub = Hub(
            epoch: incarnation.rawValue, limits: hubLimits, guards: guards, isShared: true)
        logs = NodeLogs(of: incarnation, epoch: epoch, grace: .seconds(20), keeping: limits)
        if let clock { handle(.clock(clock), at: now) }
        handle(.started, at: now)
    }

    package var isAppending: Bool { !appends.isEmpty }

    package var nextDeadline: Instant? {
        [hub.nextDeadline, logs.nextDeadline].compactMap(\.self).min()
    }

    /// The number of logs that it follows.
    package var followed: Int { logs.followed }

    /// True if it has nothing for Redis or for clients.
    package var isQuiet: Bool { wishes.isEmpty && mail.isEmpty && closed.isEmpty }

    package mutating func takeAnswers() -> [(RequestID, Outcome)] { exchange(&answers, with: []) }
    package mutating func takeWishes() -> [EngineLines.Wish] { exchange(&wishes, with: []) }
    package mutating func takeMail() -> [(ConnectionID, [UInt8])] { exchange(&mail, with: []) }
    package mutating func takeClosed() -> [(ConnectionID, Hub.Ending)] {
        exchange(&closed, with: [])
    }
    package mutating func takeLeft() -> [SharedLogID] { exchange(&left, with: []) }
    package mutating func takeRefusals() -> [String] { exchange(&refusals, with: []) }

    package mutating func wake(at now: Instant) {
        handle(Hub.Event.wake, at: now)
        handle(NodeLogs<SyncHub.QuestionID>.Event.wake, at: now)
    }

    package mutating func handle(_ event: NodeLogs<SyncHub.QuestionID>.Event, at now: Instant) {
        var news: [Hub.Event] = []
        take(event, &news, at: now)
        work(news, at: now)
    }

    package mutating func handle(_ event: Hub.Event, at now: Instant) { work([event], at: now) }

    /// Handles events in order. Events that an effect causes come after those that were there
    /// before.
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
            case .unfollow(let log):
                counts["left", default: 0] += 1
                left.append(log)
            case .answer(let question, let answer):
                if appends.remove(question) != nil { finishedAppends += 1 }
                count(answer)
                news.append(.read(question, answer))
            case .unanswered(_, let query):
                faults.append("no answer to \(query)")
                if let bucket = query.subject { news.append(.unread(bucket)) }
            case .followed(let log, let head, let epoch):
                news.append(.followed(LogID(log), at: head, epoch: epoch))
            case .foreign(let log, let entry):
                counts["foreign", default: 0] += 1
                news.append(.told(LogID(log), entry))
            case .anotherLife: news.append(.anotherLife)
            case .viewed(let log, let object, let users):
                let home = log.bucket(object.bucket)
                news.append(.viewed(object.key, of: home, by: users))
            case .reset(let log):
                resets += 1
                news.append(.reset(LogID(log)))
            case .full: counts["full", default: 0] += 1
            case .dead: isDead = true
            case .grown: break
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
        case .close(let connection, let ending): closed.append((connection, ending))
        case .authorize(let question, let request): admit(request, question, &news)
        case .read(let question, let query):
            if case .append = query { appends.insert(question) }
            take(.asked(question, query), &news, at: now)
        case .compute(let question, _): news.append(.computed(question, .nothingYet))
        // A shared store has no place for pending inserts.
        case .write(.owe), .write(.assign), .write(.settle), .write(.forgive): break
        case .write(let write): faults.append("nobody writes like this: \(write)")
        case .note(.storeFailed(let bucket)):
            if resets == 0, !mayFail { faults.append("failed \(bucket)") }
        case .answer(let request, let outcome): answers.append((request, outcome))
        case .note(.refused(_, let error, let reason)):
            refusals.append("\(error.code) \(reason ?? "")")
        case .leave(let log):
            take(.left(SharedLogID(app: log.app, user: log.user)), &news, at: now)
        case .view(let key, let home, let users):
            let log = SharedLogID(of: home)
            take(.viewed(log, ViewedObject(key, in: home.name), by: users), &news, at: now)
        case .inquire, .note: break
        }
    }

    private mutating func admit(
        _ request: AuthorizationRequest, _ question: SyncHub.QuestionID, _ news: inout [Hub.Event]
    ) {
        var found = identity
        if found == nil, let user = UserID(request.token.text), let name = UserName("ann@x.org") {
            found = Identity(user: user, name: name)
        }
        guard let found else { return }
        secrets += 1
        let fresh = ResumeSecret("secret-\(incarnation.rawValue)-\(secrets)")
        news.append(
            .authorized(
                question, request.granted(to: found, fresh: request.needsSecret ? fresh : nil)))
    }
}

extension LogID {
    package init(_ log: SharedLogID) {
        self.init(app: log.app, user: log.user)
    }
}
