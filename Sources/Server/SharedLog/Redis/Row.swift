import RedisWire
import SimperiumClock
import SimperiumWire

/// One row of an answer, whose columns may be missing, or hold what they should not.
struct Row {
    private let items: [RedisValue]

    init(_ items: some Sequence<RedisValue>) {
        self.items = Array(items)
    }

    init(_ value: RedisValue) {
        items = value.elements ?? []
    }

    func dropping(_ count: Int) -> Row { Row(items.dropFirst(count)) }

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    private func item(_ index: Int) -> RedisValue? {
        items.indices.contains(index) ? items[index] : nil
    }

    func text(_ index: Int) -> String? { item(index)?.string }
    func bytes(_ index: Int) -> [UInt8]? { item(index)?.bytes }
    func number(_ index: Int) -> Int64? { item(index)?.number }
    func list(_ index: Int) -> [RedisValue]? { item(index)?.elements }
    func epoch(_ index: Int) -> UInt32? { number(index).flatMap { UInt32(exactly: $0) } }
    func stamp(_ index: Int) -> Stamp? { number(index).map { Stamp(milliseconds: $0) } }
    func place(_ index: Int) -> Ordinal? { text(index).flatMap { Ordinal(engineText: $0) } }
    func name(_ index: Int) -> BucketName? { text(index).flatMap { BucketName($0) } }
    func key(_ index: Int) -> ObjectKey? { text(index).flatMap { ObjectKey($0) } }

    func version(_ index: Int) -> EntityVersion? {
        number(index).flatMap { Int(exactly: $0) }.flatMap(EntityVersion.init)
    }

    func keys(_ index: Int) -> [ObjectKey]? {
        guard let list = list(index) else { return nil }
        let keys = list.compactMap { $0.string.flatMap { ObjectKey($0) } }
        return keys.count == list.count ? keys : nil
    }

    /// All rows of a list, or none if one is not as it should be.
    func rows<Element>(_ index: Int, _ read: (Row) -> Element?) -> [Element]? {
        guard let list = list(index) else { return nil }
        let all = list.compactMap { read(Row($0)) }
        return all.count == list.count ? all : nil
    }
}
