import SimperiumJSON

/// Reads the meaning of recorded messages and requests, by `Sources/PROTOCOL.md` alone.
struct FactReader {
    /// A channel, until its connection ends or it is opened again.
    private struct Channel {
        let bucket: RecordedBucket
        let stream: Int
        /// True once the stream has a beginning.
        var hasStarted = false
        /// The events that asked for pages of the index.
        var indexRequests: [(number: Int, isFirst: Bool)] = []
        var changes: Set<String> = []
    }

    private struct ChannelID: Hashable {
        let line: Int
        let number: Substring
    }

    private struct Call {
        let bucket: RecordedBucket
        let request: RecordedEvent.Request
        let path: [String]
        let query: [String: String]
        let asked: Int
        let stream: Int
    }

    private(set) var facts: [Fact] = []
    /// The user of each token, and the name of each user id.
    private var users: [String: String] = [:]
    private var channels: [ChannelID: Channel] = [:]
    private var calls: [Int: Call] = [:]
    private var streams = 0
    private var number = 0
    private var isAtRest = false

    init(_ events: [RecordedEvent]) {
        for event in events { learnUsers(event) }
        channels = [:]
        for event in events {
            number += 1
            read(event)
        }
    }

    private mutating func read(_ event: RecordedEvent) {
        switch event.action {
        case .sent(let text):
            guard !event.isLost, let (id, command) = Self.channel(text, event) else { return }
            readCommand(command, on: id, event)
        case .received(let text):
            guard let (id, command) = Self.channel(text, event) else { return }
            readMessage(command, on: id, event)
        case .request(let request):
            guard !event.isLost else { return }
            readRequest(request, event)
        case .response(let response):
            guard let call = calls.removeValue(forKey: event.line) else { return }
            readResponse(response, to: call, event)
        case .closed:
            for (id, channel) in channels where id.line == event.line {
                add(.end(stream: channel.stream), channel.bucket, event)
                channels[id] = nil
            }
        case .rest: isAtRest = true
        }
    }

    private mutating func add(_ kind: Fact.Kind, _ bucket: RecordedBucket, _ event: RecordedEvent) {
        facts.append(
            Fact(
                bucket: bucket, client: event.client, number: number, kind: kind,
                isLost: event.isLost, isAtRest: isAtRest))
    }

    private mutating func newStream() -> Int {
        streams += 1
        return streams
    }
}

/// Users.
extension FactReader {
    /// `auth` names the user of a channel's token; `create` and `authorize` name that of theirs.
    private mutating func learnUsers(_ event: RecordedEvent) {
        switch event.action {
        case .sent(let text):
            guard let (id, command) = Self.channel(text, event), command.hasPrefix("init:"),
                let token = Self.json(command.dropFirst(5))?["token"]?.string
            else { return }
            channels[id] = Channel(
                bucket: RecordedBucket(app: "", user: token, name: ""), stream: 0)
        case .received(let text):
            guard let (id, command) = Self.channel(text, event), command.hasPrefix("auth:"),
                let token = channels.removeValue(forKey: id)?.bucket.user
            else { return }
            if !command.hasPrefix("auth:{") { users[token] = String(command.dropFirst(5)) }
        case .response(let response):
            guard let json = Self.json(response.body[...]),
                let name = json["username"]?.string, let token = json["access_token"]?.string
            else { return }
            users[token] = name
            if let id = json["userid"]?.string { users[id] = name }
        case .request, .closed, .rest: break
        }
    }

    private static func channel(
        _ text: String, _ event: RecordedEvent
    ) -> (ChannelID, Substring)? {
        guard let colon = text.firstIndex(of: ":"), Int(text[..<colon]) != nil else { return nil }
        let id = ChannelID(line: event.line, number: text[..<colon])
        return (id, text[text.index(after: colon)...])
    }

    fileprivate static func json(_ text: Substring) -> JSON? { try? JSON(text: String(text)) }
}

/// WebSocket messages.
extension FactReader {
    private mutating func readCommand(
        _ text: Substring, on id: ChannelID, _ event: RecordedEvent
    ) {
        let (command, payload) = text.parted(at: ":")
        if command == "init" { return open(id, payload, event) }
        guard let channel = channels[id] else { return }
        switch command {
        case "c": readChanges(payload, on: id, event)
        case "cv":
            channels[id]?.hasStarted = true
            add(.start(stream: channel.stream, after: String(payload)), channel.bucket, event)
        case "i":
            let mark = payload.split(separator: ":", omittingEmptySubsequences: false)
            let isFirst = mark.dropFirst().prefix(2).allSatisfy(\.isEmpty)
            channels[id]?.indexRequests.append((number, isFirst))
        default: break
        }
    }

