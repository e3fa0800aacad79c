/// Frames of a hub, as tests write them.
enum HubFrames {
    /// A change that the hub accepted: `c` with one entry.
    static func change(
        _ id: String, from source: Int? = nil, to version: Int, _ diff: String,
        cv: String = Device.cv2, ccids: String..., by client: String = "device-2"
    ) -> String {
        let from = source.map { #","sv":\#($0)"# } ?? ""
        return #"c:[{"clientid":"\#(client)","id":"\#(id)","o":"M","v":\#(diff)\#(from),"#
            + #""ev":\#(version),"cv":"\#(cv)","ccids":[\#(quoted(ccids))]}]"#
    }

    static func removal(
        _ id: String, at version: Int?, cv: String = Device.cv2, ccids: String...
    ) -> String {
        let at = version.map { #""ev":\#($0),"# } ?? ""
        return #"c:[{"clientid":"device-2","id":"\#(id)","o":"-",\#(at)"cv":"\#(cv)","#
            + #""ccids":[\#(quoted(ccids))]}]"#
    }

    /// A change that the hub refused.
    static func refusal(_ id: String, _ error: Int, _ ccid: String) -> String {
        refusal(id, "\(error)", ccid)
    }

    static func refusal(_ id: String, _ error: String, _ ccid: String) -> String {
        #"c:[{"clientid":"device-1","id":"\#(id)","error":\#(error),"ccids":["\#(ccid)"]}]"#
    }

    static func entity(_ reference: String, _ object: String?) -> String {
        "e:\(reference)\n" + (object.map { #"{"data":\#($0)}"# } ?? "?")
    }

    private static func quoted(_ ccids: [String]) -> String {
        ccids.map { #""\#($0)""# }.joined(separator: ",")
    }
}
