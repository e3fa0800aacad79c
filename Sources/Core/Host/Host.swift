package import Clockwork
package import Simperium
package import SyncHub
package import WebWire

/// A server's whole program as one value: its hub, who may come in, and what it answers over HTTP.
///
/// It does no I/O. Feed it every event together with the present; perform the effects in order;
/// call again with `.wake` at `nextDeadline`. What `Hub` asks of whoever performs its effects goes
/// for this one's, too: an answer over HTTP tells of writes before it just as a frame does.
package struct Host: Sendable {
    package enum Event: Hashable, Sendable {
        /// Comes first.
        case started
        /// Somebody asks over HTTP, or asks for a WebSocket.
        case requested(CallID, HTTPRequest)
        /// Whoever asked does not wait for the answer any more.
        case cancelled(CallID)
        /// The WebSocket that was to be opened is. `app` is what its address names, if anything.
        case opened(ConnectionID, app: AppID?)
        case received([UInt8], from: ConnectionID)
        case closed(ConnectionID, Farewell)
        case read(QuestionID, StoreAnswer)
        /// A write to the bucket has failed.
        case failed(BucketID)
        /// Chance from the operating system, of which secrets are made. Some must come first.
        case secrets([UInt8])
        case wake
        /// Says farewell to all. Nothing that comes after counts.
        case shutDown
    }

    package enum Effect: Hashable, Sendable {
        /// Text messages.
        case send([UInt8], to: ConnectionID)
        case broadcast([UInt8], to: [ConnectionID])
        /// Closes a WebSocket, of which nobody wants to hear any more.
        case close(ConnectionID, CloseReason)
        case answer(CallID, HTTPResponse)
        /// Makes a WebSocket of the connection that the call came by. To be told by `opened`.
        case openWebSocket(CallID, app: AppID?)
        /// To be answered by `read`.
        case read(QuestionID, StoreQuery)
        case write(StoreWrite)
        /// So many bytes of chance are wanted soon.
        case needSecrets(Int)
    }

    let settings: HostSettings
    var hub: Hub
    var now = Instant.start
    var effects: [Effect] = []
    /// What the hub is to be told next.
    private var news: [Hub.Event] = []
    var requests = Requests()
    var secrets = SecretSupply()

    /// `epoch` must be greater than that of every host that wrote to the same store before.
    package init(_ settings: HostSettings, epoch: UInt32) {
        self.settings = settings
        hub = Hub(epoch: epoch, limits: settings.hub)
    }

    package var nextDeadline: Instant? { hub.nextDeadline }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        act(on: event)
        work()
        if secrets.isLow { effects.append(.needSecrets(SecretSupply.least * 2)) }
        var effects: [Effect] = []
        swap(&effects, &self.effects)
        return effects
    }

    private mutating func act(on event: Event) {
        switch event {
        case .started: start()
        case .requested(let call, let request): take(call, request)
        case .cancelled: break
        case .opened(let connection, let app): tell(.opened(connection, app: app))
        case .received(let message, let connection): tell(.received(message, from: connection))
        case .closed(let connection, let farewell): tell(.closed(connection, farewell))
        case .read(let question, let answer): tell(.read(question, answer))
        case .failed(let bucket): tell(.failed(bucket))
        case .secrets(let bytes): secrets.add(bytes)
        case .wake: tell(.wake)
        case .shutDown: tell(.shutDown)
        }
    }

    /// Has the hub hear of something when all that it wants now is done.
    mutating func tell(_ event: Hub.Event) {
        news.append(event)
    }

    /// Does what the hub wants, and what comes of it, until there is nothing left to do.
    private mutating func work() {
        var next = 0
        while next < news.count {
            for effect in hub.handle(news[next], at: now) { perform(effect) }
            next += 1
        }
        news.removeAll(keepingCapacity: true)
    }

    private mutating func perform(_ effect: Hub.Effect) {
        switch effect {
        case .send(let frame, let connection): effects.append(.send(frame, to: connection))
        case .broadcast(let frame, let connections):
            effects.append(.broadcast(frame, to: connections))
        case .close(let connection, let ending):
            effects.append(.close(connection, ending.reason))
        case .authorize(let question, let request):
            tell(.authorized(question, authorization(request)))
        case .judge(let question, _): tell(.judged(question, .allowed))
        case .read(let question, let query): effects.append(.read(question, query))
        case .write(let write): effects.append(.write(write))
        case .answer(let request, let outcome): learn(outcome, of: request)
        case .observe, .note: break
        }
    }
}

/// A request over HTTP, named by whoever hands it in. No name is ever used twice.
package struct CallID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: CallID, right: CallID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Hub.Ending {
    fileprivate var reason: CloseReason { CloseReason(CloseCode(rawValue: code), words) }

    private var words: String {
        switch self {
        case .silence: "nothing heard for too long"
        case .tooMuch: "too much at once"
        case .revoked: "token revoked"
        case .trouble: "come again"
        case .shutdown: "the server stops"
        }
    }
}
