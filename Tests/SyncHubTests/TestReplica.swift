import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A client that checks the hub: it applies everything that it receives exactly. It reports every
/// gap, repetition and diff that doesn't apply as a fault.
struct TestReplica {
    struct Ghost: Equatable {
        var version: Int
        var object: JSONObject
    }

    let clientID: String
    private(set) var ghosts: [String: Ghost] = [:]
    private(set) var faults: [String] = []
    private(set) var cursor: ChangeVersion?
    /// While it reads the index: the run's snapshot, and the keys that have been listed.
    private(set) var run: ChangeVersion?
    private var mark: IndexPageEndMark?
    private var listed: Set<String> = []
    private var heardMeanwhile: [AcceptedChange] = []
    var connection: ConnectionID?

    init(clientID: String) {
        self.clientID = clientID
    }

    /// The first request on a new connection.
    var firstFrame: String {
        guard let cursor else { return "0:i:1:::3" }
        return "0:cv:\(cursor)"
    }

    /// Returns the request for the next page, once.
    mutating func nextFrame() -> String? {
        defer { mark = nil }
        return mark.map { "0:i:1:\($0)::3" }
    }

    mutating func beginAgain() {
        run = nil
        mark = nil
        heardMeanwhile = []
        listed = []
        if cursor == nil { ghosts = [:] }
    }

    mutating func loseLine() {
        connection = nil
        beginAgain()
    }

    mutating func receive(_ frame: String) {
        guard let said = Said(frame) else { return faults.append("unreadable: \(frame)") }
        switch said.command {
        case .index(let page): apply(page)
        case .changes(let entries): for entry in entries { apply(entry) }
        case .unknownCursor:
            cursor = nil
            beginAgain()
        case .authorized, .unauthorized, .expired, .entity, .state, .away, .back, .resume, .rules,
            .ended, .ages, .restored, .options, .unknown:
            break
        }
    }

    private mutating func apply(_ page: IndexPage) {
        if run != page.current {
            // The first page, or the first again because the hub has forgotten the changes since.
            ghosts = [:]
            listed = []
        }
        run = page.current
        for entry in page.entries {
            let key = entry.key.text
            if !listed.insert(key).inserted { faults.append("\(key) is listed twice") }
            guard let object = entry.object else { return faults.append("\(key) is not there") }
            ghosts[key] = Ghost(version: entry.version.number, object: object)
        }
        mark = page.mark
        guard page.mark == nil else { return }
        cursor = page.current
        run = nil
        listed = []
        applyWhatWasHeardMeanwhile()
    }

    /// Changes of objects that were removed before their page came are ignored, because the replica
    /// never saw these objects.
    private mutating func applyWhatWasHeardMeanwhile() {
        let changes = heardMeanwhile.filter { $0.changeVersion.text > cursor?.text ?? "" }
        heardMeanwhile = []
        for (place, change) in changes.enumerated() {
            let isGoneLater = changes[place...].contains { $0.key == change.key && $0.isRemoval }
            if isGoneLater, ghosts[change.key.text] == nil {
                cursor = change.changeVersion
            } else {
                apply(change)
            }
        }
    }

    private mutating func apply(_ entry: HubChangeListEntry) {
        switch entry {
        case .accepted(let change):
            if cursor == nil { heardMeanwhile.append(change) } else { apply(change) }
        case .refused: break
        case .unreadable: faults.append("an unreadable entry")
        }
    }

    private mutating func apply(_ change: AcceptedChange) {
        // The author of an `EMPTY` receives its end after the last removal.
        guard change.effect != .emptied else { return }
        if let cursor, change.changeVersion.text <= cursor.text {
            return faults.append("\(change.changeVersion) after \(cursor)")
        }
        cursor = change.changeVersion
        let key = change.key.text
        let ghost = ghosts[key]
        switch change.effect {
        case .modified(let diff, let from, let to):
            guard to.number > ghost?.version ?? 0 else { return }
            let base = from == nil ? nil : ghost
            guard from?.number == base?.version else {
                return faults.append("\(key): \(String(describing: ghost)) before \(change)")
            }
            do throws(DiffError) {
                let object = try diff.applied(to: base?.object ?? [:])
                ghosts[key] = Ghost(version: to.number, object: object)
            } catch {
                faults.append("\(key): \(diff) does not fit \(String(describing: base))")
            }
        case .removed(let version):
            guard version?.number ?? 0 > ghost?.version ?? 0 else { return }
            ghosts[key] = nil
        case .emptied, .unreadable, .other: break
        }
    }
}

extension AcceptedChange {
    fileprivate var isRemoval: Bool {
        if case .removed = effect { true } else { false }
    }
}

/// Replicas with connections of their own, which receive when the world lets them.
extension TestHub {
    /// Draws limits of a server with little memory, short timeouts and a forgetful store.
    static func limits(_ random: inout SeededRandom) -> HubLimits {
        var limits = HubLimits()
        limits.history.recentChanges = 3 + random.numberBelow(20)
        limits.memory.objects = 2 + random.numberBelow(6)
        limits.memory.bytesInAll = 2_000 + random.numberBelow(100_000)
        limits.eventBudget = 1 + random.numberBelow(10)
        limits.pace.commandsAtOnce = 100_000
        return limits
    }

    /// Returns the frames that a replica has received since the last time, and lets it apply them.
    @discardableResult
    mutating func listen(_ replica: inout TestReplica) -> [String] {
        guard let connection = replica.connection else { return [] }
        let frames = heard(by: connection)
        for frame in frames {
            let knew = replica.cursor
            replica.receive(frame)
            // It must start over.
            if knew != nil, replica.cursor == nil { send(replica.firstFrame, from: connection) }
        }
        if endings[connection] != nil { replica.loseLine() }
        return frames
    }

    /// Requests the next page of the index, if there is one.
    mutating func page(_ replica: inout TestReplica) {
        guard let connection = replica.connection, let frame = replica.nextFrame() else { return }
        send(frame, from: connection)
    }

    mutating func disconnect(_ replica: inout TestReplica) {
        guard let connection = replica.connection else { return }
        close(connection)
        replica.loseLine()
    }

    /// Sends a change of a replica. Returns false without a connection.
    @discardableResult
    mutating func say(_ change: Change, by connection: ConnectionID?) -> Bool {
        guard let connection else { return false }
        let frame = ClientMessage.command(.singleChange(change), on: ChannelNumber(rawValue: 0))
            .frame
        handle(.received(frame, from: connection))
        return true
    }
}
