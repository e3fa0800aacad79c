package import SimperiumJSON
internal import SimperiumWire

/// The reason that an object can't be sent to any hub.
package enum InvalidObject: Hashable, Codable, Sendable {
    case tooDeep
    case tooLarge

    /// Checks an object; returns nil if it is valid. The size of an object that is too deep is not
    /// measured.
    package init?(_ object: JSONObject) {
        if object.isDeeper(than: Limits.depth) {
            self = .tooDeep
        } else if object.hasMoreBytesThan(Limits.object) {
            self = .tooLarge
        } else {
            return nil
        }
    }
}
