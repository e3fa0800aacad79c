/// Text that a user has typed into an object, and the object as it was when they began.
public struct UnsavedEdit: Hashable, Sendable {
    public let from: JSONObject
    public let to: JSONObject

    public init(from: JSONObject, to: JSONObject) {
        self.from = from
        self.to = to
    }
}
