extension Canvas {
    /// Draws a rule to the right. Where it meets other rules, it joins them.
    package mutating func horizontalRule(
        at start: Point, columns: Int, _ style: Style = .rule
    ) {
        let rule = Area(origin: start, size: Size(rows: 1, columns: columns))
        for column in rule.columns.clamped(to: 0..<size.columns) {
            var arms: RuleArms = [.left, .right]
            if columns > 1, column == rule.columns.lowerBound { arms = .right }
            if columns > 1, column == rule.columns.upperBound - 1 { arms = .left }
            join(arms, at: Point(row: rule.origin.row, column: column), style)
        }
    }

    /// Draws a rule downwards. Where it meets other rules, it joins them.
    package mutating func verticalRule(at start: Point, rows: Int, _ style: Style = .rule) {
        let rule = Area(origin: start, size: Size(rows: rows, columns: 1))
        for row in rule.rows.clamped(to: 0..<size.rows) {
            var arms: RuleArms = [.up, .down]
            if rows > 1, row == rule.rows.lowerBound { arms = .down }
            if rows > 1, row == rule.rows.upperBound - 1 { arms = .up }
            join(arms, at: Point(row: row, column: rule.origin.column), style)
        }
    }

    /// Draws a frame just inside `area`, which must have room for its corners.
    package mutating func box(_ area: Area, _ style: Style = .rule) {
        guard area.size.rows > 1, area.size.columns > 1 else { return }
        let inner = area.inset(rows: 1, columns: 1)
        let right = inner.columns.upperBound
        let bottom = inner.rows.upperBound
        for column in inner.columns.clamped(to: 0..<size.columns) {
            join([.left, .right], at: Point(row: area.origin.row, column: column), style)
            join([.left, .right], at: Point(row: bottom, column: column), style)
        }
        for row in inner.rows.clamped(to: 0..<size.rows) {
            join([.up, .down], at: Point(row: row, column: area.origin.column), style)
            join([.up, .down], at: Point(row: row, column: right), style)
        }
        join([.down, .right], at: area.origin, style)
        join([.down, .left], at: Point(row: area.origin.row, column: right), style)
        join([.up, .right], at: Point(row: bottom, column: area.origin.column), style)
        join([.up, .left], at: Point(row: bottom, column: right), style)
    }

    private mutating func join(_ arms: RuleArms, at point: Point, _ style: Style) {
        let there = self[absolute(point)].flatMap { RuleArms($0.glyph) } ?? []
        put(there.union(arms).glyph, at: point, style)
    }
}

/// The sides of a cell that a rule in it runs to.
private struct RuleArms: OptionSet {
    let rawValue: Int

    static let up = RuleArms(rawValue: 1)
    static let down = RuleArms(rawValue: 2)
    static let left = RuleArms(rawValue: 4)
    static let right = RuleArms(rawValue: 8)

    /// One glyph for each set of arms. A single arm looks as if it had its opposite, too.
    private static let glyphs: [Glyph] = [
        " ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼",
    ]

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init?(_ glyph: Glyph) {
        guard let last = Self.glyphs.lastIndex(of: glyph) else { return nil }
        rawValue = last
    }

    var glyph: Glyph { Self.glyphs[rawValue] }
}
