import SimperiumJSON

/// One event between a client and a server, as a recorder between the two saw it.
///
/// A recording is a text with one event in each line, in the order of time:
///
///     {"t":1200,"client":"a","line":3,"is":"sent","text":"0:cv:"}
///
/// `t` is in microseconds. A client may open many lines. A message that the
/// recorder did not pass on has `"lost":true`.
package struct RecordedEvent: Sendable {
    package enum Action: Sendable {
        /// The client sent a WebSocket message.
        case sent(String)
        /// The server sent a WebSocket message.
        case received(String)
        case request(Request)
        case response(Response)
        case closed
        /// From here on no client writes any more, and all have received all changes.
        case rest
    }

    package struct Request: Sendable {
        package let method: String
        /// The path and the query, percent-encoded.
        package let target: String
        package let token: String?
        /// The user whom an administrator acts for.
        package let user: String?
        package let body: String

        package init(
            method: String, target: String, token: String?, user: String? = nil, body: String = ""
        ) {
            (self.method, self.target, self.body) = (method, target, body)
            (self.token, self.user) = (token, user)
        }
    }

    package struct Response: Sendable {
        package let status: Int
        /// The field `X-Simperium-Version`.
        package let version: Int?
        package let body: String

        package init(status: Int, version: Int?, body: String) {
            (self.status, self.version, self.body) = (status, version, body)
        }
    }

    package let client: String
    package let line: Int
    package let action: Action
    package let isLost: Bool

    package init(client: String, line: Int, _ action: Action, isLost: Bool = false) {
        (self.client, self.line) = (client, line)
        (self.action, self.isLost) = (action, isLost)
    }

    /// Returns the events of a recording. A line that is no event is an error of the recorder.
    package static func all(in recording: String) throws -> [RecordedEvent] {
        try recording.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            guard let event = RecordedEvent(try JSON(parsing: Array(line))) else {
                throw Unreadable(line: String(decoding: line, as: UTF8.self))
            }
            return event
        }
    }

    package struct Unreadable: Error {
        package let line: String
    }

    private init?(_ json: JSON) {
        func text(_ name: JSONString) -> String { json[name]?.string ?? "" }
        let action: Action
        switch json["is"]?.string {
        case "sent": action = .sent(text("text"))
        case "received": action = .received(text("text"))
        case "request":
            action = .request(
                Request(
                    method: text("method"), target: text("target"), token: json["token"]?.string,
                    user: json["user"]?.string, body: text("body")))
        case "response":
            guard let status = json["status"]?.int else { return nil }
            action = .response(
                Response(
                    status: status, version: json["version"]?.string.flatMap { Int($0) },
                    body: text("body")))
        case "closed": action = .closed
        case "rest": action = .rest
        default: return nil
        }
        self.init(
            client: text("client"), line: json["line"]?.int ?? 0, action,
            isLost: json["lost"]?.bool == true)
    }
}
