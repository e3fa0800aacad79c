/// A run of consecutive elements that two sequences have in common, with its start in each.
struct CommonStretch: Hashable {
    var old: Int
    var new: Int
    var count: Int
}
