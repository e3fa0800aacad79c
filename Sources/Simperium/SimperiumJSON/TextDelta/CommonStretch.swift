/// A stretch of elements that two sequences have in common.
struct CommonStretch: Hashable {
    var old: Int
    var new: Int
    var count: Int
}
