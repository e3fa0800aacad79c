/// An edit that a user has not saved yet, such as typed text: the object before and after the edit.
public struct UnsavedEdit: Hashable, Sendable {
    /// The object that the editor began with.
    public let from: JSONObject
    /// The object as the editor has it now.
    public let to: JSONObject

    /// Creates the edit from the object that the editor began with, and the present object.
    public init(from: JSONObject, to: JSONObject) {
        self.from = from
        self.to = to
    }
}
