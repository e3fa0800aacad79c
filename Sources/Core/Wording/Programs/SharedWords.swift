/// What an operator is told about an engine that many servers share.
package enum SharedWords {
    package static func unreachable(_ address: String, reason: String) -> String {
        reason.isEmpty
            ? "Redis can't be asked at \(address)" : "Redis can't be asked at \(address): \(reason)"
    }

    package static func newerFormat(_ format: Int) -> String {
        "what is in Redis was made by a newer version of this program (format \(format))"
    }

    /// By the name of what is set so.
    package static func unfit(_ setting: String) -> String {
        setting == "appendonly"
            ? "Redis keeps nothing on its disk: set \(setting) to yes"
            : "Redis may throw away what it has: set \(setting) to noeviction"
    }

    package static let damaged = "what is in Redis is not of this program's making"

    /// In the log.
    package static let lostEngine = "engine-unreachable"
    package static let refused = "engine-refused"
    package static let died = "taken-for-dead"
    package static let isolated = "engine-silent"
    package static let begun = "node-begun"
}
