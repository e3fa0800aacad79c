/// The description of a figure in `/metrics`: its name without the prefix `tictactoe_`, its help
/// text, and its kind.
package struct Metric: Hashable, Sendable {
    enum Kind: String {
        case counter
        case gauge
    }

    let name: String
    let help: String
    let kind: Kind

    /// Creates a gauge, which can rise and fall.
    package init(_ name: String, _ help: String) {
        self.init(name, help, .gauge)
    }

    fileprivate init(_ name: String, _ help: String, _ kind: Kind) {
        (self.name, self.help, self.kind) = (name, help, kind)
    }

    /// Returns a counter, which counts since the server started and never falls.
    static func counter(_ name: String, _ help: String) -> Metric {
        Metric(name + "_total", help, .counter)
    }
}
