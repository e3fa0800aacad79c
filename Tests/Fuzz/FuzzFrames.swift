import SimperiumJSON
import SimperiumWire
import SyncHub

/// Messages of clients and callers for a hub, so that a few random bytes reach deep.
enum FuzzFrames {
    private static let frames = [
        #"0:c:{"id":"a","o":"M","v":{"t":{"o":"+","v":"abc"}},"ccid":"1"}"#,
        #"0:c:{"id":"a","sv":1,"o":"M","v":{"t":{"o":"d","v":"=1\t+x\t=2"}},"ccid":"2"}"#,
        #"0:c:{"id":"a","sv":1,"o":"M","v":{"t":{"o":"d","v":"-1\t=2\t+y"}},"ccid":"3"}"#,
        #"1:c:{"id":"a","sv":"2","o":"M","d":{"t":"z","n":1},"v":{},"ccid":"4"}"#,
        #"0:c:[{"id":"b","o":"M","v":{},"ccid":"1"},{"id":"a","o":"-","ccid":"5"}]"#,
        #"0:c:[{"id":"c","o":"M","v":{},"ccid":"1"},{"id":"e","o":"M","v":{},"ccid":"1"}]"#,
        #"1:c:{"id":"d","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"6"}"#,
        #"0:c:{"id":"b","o":"EMPTY","ccid":"7"}"#, #"0:c:{"id":"b","o":"DROP","ccid":"8"}"#,
        "0:i:1:::1", "0:i::000000010000000000000002000000010000000000000001::1", "1:i::::2",
        "0:e:a.1", "1:e:a.2", "0:cv:", "0:cv:000000010000000000000002", "1:cv:?", "h:7",
        #"2:init:{"clientid":"c","api":1,"token":"t","app_id":"x","name":"__options__"}"#,
        #"2:c:{"id":"b","o":"M","d":{"presence":"client","presenceGrace":10},"ccid":"9"}"#,
        #"2:c:{"id":"b","o":"M","d":{"presence":"user","capacity":2},"ccid":"10"}"#,
        #"2:c:{"id":"b","o":"M","d":{"version_max":2,"version10_max":1},"ccid":"11"}"#,
        #"""
        0:init:{"clientid":"c","api":"1.1","token":"t","app_id":"x","name":"b","cmd":"cv:",\#
        "extensions":["away","resume"],"resume":"s4"}
        """#,
        #"""
        1:init:{"clientid":"c","api":"1.1","token":"t","app_id":"x","name":"b","cmd":"cv:",\#
        "extensions":["away","resume","rules"],"resume":"s4","seat":1}
        """#,
        #"""
        0:init:{"clientid":"c","api":"1.1","token":"t","app_id":"x","name":"b",\#
        "extensions":["resume","rules"],"resume":"s5","take":true,"secret":"s6"}
        """#,
        #"0:o:{"beat":2}"#, #"1:o:{"beat":0}"#,
    ].map { [UInt8]($0.utf8) }

    static func client(_ number: Int) -> [UInt8] { frames[number % frames.count] }

    static func initialize(_ channel: Int) -> [UInt8] {
        let text = """
            \(channel):init:{"clientid":"c","api":"1.1","token":"t","app_id":"x","name":"b",\
            "extensions":["away","resume","rules"]}
            """
        return [UInt8](text.utf8)
    }

    static func request(_ number: Int) -> CallerRequest {
        let key = ObjectKey.trappingIfInvalid(number & 16 == 0 ? "a" : "b")
        let id = ChangeID.trappingIfInvalid("http-\(number)")
        switch number & 7 {
        case 0: return .change(Change(.replace(with: ["n": JSON(number)]), key: key, id: id))
        case 1: return .change(Change(.remove, key: key, id: id))
        case 2: return .change(Change(.empty, key: .trappingIfInvalid("b"), id: id))
        case 3: return .index(IndexRequest(hasObjects: number & 8 == 0, limit: 2))
        case 4: return .entity(key, EntityVersion(number & 8))
        default: return .changes(after: .start, waits: number & 8 == 0)
        }
    }

    static func entries(_ changes: [UInt8]) -> [HubChangeListEntry] {
        let frame = [UInt8]("0:c:".utf8) + changes
        guard case .command(.changes(let entries), _) = try? HubMessage(frame: frame.span) else {
            preconditionFailure("a client can read it")
        }
        return entries
    }

    static func page(_ json: [UInt8]) -> [IndexPage.ListedObject] {
        let frame = [UInt8]("0:i:".utf8) + json
        guard case .command(.index(let page), _) = try? HubMessage(frame: frame.span) else {
            preconditionFailure("a client can read it")
        }
        return page.entries
    }
}
