import SimperiumWire

enum CopyRole {
    /// Its data is read.
    case original
    /// All data is put there.
    case copy
}

/// A store that is copied, or made to be the copy of another. Each answer comes once, at once or in
/// another turn.
protocol CopyStore: AnyObject {
    /// How it is called in what people are told.
    var name: String { get }

    /// Makes sure that nobody else uses it, and tells the highest epoch that it knows.
    func begin(
        as role: CopyRole, above epoch: UInt32, then: @escaping (CopyResult<UInt32>) -> Void)
    func answer(_ query: KeptQuery, then: @escaping (CopyResult<KeptAnswer>) -> Void)
    func keep(_ part: KeptPart, then: @escaping (CopyResult<Void>) -> Void)
    /// Lets others use it.
    func end(then: @escaping (CopyResult<Void>) -> Void)
    /// Lets go of it. A copy that is not whole is none that a server would take for one.
    func abandon()
}

typealias CopyResult<Value> = Result<Value, StoreCopyFailure>

/// Why a copy did not come to be, as a sentence.
package struct StoreCopyFailure: Error, Hashable, Sendable {
    package let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
