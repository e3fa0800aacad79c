/// The figures of each server.
extension Metric {
    static let uptime = Metric("uptime_seconds", "Time since the server started.")
    static let queuedBytes = Metric(
        "queued_bytes", "Bytes waiting to be processed, or to be read by clients.")
    static let mostQueuedBytes = Metric("queued_bytes_max", "The most bytes that have waited.")
    static let endedForMemory = counter(
        "connections_ended_for_memory", "Connections closed because too many bytes waited.")
    static let longestTurn = Metric(
        "busy_max_seconds", "The longest time that one event delayed all others.")
    static let longestCommit = Metric(
        "commit_max_seconds",
        "The longest time that acknowledgements waited for one write to the disk.")
    static let connections = Metric("connections", "Open connections to buckets.")
    static let opened = counter("connections_opened", "Connections to buckets that were opened.")
    static let authorized = counter("channels_authorized", "Buckets that clients have opened.")
    static let denied = counter("channels_denied", "Buckets that clients were not allowed to open.")
    static let takenOver = counter(
        "seats_taken_over", "Connections replaced by a newer one of the same client.")
    static let received = counter("messages_received", "WebSocket messages from clients.")
    static let sent = counter("messages_sent", "WebSocket messages to clients.")
    static let accepted = counter("changes_accepted", "Changes that were accepted.")
    static let refused = counter("changes_refused", "Changes that were refused, by error code.")
    static let answers = counter("http_responses", "HTTP responses, by status.")
    static let failedWrites = counter("store_writes_failed", "Writes to the store that failed.")
    static let failedReads = counter("store_reads_failed", "Reads from the store that failed.")
    static let storeFailing = Metric("store_failing", "1 while data cannot be read or written.")
}

/// The additional figures of a server on Redis.
extension Metric {
    static let nodeAlive = Metric(
        "node_alive",
        "1 while the server serves clients: it is the writer, or reaches the writer.")
    static let nodeWriter = Metric(
        "node_writer", "1 on the writer; the sum over all servers should be 1.")
    static let nodeGeneration = Metric(
        "node_generation", "Number of this start of a server, among all on this Redis.")
    static let nodeTerm = Metric("node_term", "Number of the ownership of the first shard.")
    static let nodeOthers = Metric("node_others", "Other servers on this Redis.")
    static let nodeShards = Metric(
        "node_shards", "Shards that the server has; the sum over all servers should be 16.")
    static let longestOpening = Metric(
        "shard_opening_max_seconds",
        "The longest time from taking a shard until its clients were served.")
    static let withoutOwner = Metric("shards_without_owner", "Shards that no server has.")
    static let relayed = Metric(
        "node_relayed_connections", "Connections that the server passes to other servers.")
    static let renewalAge = Metric(
        "node_renewal_age_seconds",
        "Time since the server last renewed its entry in Redis; from 3 on it counts as failed.")
    static let usedMemory = Metric("engine_memory_bytes", "Memory that Redis uses.")
    static let mostMemory = Metric(
        "engine_memory_max_bytes", "The limit of Redis's memory; 0 without one.")
    static let replicas = Metric("engine_replicas", "Replicas of Redis.")
    static let dueInserts = Metric(
        "inserts_due", "Results of rounds that are not in the accounts yet, usually 0.")
}
