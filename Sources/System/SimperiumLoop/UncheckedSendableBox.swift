/// A box for a value that several threads use one after the other, such as in the tasks of one
/// queue. The queue must ensure this order, because the box does not prevent two threads from using
/// the value at once.
@safe package final class UncheckedSendableBox<Value: ~Copyable>: @unchecked Sendable {
    package var value: Value

    package init(_ value: consuming Value) {
        self.value = value
    }
}
