import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

/// Returns a name from a text that is a valid one.
func named<N: Name>(_ text: String) -> N { .trappingIfInvalid(text) }

func version(_ number: Int) -> EntityVersion {
    guard let version = EntityVersion(number) else { preconditionFailure("no version \(number)") }
    return version
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension String {
    static let kim = "0123456789abcdef0123456789abcdef"
    static let lee = "abcdef0123456789abcdef0123456789"
    static let root = "00000000000000000000000000000000"
    static let ann = "a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0"
}

extension Identity {
    static let kim = Identity(
        user: named("kim"), name: named("kim@example.org"), credential: CredentialID(rawValue: 1))
    static let lee = Identity(
        user: named("lee"), name: named("lee@example.org"), credential: CredentialID(rawValue: 2))
    static let root = Identity(
        user: named("root"), name: named("root@example.org"), rights: .administrator,
        credential: CredentialID(rawValue: 3))
}

extension Identity {
    static let ann = Identity(
        user: named("ann"), name: named("ann@example.org"), credential: CredentialID(rawValue: 4))
}

extension AppID {
    static let demo: AppID = named("demo")
}

extension BucketID {
    static let todo = BucketID(app: .demo, user: named("kim"), name: named("todo"))
    static let todoOfLee = BucketID(app: .demo, user: named("lee"), name: named("todo"))
    static let todoOfAnn = BucketID(app: .demo, user: named("ann"), name: named("todo"))
}

extension ChangeVersion {
    /// The change version of a hub's change in the first epoch, by its number.
    static func first(_ number: UInt64) -> ChangeVersion {
        ChangeVersion(epoch: 1, number: number)
    }
}

/// A frame of the hub on a channel, parsed.
struct Said {
    let command: HubCommand
    let channel: ChannelNumber

    init?(_ frame: String) {
        let message = try? HubMessage(frame: [UInt8](frame.utf8).span)
        guard case .command(let command, let channel) = message else { return nil }
        self.command = command
        self.channel = channel
    }

    var entries: [HubChangeListEntry] {
        if case .changes(let entries) = command { entries } else { [] }
    }

    var page: IndexPage? {
        if case .index(let page) = command { page } else { nil }
    }
}

extension [String] {
    /// All changes in these frames.
    var accepted: [AcceptedChange] {
        compactMap(Said.init).flatMap(\.entries).compactMap { entry in
            if case .accepted(let change) = entry { change } else { nil }
        }
    }

    /// The codes of all errors in these frames.
    var errors: [Int] {
        compactMap(Said.init).flatMap(\.entries).compactMap { entry in
            if case .refused(let change) = entry { change.error.code } else { nil }
        }
    }

    var pages: [IndexPage] { compactMap { Said($0)?.page } }
}

/// A change as a client writes it.
struct Written: CustomStringConvertible {
    private let json: String

    var description: String { json }

    static func modify(
        _ key: String, sv: Int? = nil, _ diff: String? = nil, whole: String? = nil, id: String
    ) -> Written {
        var members = [#""id":"\#(key)","o":"M","ccid":"\#(id)""#]
        if let sv { members.append(#""sv":\#(sv)"#) }
        if let diff { members.append(#""v":\#(diff)"#) }
        if let whole { members.append(#""d":\#(whole)"#) }
        return Written(json: "{\(members.joined(separator: ","))}")
    }

    static func restore(_ key: String, _ version: Int, _ object: String, id: String) -> Written {
        Written(
            json: #"{"id":"\#(key)","o":"R","sv":\#(version),"d":\#(object),"ccid":"\#(id)"}"#)
    }

    static func remove(_ key: String, sv: Int? = nil, id: String) -> Written {
        Written(
            json: #"{"id":"\#(key)","o":"-","ccid":"\#(id)"\#(sv.map { ",\"sv\":\($0)" } ?? "")}"#)
    }

    static func bucket(_ operation: String, _ name: String = "todo", id: String) -> Written {
        Written(json: #"{"id":"\#(name)","o":"\#(operation)","ccid":"\#(id)"}"#)
    }

    func frame(_ channel: Int = 0) -> String { "\(channel):c:\(json)" }
}

extension TestHub {
    /// Sends a change and returns its outcome in short: `1→2 {diff}`, `→1 {diff}`, `-3` or an
    /// error's code.
    mutating func change(
        _ change: Written, by client: ConnectionID, on channel: Int = 0
    ) -> [String] {
        say(change.frame(channel), by: client).outcomes
    }
}

/// Expectations of frames and outcomes, as plain calls because a macro compiles more slowly.
extension TestHub {
    /// Expects the one outcome of a change, in short.
    mutating func expect(
        _ outcome: String, of change: Written, by client: ConnectionID, on channel: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = self.change(change, by: client, on: channel)
        guard found != [outcome] else { return }
        Issue.record("\(change): \(found), not \(outcome)", sourceLocation: sourceLocation)
    }

    /// Expects the frames that a client receives because of a frame of its own.
    mutating func expect(
        _ frames: [String], to frame: String, by client: ConnectionID,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = say(frame, by: client)
        guard found != frames else { return }
        Issue.record("\(frame): \(found), not \(frames)", sourceLocation: sourceLocation)
    }

    /// Expects the frames that a client has received since the last look.
    mutating func expect(
        _ frames: [String], heardBy client: ConnectionID,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = heard(by: client)
        guard found != frames else { return }
        Issue.record("received \(found), not \(frames)", sourceLocation: sourceLocation)
    }
}

extension [String] {
    var outcomes: [String] {
        compactMap(Said.init).flatMap(\.entries).map { entry in
            switch entry {
            case .accepted(let change): change.effect.short
            case .refused(let change): "\(change.error.code)"
            case .unreadable: "unreadable"
            }
        }
    }
}

extension AcceptedChange.ChangeEffect {
    fileprivate var short: String {
        switch self {
        case .modified(let diff, let from, let to):
            "\(from.map { "\($0.number)" } ?? "")→\(to.number) \(diff)"
        case .removed(let version): "-\(version?.number ?? 0)"
        case .emptied: "emptied"
        case .unreadable: "unreadable"
        case .other(let name): name
        }
    }
}
