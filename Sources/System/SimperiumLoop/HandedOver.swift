/// A value that one thread after the other uses, as works of one queue do: what hands the works
/// over hands it over, too. Nothing here keeps two from using it at once.
@safe package final class HandedOver<Value: ~Copyable>: @unchecked Sendable {
    package var value: Value

    package init(_ value: consuming Value) {
        self.value = value
    }
}
