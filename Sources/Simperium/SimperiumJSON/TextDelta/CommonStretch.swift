/// A stretch that is the same in both of two sequences.
struct CommonStretch: Hashable {
    var old: Int
    var new: Int
    var count: Int
}