    private mutating func open(_ id: ChannelID, _ payload: Substring, _ event: RecordedEvent) {
        guard let json = Self.json(payload), let token = json["token"]?.string,
            let user = users[token], let name = json["name"]?.string
        else { return }
        if let before = channels[id] { add(.end(stream: before.stream), before.bucket, event) }
        let app = json["app_id"]?.string ?? ""
        channels[id] = Channel(
            bucket: RecordedBucket(app: app, user: user, name: name), stream: newStream())
        if let first = json["cmd"]?.string { readCommand(first[...], on: id, event) }
    }

    private mutating func readChanges(
        _ payload: Substring, on id: ChannelID, _ event: RecordedEvent
    ) {
        guard let channel = channels[id], let json = Self.json(payload) else { return }
        for change in json.array ?? [json] {
            guard let ccid = change["ccid"]?.string else { continue }
            channels[id]?.changes.insert(ccid)
            let operation = change["o"]?.string
            let isWhole = operation != "EMPTY"
            if operation != "M" {
                let key = isWhole ? change["id"]?.string : nil
                add(.removal(key: key), channel.bucket, event)
            }
            add(
                .change(id: ccid, stream: channel.stream, isWhole: isWhole), channel.bucket, event)
        }
    }

    private mutating func readMessage(
        _ text: Substring, on id: ChannelID, _ event: RecordedEvent
    ) {
        guard let channel = channels[id] else { return }
        let (command, payload) = text.parted(at: ":")
        switch command {
        case "c":
            for entry in Self.json(payload)?.array ?? [] {
                readEntry(entry, by: channel.changes, stream: channel.stream, channel.bucket, event)
            }
        case "cv" where payload == "?":
            channels[id]?.hasStarted = false
            add(.stop(stream: channel.stream), channel.bucket, event)
        case "i":
            guard let page = Self.json(payload), !channel.indexRequests.isEmpty else { return }
            let request = channel.indexRequests[0]
            channels[id]?.indexRequests.removeFirst()
            readPage(page, request, channel.bucket, event)
            guard !channel.hasStarted else { return }
            channels[id]?.hasStarted = true
            let start = page["current"]?.string
            add(.start(stream: channel.stream, after: start), channel.bucket, event)
        case "e":
            let lines = payload.split(separator: "\n", maxSplits: 1)
            guard lines.count == 2, let dot = lines[0].lastIndex(of: "."),
                let version = Int(lines[0][lines[0].index(after: dot)...]),
                let data = Self.json(lines[1])?["data"]
            else { return }
            let key = String(lines[0][..<dot])
            add(.content(key: key, version: version, data: data), channel.bucket, event)
        default: break
        }
    }

    private mutating func readEntry(
        _ entry: JSON, by own: Set<String>, stream: Int, _ bucket: RecordedBucket,
        _ event: RecordedEvent
    ) {
        if let error = entry["error"] {
            guard (error.int ?? error.string.flatMap { Int($0) }) == 409 else { return }
            for id in (entry["ccids"]?.array ?? []).compactMap(\.string) {
                add(.alreadyApplied(id: id), bucket, event)
            }
        } else if let change = SeenChange(entry) {
            add(.received(change, stream: stream), bucket, event)
            for id in change.ids where own.contains(id) {
                add(.acknowledged(id: id, key: change.key, version: change.version), bucket, event)
            }
        }
    }

    private mutating func readPage(
        _ page: JSON, _ request: (number: Int, isFirst: Bool), _ bucket: RecordedBucket,
        _ event: RecordedEvent
    ) {
        var keys: Set<String> = []
        for entry in page["index"]?.array ?? [] {
            guard let key = entry["id"]?.string, let version = entry["v"]?.int else { continue }
            keys.insert(key)
            add(
                .present(key: key, version: version, data: entry["d"], asked: request.number),
                bucket, event)
        }
        guard request.isFirst, page["mark"] == nil else { return }
        add(.listed(keys: keys, asked: request.number), bucket, event)
    }
}

