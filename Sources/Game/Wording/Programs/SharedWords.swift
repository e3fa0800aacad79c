internal import Drawing

/// What an operator is told about an engine that many servers share.
package enum SharedWords {
    package static func unreachable(_ address: String, reason: String?) -> String {
        "Redis can't be asked at \(address)" + (reason.map { ": \($0)" } ?? "")
    }

    package static let nobodyThere = "nobody listens there"
    package static let nameUnknown = "there is no machine of that name"
    package static let silent = "it does not answer"
    package static let hungUp = "it hung up"
    package static let noRedis = "what answers there is no Redis of version 6 or later"
    package static let unencrypted =
        "it does not encrypt: name it by redis://, or give it a certificate"
    package static let replica = "it only follows another one"
    package static let wantsPassword = "it wants a password: name its file by --store-password-file"
    package static let wrongPassword = "it knows nobody of that name with that password"

    package static func answered(_ code: String, _ words: String) -> String {
        "it answers \(code.asForeignText) \(words.asForeignText)"
    }

    package static func badAuthorities(_ fault: String) -> String {
        "can't use the authorities for Redis: \(fault)"
    }

    package static func badPassword(in path: String, reason: String) -> String {
        "the password of Redis can't be read from \(path): \(reason)"
    }

    package static let noPassword = "its first line is empty"

    package static func newerFormat(_ format: Int) -> String {
        "what is in Redis was made by a newer version of this program (format \(format))"
    }

    package static func olderFormat(_ format: Int) -> String {
        "what is in Redis was made by an older version of this program (format \(format)): "
            + "one in between has to bring it forward"
    }

    package static func foreign(_ key: String) -> String {
        "somebody else keeps things in Redis, such as \(key.asForeignText): "
            + "give this program one of its own"
    }

    /// By the name of what is set so.
    package static func unfit(_ setting: String) -> String {
        switch setting {
        case "appendonly": "Redis keeps nothing on its disk: set \(setting) to yes"
        case "cluster-enabled": "no replica has all of a cluster: leave out --store-replicas"
        default: "Redis may throw away what it has: set \(setting) to noeviction"
        }
    }

    /// By the names of the options.
    package static func differs(_ names: [String]) -> String {
        let options = names.map { "--\($0)" }.joined(separator: ", ")
        return "this server and the others go by different values of \(options): give all the"
            + " same, or stop the others and begin this one with --new"
    }

    package static let forgotten =
        "the keys were in use with a Redis, and this one is new: name the right one, put back"
        + " what it had, or begin with --new"

    package static let beingCopied = "what is in Redis is being copied: try again in a minute"
    package static let unfinishedCopy =
        "what is in Redis was to be a copy, and is not whole: empty it, and copy again"

    package static let damaged = "what is in Redis is not of this program's making"

    /// Behind what is said of any server.
    package static func node(isAlive: Bool, others: Int, renewed: Int?) -> String {
        guard isAlive else { return "; it does not hear of its Redis, and lets nobody in" }
        let age = renewed.map { ", renewed \($0) ms ago" } ?? ""
        return "; it lives on Redis\(age), others there \(others)"
    }

    package static func engine(
        version: String, role: String, replicas: Int, memory: Int, most: Int, policy: String
    ) -> String {
        guard !version.isEmpty else { return "" }
        let limit = most == 0 ? "no limit" : "of \(most >> 20) MB"
        return
            "; Redis \(version.asForeignText): \(role.asForeignText), replicas \(replicas), memory"
            + " \(memory >> 20) MB, \(limit), \(policy.asForeignText)"
    }

    package static func living(_ count: Int, at place: String) -> String {
        "\(place): servers that live there \(count)"
    }

    /// In the log.
    package static let keysNotMarked = "keys-not-marked"
    package static let lostEngine = "engine-unreachable"
    package static let refused = "engine-refused"
    package static let died = "taken-for-dead"
    package static let isolated = "engine-silent"
    package static let full = "engine-full"
    package static let noRoom = "Redis has no memory left for what clients write: raise maxmemory"
    package static let begun = "node-begun"
}
