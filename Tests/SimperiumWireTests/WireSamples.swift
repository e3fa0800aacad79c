import SimperiumJSON
import SimperiumWire
import Testing

/// A frame, the program that sends it, and the message that it contains.
struct Sample<Meaning: Sendable>: Sendable, CustomTestStringConvertible {
    let source: String
    let frame: String
    let meaning: Meaning

    init(_ source: String, _ frame: String, _ meaning: Meaning) {
        self.source = source
        self.frame = frame
        self.meaning = meaning
    }

    var testDescription: String { "\(source): \(frame)" }
}

/// A valid name from a text in the test.
func named<N: Name>(_ text: String) -> N { .trappingIfInvalid(text) }

func version(_ number: Int) -> EntityVersion {
    guard let version = EntityVersion(number) else { preconditionFailure("no version \(number)") }
    return version
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The diff in a change's `v`.
func diff(_ text: String) -> Diff {
    guard let json = try? JSON(parsing: Array(text.utf8)), let diff = try? Diff(json) else {
        preconditionFailure("\(text) is no diff")
    }
    return diff
}

extension ClientMessage {
    init(_ frame: String) throws(WireError) { try self.init(frame: Array(frame.utf8).span) }
}

extension HubMessage {
    init(_ frame: String) throws(WireError) { try self.init(frame: Array(frame.utf8).span) }
}

extension ChannelNumber {
    static let zero = ChannelNumber(rawValue: 0)
}

extension InitRequest {
    static func sample(
        _ clientID: String, _ generation: ProtocolVersion = .current, library: String? = nil,
        _ version: String? = nil, command: String? = nil
    ) -> InitRequest {
        var request = InitRequest(
            app: named("demo"), bucket: named("todo"), clientID: named(clientID), token: named("T"))
        request.protocolVersion = generation
        request.library.name = library
        request.library.version = version
        request.command = command
        return request
    }
}

extension QuotedExcerpt {
    init(of text: String) { self.init(Array(text.utf8).span) }
}
