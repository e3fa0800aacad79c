internal import SimperiumJSON

/// The amount of log output that a hub wants from a client.
package enum LogLevel: Int, Hashable, Codable, Sendable {
    case off = 0
    case on = 1
    case verbose = 2
}

/// A line of a client's log: `log:{"log":"text","bucket":"todo"}`.
package struct LogLine: Hashable, Codable, Sendable {
    package let text: String
    package let bucket: BucketName?

    package init(_ text: String, bucket: BucketName? = nil) {
        self.text = text.byteLimitedPrefix(upTo: Limits.logLine)
        self.bucket = bucket
    }

    init(payload: Span<UInt8>) throws(WireError) {
        let json = try JSON(payload: payload, of: .log, .fromClient)
        guard let text = json["log"]?.string else { throw .badMember("log", of: .log) }
        self.init(text, bucket: json["bucket"]?.string.flatMap(BucketName.init))
    }

    func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "log", text: text)
            bytes.append(member: "bucket", text: bucket?.text)
        }
    }
}
