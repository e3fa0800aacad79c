import Drawing
import SimperiumServer
import Testing

@Suite("The status line of a server on Redis")
struct NodeStatusTests {
    private func status(
        isAlive: Bool, replicas: (attached: Int, required: Int)? = nil
    ) -> String {
        SharedRedisWords.nodeStatus(
            isAlive: isAlive, role: ForeignText("writer"), others: 1, shards: (16, 16),
            renewed: nil, replicas: replicas)
    }

    @Test("A server that waits for replicas of Redis does not complain about Redis or the writer")
    func replicas() {
        let waiting = "; it waits for replicas of Redis, attached 0 of 1 (--store-replicas)"
        #expect(status(isAlive: false, replicas: (attached: 0, required: 1)) == waiting)
        #expect(status(isAlive: true, replicas: (attached: 0, required: 1)) == waiting)
        #expect(status(isAlive: false).hasPrefix("; it can't reach Redis or the writer"))
        #expect(status(isAlive: true).hasPrefix("; writer, shards 16 of 16"))
    }
}
