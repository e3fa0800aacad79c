/// A person's statistics for a screen that is drawn many times: worked out once for each change.
package struct StatisticsDesk: Sendable {
    /// Nil until somebody has looked.
    package private(set) var statistics: Statistics?
    /// How often they were worked out.
    package private(set) var workings = 0
    private var revision: Int?
    private var count = 0

    package init() {}

    /// Takes in what an account keeps now; nil for a guest.
    package mutating func follow(_ records: PersonRecords?) {
        guard let records else {
            (statistics, revision) = (nil, nil)
            return
        }
        // Records that were loaded anew may have come to as many changes.
        guard revision != records.resultRevision || count != records.resultCount else { return }
        (revision, count) = (records.resultRevision, records.resultCount)
        statistics = records.statistics
        workings += 1
    }

    /// Who was played, people first.
    package var rivalries: [Rivalry] {
        statistics.map { $0.people + $0.bots } ?? []
    }
}
