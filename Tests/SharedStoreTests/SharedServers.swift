import TestSupport

/// The two that all rows of a run share, each row under names of its own.
enum SharedServers {
    /// Their ports.
    static let alone = Result { try keep(RedisServer()) }
    static let cluster = Result { try keep(RedisServer(isCluster: true)) }

    /// Until the process ends.
    private static func keep(_ server: RedisServer) -> UInt16 {
        _ = unsafe Unmanaged.passRetained(server)
        return server.port
    }
}
