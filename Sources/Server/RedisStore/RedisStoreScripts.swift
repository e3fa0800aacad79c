internal import RedisWire

/// The Lua scripts of a store. Redis finds each script by its digest.
enum RedisStoreScripts {
    /// Writes that Redis refuses if it is out of memory.
    static let write = script("#!lua", Self.writing)
    /// Writes that Redis performs even if it is out of memory, because they free memory, or because
    /// clients leave.
    static let relieve = script("#!lua flags=allow-oom", Self.writing)
    static let read = script(
        "#!lua flags=no-writes", [PackageResources.shard_lua, PackageResources.read_lua])
    /// Reads data of format 1.
    static let former = script(
        "#!lua flags=no-writes", [PackageResources.shard_lua, PackageResources.former_lua])
    static let cluster = script(
        "#!lua flags=allow-oom", [PackageResources.shard_lua, PackageResources.cluster_lua])

    static let operate = script(
        "#!lua flags=allow-oom", [PackageResources.shard_lua, PackageResources.operator_lua])
    static let halls = script(
        "#!lua flags=allow-oom", [PackageResources.shard_lua, PackageResources.halls_lua])

    static let all = [write, relieve, read, cluster, operate, halls]

    private static let writing = [
        PackageResources.shard_lua, PackageResources.objects_lua, PackageResources.users_lua,
        PackageResources.copy_lua, PackageResources.write_lua,
    ]

    private static func script(_ head: String, _ parts: [[UInt8]]) -> RedisScript {
        RedisScript(
            ([head] + parts.map { String(decoding: $0, as: UTF8.self) }).joined(separator: "\n"))
    }
}

extension [UInt8] {
    /// Decodes a text in lower-case hex; returns nil for any other text.
    init?(hex text: some StringProtocol) {
        let digits = text.utf8.map { Self.value(ofDigit: $0) }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { index in
            (digits[index] ?? 0) << 4 | (digits[index + 1] ?? 0)
        }
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
