import Drawing
import Testing

@Suite("Geometry")
struct GeometryTests {
    @Test(
        "A window has a possible size, with any report of its terminal",
        arguments: [
            ((24, 80), Size(rows: 24, columns: 80)),
            ((0, 0), Size(rows: 24, columns: 80)),
            ((0, 132), Size(rows: 24, columns: 132)),
            ((1, 1), Size(rows: 1, columns: 1)),
            ((-5, Int.min), Size(rows: 1, columns: 1)),
            ((4_294_967_295, 4_294_967_295), Size(rows: 500, columns: 1_000)),
            ((Int.max, 40), Size(rows: 500, columns: 40)),
        ])
    func claims(claim: (rows: Int, columns: Int), size: Size) {
        #expect(Size(claimedRows: claim.rows, columns: claim.columns) == size)
        #expect(Canvas(size).size == size)
    }

    @Test("Areas intersect and shrink, never below zero, and never overflow")
    func areas() {
        let left = Area(row: 0, column: 0, rows: 4, columns: 10)
        let right = Area(row: 2, column: 6, rows: 9, columns: 9)
        #expect(left.intersection(right) == Area(row: 2, column: 6, rows: 2, columns: 4))
        #expect(left.intersection(Area(row: 5, column: 0, rows: 1, columns: 1)).rows.isEmpty)

        let area = Area(row: 1, column: 1, rows: 5, columns: 7)
        #expect(area.inset(rows: 1, columns: 2) == Area(row: 2, column: 3, rows: 3, columns: 3))
        #expect(area.inset(rows: 9).size.rows == 0)
        #expect(area.inset(rows: .max, columns: .max).size == Size(rows: 0, columns: 0))

        let endless = Area(row: Int.min, column: Int.max, rows: Int.max, columns: Int.max)
        #expect(!endless.contains(.topLeft))
        #expect(endless.inset(rows: -9, columns: -9).size.rows > 1_000)
    }
}
