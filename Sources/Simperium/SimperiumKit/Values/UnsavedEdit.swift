/// Text that a user has typed into an object, and the object as it was when they began.
public struct UnsavedEdit: Hashable, Sendable {
    /// The object that the editor began with.
    public let from: JSONObject
    /// The object as the editor has it now.
    public let to: JSONObject

    /// Creates the edit from the object that the editor began with and the present one.
    public init(from: JSONObject, to: JSONObject) {
        self.from = from
        self.to = to
    }
}