/// HTTP calls.
extension FactReader {
    private mutating func readRequest(_ request: RecordedEvent.Request, _ event: RecordedEvent) {
        let (target, queryText) = request.target[...].parted(at: "?")
        let path = target.split(separator: "/").map(\.percentDecoded)
        // /1/APP/BUCKET/…
        guard path.count > 3, path[0] == "1", let token = request.token else { return }
        let user = request.user.map { users[$0] ?? $0 } ?? users[token] ?? token
        let query = queryText.split(separator: "&").map { $0.parted(at: "=") }
        let call = Call(
            bucket: RecordedBucket(app: path[1], user: user, name: path[2]), request: request,
            path: Array(path.dropFirst(3)),
            query: Dictionary(query.map { (String($0), $1.percentDecoded) }) { $1 },
            asked: number, stream: newStream())
        calls[event.line] = call
        let id = call.query["ccid"]
        switch (request.method, call.path.first) {
        case ("POST", "i"), ("DELETE", "i"):
            if request.method == "DELETE", call.path.count > 1 {
                add(.removal(key: call.path[1]), call.bucket, event)
            }
            guard let id else { return }
            add(.change(id: id, stream: nil, isWhole: true), call.bucket, event)
        case ("POST", "changes"):
            let json = Self.json(request.body[...])
            for change in json?.array ?? json.map({ [$0] }) ?? [] {
                guard let id = change["ccid"]?.string else { continue }
                if change["o"]?.string == "-" {
                    add(.removal(key: change["id"]?.string), call.bucket, event)
                }
                add(.change(id: id, stream: nil, isWhole: true), call.bucket, event)
            }
        default: break
        }
    }

    private mutating func readResponse(
        _ response: RecordedEvent.Response, to call: Call, _ event: RecordedEvent
    ) {
        switch (call.request.method, call.path.first) {
        case ("GET", "i"): readObject(response, call, event)
        case ("POST", "i"), ("DELETE", "i"): readAnswer(response, call, event)
        case ("GET", "index"):
            guard response.status == 200, let page = Self.json(response.body[...]) else { return }
            let isFirst = call.query["mark"] == nil && call.query["since"] == nil
            readPage(page, (call.asked, isFirst), call.bucket, event)
        case ("GET", "changes"), ("POST", "changes"):
            guard response.status == 200 else { return }
            let start = call.request.method == "GET" ? call.query["cv"] : nil
            add(.start(stream: call.stream, after: start), call.bucket, event)
            for entry in Self.json(response.body[...])?.array ?? [] {
                // The changes of one call need not be adjacent.
                let stream = start == nil ? newStream() : call.stream
                let own = call.request.method == "POST" ? SeenChange(entry)?.ids ?? [] : []
                readEntry(entry, by: Set(own), stream: stream, call.bucket, event)
            }
            add(.end(stream: call.stream), call.bucket, event)
        default: break
        }
    }

    private mutating func readObject(
        _ response: RecordedEvent.Response, _ call: Call, _ event: RecordedEvent
    ) {
        guard call.path.count > 1 else { return }
        let key = call.path[1]
        switch (response.status, call.path.count) {
        case (200, 4):
            guard let version = Int(call.path[3]), let data = Self.json(response.body[...]) else {
                return
            }
            add(.content(key: key, version: version, data: data), call.bucket, event)
        case (200, 2):
            let data = Self.json(response.body[...])
            guard let version = response.version else { return }
            add(
                .present(key: key, version: version, data: data, asked: call.asked), call.bucket,
                event)
        case (404, 2):
            add(
                .present(key: key, version: nil, data: nil, asked: call.asked), call.bucket, event)
        default: break
        }
    }

    private mutating func readAnswer(
        _ response: RecordedEvent.Response, _ call: Call, _ event: RecordedEvent
    ) {
        guard call.path.count > 1 else { return }
        let (key, id) = (call.path[1], call.query["ccid"])
        switch (response.status, id) {
        case (200, _):
            add(.acknowledged(id: id, key: key, version: response.version), call.bucket, event)
            guard let version = response.version, let data = Self.json(response.body[...]) else {
                return
            }
            add(.content(key: key, version: version, data: data), call.bucket, event)
        case (409, let id?): add(.alreadyApplied(id: id), call.bucket, event)
        default: break
        }
    }
}

extension Substring {
    /// Returns the parts before and behind the first such character.
    fileprivate func parted(at mark: Character) -> (Substring, Substring) {
        guard let index = firstIndex(of: mark) else { return (self, "") }
        return (self[..<index], self[self.index(after: index)...])
    }

    var percentDecoded: String {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)),
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
