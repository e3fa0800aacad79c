import JSONDiff
import Simperium
import SyncHub

/// A name that the test knows to be one.
func named<N: Name>(_ text: String) -> N {
    guard let name = N(text) else { preconditionFailure("\(text) is no name") }
    return name
}

func version(_ number: Int) -> EntityVersion {
    guard let version = EntityVersion(number) else { preconditionFailure("no version \(number)") }
    return version
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension String {
    static let kim = "0123456789abcdef0123456789abcdef"
    static let lee = "abcdef0123456789abcdef0123456789"
    static let root = "00000000000000000000000000000000"
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

extension AppID {
    static let demo: AppID = named("demo")
}

extension BucketID {
    static let todo = BucketID(app: .demo, user: named("kim"), name: named("todo"))
}

extension ChangeVersion {
    /// What the hub of the first epoch calls its so-manieth change.
    static func first(_ number: UInt64) -> ChangeVersion {
        ChangeVersion(epoch: 1, number: number)
    }
}

extension StoreWrite {
    var bucket: BucketID {
        switch self {
        case .append(_, _, _, let bucket, _), .forgetHistory(let bucket, _), .drop(let bucket):
            bucket
        }
    }
}

/// What a hub said on a channel, taken apart.
struct Said {
    let command: HubCommand
    let channel: ChannelNumber

    init?(_ frame: String) {
        let message = try? HubMessage(frame: [UInt8](frame.utf8).span)
        guard case .command(let command, let channel) = message else { return nil }
        self.command = command
        self.channel = channel
    }

    var entries: [ChangeEntry] {
        if case .changes(let entries) = command { entries } else { [] }
    }

    var page: IndexPage? {
        if case .index(let page) = command { page } else { nil }
    }
}

extension [String] {
    /// All changes that these frames tell of.
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
