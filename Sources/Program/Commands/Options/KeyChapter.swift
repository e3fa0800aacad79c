/// Keys that work together, as the manual tells of them.
package struct KeyChapter: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        let keys: String
        let meaning: String

        package init(keys: String, meaning: String) {
            self.keys = keys
            self.meaning = meaning
        }
    }

    let heading: String
    let rows: [Row]

    package init(heading: String, rows: [Row]) {
        self.heading = heading
        self.rows = rows
    }
}
