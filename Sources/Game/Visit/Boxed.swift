/// A value that is hardly ever there, in a box of its own: whatever has it is no larger for it, and
/// copied as quickly.
@propertyWrapper
struct Boxed<Value> {
    fileprivate indirect enum Box {
        case full(Value)
    }

    private var box: Box?

    init(wrappedValue: Value?) {
        box = wrappedValue.map(Box.full)
    }

    /// To be asked before the value is copied out.
    var isEmpty: Bool { box == nil }

    var wrappedValue: Value? {
        get {
            if case .full(let value) = box { value } else { nil }
        }
        set { box = newValue.map(Box.full) }
    }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed.Box: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
extension Boxed.Box: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed.Box: Hashable where Value: Hashable {}
