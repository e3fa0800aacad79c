import SimperiumWebWire

/// HTTP requests that reach deep into a server. Random bytes are put into the body or behind the
/// path.
enum FuzzCalls {
    private static let account = #"{"username":"a@b.co","password":"12345678"}"#
    private static let change = #"{"id":"a","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"1"}"#

    /// A request line without its version, and the body that is used without random bytes.
    private static let heads: [(line: String, body: String)] = [
        ("POST /1/x/create/", account), ("POST /1/x/authorize/", account),
        (
            "POST /1/x/update/",
            #"{"username":"a@b.co","password":"12345678","new_username":"c@d.ef"}"#
        ),
        ("POST /1/x/reset_password/", #"{"username":"a@b.co","new_password":"87654321"}"#),
        ("POST /1/x/delete/", account), ("GET /1/x/buckets", ""),
        ("GET /1/x/b/index?data=1&limit=1&mark=", ""), ("GET /1/x/b/i/a", ""),
        ("GET /1/x/b/i/a/v/1", ""), ("POST /1/x/b/i/a?response=1&ccid=", #"{"n":1}"#),
        ("POST /1/x/b/i/a/v/1?replace=1", #"{"n":2}"#), ("DELETE /1/x/b/i/a", ""),
        ("GET /1/x/b/changes?wait=1", ""), ("GET /1/x/b/changes?cv=", ""),
        ("POST /1/x/b/changes?wait=1", "[\(change),{},\(change)]"),
        ("POST /1/x/b/changes", "[\(change)]"),
        ("GET /1/x/b/all?cv=000000010000000000000001&data=1&most_recent=1&batch=2", ""),
        ("GET /1/x/b/all?skip_clientid=c&cv=", ""),
        (
            "POST /1/x/__options__/i/b",
            #"{"presence":"client","capacity":1,"schema":{"type":"object"}}"#
        ),
        ("POST /1/tictactoe/Player/i/c", #"{"playerID":"c","name":"kim","mode":"auto"}"#),
        ("POST /1/tictactoe/create/", #"{"username":"kim","password":"87654321"}"#),
        ("POST /1/tictactoe/authorize/", #"{"provider":"ssh","key":"SHA256:abcdefgh"}"#),
        ("POST /1/tictactoe/signout/", ""), ("POST /1/tictactoe/leave/", "{}"),
        ("GET /1/tictactoe/names/kim", ""), ("GET /1/tictactoe/users/u", ""),
        ("POST /1/tictactoe/link/", ""), ("GET /1/tictactoe/link/", ""),
        ("POST /1/tictactoe/link/0123456789/", #"{"device":"d"}"#),
        ("POST /1/tictactoe/link/allow/", #"{"allow":true}"#),
        ("DELETE /1/tictactoe/link/l/", ""), ("GET /1/tictactoe/accounts/", ""),
        ("GET /1/demo/accounts/?name=kim@example.org", ""),
        ("POST /1/tictactoe/accounts/kim/reset/", ""),
        ("GET /1/tictactoe/Match/index?data=1", ""), ("GET /metrics", ""), ("GET /healthz", ""),
        ("OPTIONS /1/x/b/index", ""), ("GET /1/x/b/i/", ""), ("PUT /1/x/b/i/", #"{"n":3}"#),
    ]

    /// A whole request as bytes, with a valid API key. `token` may be valid or not.
    static func call(_ number: Int, _ random: ArraySlice<UInt8>, token: String) -> [UInt8] {
        let (line, body) = heads[number % heads.count]
        let isInAddress = line.hasSuffix("=") || line.hasSuffix("/i/")
        let behind = isInAddress ? Array(random) : []
        let content = isInAddress || random.isEmpty ? Array(body.utf8) : Array(random)
        let fields = """
             HTTP/1.1\r\nHost: h\r\nX-Simperium-Token: \(token)\r\nX-Simperium-API-Key: t\r\n\
            Content-Length: \(content.count)\r\n\r\n
            """
        return Array(line.utf8) + behind + fields.utf8 + content
    }

    static let webSocket = [UInt8](
        """
        GET /sock/websocket HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\
        Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n
        """.utf8)

    /// An `init` for one of the lobby's buckets.
    static func lobby(_ channel: Int) -> [UInt8] {
        let bucket = ["Player", "Match", "Watcher"][channel % 3]
        let text = """
            \(channel):init:{"clientid":"c","api":"1.1","token":"g","app_id":"tictactoe",\
            "name":"\(bucket)","extensions":["away","resume"],"cmd":"cv:"}
            """
        return [UInt8](text.utf8)
    }
}
