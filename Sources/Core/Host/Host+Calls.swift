import Simperium
import WebWire

extension Host {
    mutating func take(_ call: CallID, _ request: HTTPRequest) {
        switch request.target.segments {
        case ["healthz"]: effects.append(.answer(call, HTTPResponse(.ok, body: Array("ok\n".utf8))))
        case ["sock", "websocket"]: effects.append(.openWebSocket(call, app: nil))
        case let names
        where names.count == 4 && names[0] == "sock" && names[1] == "1"
            && names[3] == "websocket":
            guard let app = AppID(names[2]) else { fallthrough }
            effects.append(.openWebSocket(call, app: app))
        default: effects.append(.answer(call, HTTPResponse(.notFound)))
        }
    }
}
