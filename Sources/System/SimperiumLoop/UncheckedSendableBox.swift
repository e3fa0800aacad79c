/// A box for a value that several threads use one after the other, such as in the tasks of one
/// queue. The queue ensures that; the box does not prevent two threads from using it at once.
@safe package final class UncheckedSendableBox<Value: ~Copyable>: @unchecked Sendable {
    package var value: Value

    package init(_ value: consuming Value) {
        self.value = value
    }
}
