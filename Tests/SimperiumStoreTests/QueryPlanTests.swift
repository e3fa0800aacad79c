import SimperiumStore
import TestSupport
import Testing

@Suite("Query plans of a hub's store")
struct QueryPlanTests {
    @Test(
        "No query scans a whole table, and none sorts",
        arguments: HubSQL.queries + AccountSQL.queries)
    func plan(query: String) throws {
        let folder = try TemporaryFolder()
        do { _ = try HubStore(.file(folder.path("hub"))) }
        let database = try Database.open(.file(folder.path("hub")), format: .hub)
        let explain = try database.prepare("EXPLAIN QUERY PLAN \(query)")
        var plan: [String] = []
        while try explain.step() { plan.append(explain.text(in: 3) ?? "") }

        #expect(plan.contains { $0.hasPrefix("SEARCH") })
        for step in plan {
            #expect(!step.hasPrefix("SCAN") && !step.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
