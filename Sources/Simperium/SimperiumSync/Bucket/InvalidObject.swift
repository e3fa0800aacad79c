package import SimperiumJSON
internal import SimperiumWire

/// Why an object is invalid: it fits through no wire.
package enum InvalidObject: Hashable, Codable, Sendable {
    case tooDeep
    case tooLarge

    /// Nil for an object that fits. Of one that is too deep nothing more is looked at.
    package init?(_ object: JSONObject) {
        if object.isDeeper(than: Limits.depth) {
            self = .tooDeep
        } else if object.utf8.count > Limits.object {
            self = .tooLarge
        } else {
            return nil
        }
    }
}
