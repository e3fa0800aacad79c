import SimperiumWire

/// A store that is copied into another. Each callback is called once, immediately or in a later
/// tick.
protocol StoreCopyOriginal: AnyObject {
    /// Opens the store, and passes its highest epoch to `then`. Fails if another program uses the
    /// store, or if pending inserts are due.
    func open(then: @escaping (CopyResult<UInt32>) -> Void)
    func read(_ query: StoreCopyQuery, then: @escaping (CopyResult<StoreCopyQueryAnswer>) -> Void)
    /// Closes the store, and releases it for other programs.
    func close(then: @escaping () -> Void)
}

/// A store that becomes the copy of another. Each callback is called once, immediately or in a
/// later tick.
protocol StoreCopyTarget: AnyObject {
    /// Begins a copy in an empty store, with an epoch of at least `epoch`. Fails if another program
    /// uses the store, or if the store is not empty.
    func begin(above epoch: UInt32, then: @escaping (CopyResult<Void>) -> Void)
    func store(_ part: StoreCopyPart, then: @escaping (CopyResult<Void>) -> Void)
    /// Completes the copy, and releases the store for other programs.
    func complete(then: @escaping (CopyResult<Void>) -> Void)
    /// Closes the store. The copy stays incomplete, and no server uses it.
    func abandon()
}

/// A store that can have both roles, one at a time.
typealias StoreCopyEndpoint = StoreCopyOriginal & StoreCopyTarget

typealias CopyResult<Value> = Result<Value, StoreCopyFailure>

/// The reason that a copy failed, as a sentence.
package struct StoreCopyFailure: Error, Hashable, Sendable {
    package let sentence: String
}

extension Result where Failure == StoreCopyFailure {
    static func failed(_ sentence: String) -> Self {
        .failure(StoreCopyFailure(sentence: sentence))
    }
}
