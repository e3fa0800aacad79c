internal import Foundation

/// Foundation's JSON encoder, as an example of an encoder that is not ours.
package enum FoundationJSON {
    package static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
