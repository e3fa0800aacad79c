import Consistency

/// A recording that a test writes as a script, with one event in each line or before each `;`.
///
///     a opens                    a channel, with `cv:` from the beginning; or `a opens after 3`
///     a joins                    a channel without a cursor
///     a sends c1 k               the change c1 of object k; `a sends c1 k, c2 l` in one frame
///     a drops c1 k               the same, but the recorder cut the line before
///     a removes c1 k
///     a receives 3 c1 k.2        the change with cv 3, id c1, that makes k.2; `3 c1 -k.2` removes
///     a receives 409 c1          a refusal of c1
///     a receives cv:?            any other message
///     a creates 3 c1 k.2         the same as a creation, without `sv`
///     a loses 3 c1 k.2           the same, but the recorder cut the line before
///     a catches up 3             `cv:3` on the same channel
///     a asks k                   a call that reads k, until `a gets k.2 {…}` or `a gets 404`
///     a reads k.2 {…}            both
///     a posts c1 k.2             a call that writes k.2, and its answer
///     a lists 3: k.2, l.1        all objects and `current`; `3+:` if more pages follow
///     a closes
///     rest
///
/// Each change adds the member that is called as its id.
struct RecordedStory {
    private(set) var events: [RecordedEvent] = []
    private var lines: [String: Int] = [:]
    private var count = 0

    init(_ script: String) {
        for line in script.split(whereSeparator: { $0 == "\n" || $0 == ";" }) { add(line.trimmed) }
    }

    private mutating func add(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        let (client, rest) = (words[0], words.count > 2 ? words[2] : "")
        guard words.count > 1 else { return append(client, .rest) }
        switch words[1] {
        case "joins": open(client)
        case "opens":
            open(client)
            append(client, .sent("0:cv:\(rest.split(separator: " ").last ?? "")"))
        case "sends", "removes", "drops":
            let changes = rest.split(separator: ",").map { change in
                let names = change.trimmed.split(separator: " ")
                let operation =
                    words[1] != "removes"
                    ? #""o":"M","v":{"\#(names[0])":{"o":"+","v":1}}"# : #""o":"-""#
                return #"{"id":"\#(names[1])",\#(operation),"ccid":"\#(names[0])"}"#
            }
            let message = "0:c:[\(changes.joined(separator: ","))]"
            append(client, .sent(message), isLost: words[1] == "drops")
        case "receives", "loses":
            append(client, .received(Self.message(rest)), isLost: words[1] == "loses")
        case "creates":
            let message = Self.message(rest).replacing(/,"sv":\d+/, with: "")
            append(client, .received(message))
        case "catches": append(client, .sent("0:cv:\(rest.dropFirst(3))"))
        case "asks": ask(client, "GET", "i/\(rest)")
        case "gets": answer(client, rest)
        case "reads":
            ask(client, "GET", "i/\(rest.split(separator: ".")[0])")
            answer(client, rest.contains(".") ? rest : "404")
        case "posts":
            let names = rest.split(separator: " ")
            ask(client, "POST", "i/\(names[1].split(separator: ".")[0])?ccid=\(names[0])")
            answer(client, "\(names[1])", "POST")
        case "lists": list(client, rest)
        case "closes": append(client, .closed)
        default: preconditionFailure("no event: \(text)")
        }
    }

    private mutating func append(
        _ client: String, line: Int? = nil, _ action: RecordedEvent.Action, isLost: Bool = false
    ) {
        events.append(
            RecordedEvent(
                client: client, line: line ?? lines[client] ?? 0, action, isLost: isLost))
    }

    private mutating func open(_ client: String) {
        count += 1
        lines[client] = count
        append(client, .sent(#"0:init:{"app_id":"demo","token":"t1","name":"todo"}"#))
        append(client, .received("0:auth:kim"))
    }

    /// Calls have lines of their own.
    private mutating func ask(_ client: String, _ method: String, _ path: String) {
        count += 1
        lines["\(client) \(method)"] = count
        let target = "/1/demo/todo/\(path)"
        append(
            client, line: count,
            .request(RecordedEvent.Request(method: method, target: target, token: "t1")))
    }

    private mutating func answer(_ client: String, _ text: String, _ method: String = "GET") {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let version = words[0].split(separator: ".").dropFirst().first.flatMap { Int($0) }
        append(
            client, line: lines["\(client) \(method)"],
            .response(
                RecordedEvent.Response(
                    status: version == nil ? 404 : 200, version: version,
                    body: words.count > 1 ? words[1] : "")))
    }

    private mutating func list(_ client: String, _ text: String) {
        let parts = text.split(separator: ":")
        let (current, mark) = (
            parts[0].prefix { $0 != "+" }, parts[0].hasSuffix("+") ? #","mark":"m""# : ""
        )
        let objects = parts.dropFirst().joined().split(separator: ",").map { object in
            let names = object.trimmed.split(separator: ".")
            return #"{"id":"\#(names[0])","v":\#(names[1])}"#
        }
        append(client, .sent("0:i::::1000"))
        let page =
            #"{"current":"\#(current)","index":[\#(objects.joined(separator: ","))]\#(mark)}"#
        append(client, .received("0:i:\(page)"))
    }

    private static func message(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        if words.count == 1 { return "0:\(text)" }
        if words.count == 2 {
            return #"0:c:[{"error":\#(words[0]),"ccids":["\#(words[1])"]}]"#
        }
        let names = words[2].split(separator: ".")
        let (isRemoval, key) = (names[0].hasPrefix("-"), names[0].drop { $0 == "-" })
        let version = Int(names[1]) ?? 0
        let last = words.count > 4 ? words[4] : "\(version - 1)"
        let base = version > 1 ? #","sv":\#(last)"# : ""
        let operation =
            isRemoval ? #""o":"-""# : #""o":"M","v":{"\#(words[1])":{"o":"+","v":1}}"#
        return #"0:c:[{"id":"\#(key)",\#(operation)\#(base),"ev":\#(version),"cv":"\#(words[0])","#
            + #""ccids":["\#(words[1])"]}]"#
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
