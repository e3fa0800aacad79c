import SimperiumWire

/// The role of a store while all data of one store is copied into another.
enum StoreCopyRole {
    /// The store that is read.
    case original
    /// The store that receives all data.
    case copy
}

/// A store that is copied, or that becomes the copy of another store. Each callback is called
/// once, immediately or in a later tick.
protocol StoreCopyEndpoint: AnyObject {
    /// Opens an existing original, or begins a copy in an empty store. An original passes its
    /// highest epoch to `then`. A copy raises its own epoch to at least `epoch`. Fails if another
    /// program uses the store, if an original has due pending inserts, or if the copy's store is
    /// not empty.
    func openOriginalOrBeginCopy(
        as role: StoreCopyRole, above epoch: UInt32, then: @escaping (CopyResult<UInt32>) -> Void)
    func read(_ query: StoreCopyQuery, then: @escaping (CopyResult<StoreCopyQueryAnswer>) -> Void)
    func store(_ part: StoreCopyPart, then: @escaping (CopyResult<Void>) -> Void)
    /// Completes the copy, and releases the store for other programs.
    func completeAndRelease(then: @escaping (CopyResult<Void>) -> Void)
    /// Closes the store. Releases an original for other programs; a copy stays incomplete, and no
    /// server uses it.
    func closeWithoutCompleting(then: @escaping () -> Void)
}

extension StoreCopyEndpoint {
    func failed<Value>(_ sentence: String) -> CopyResult<Value> {
        .failure(StoreCopyFailure(sentence: sentence))
    }
}

typealias CopyResult<Value> = Result<Value, StoreCopyFailure>

/// The reason that a copy failed, as a sentence.
package struct StoreCopyFailure: Error, Hashable, Sendable {
    package let sentence: String
}
