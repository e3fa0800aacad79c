import Glibc
import SimperiumLoop
import TestKit
import Testing

@Suite("Local sockets", .waits)
struct LocalSocketTests {
    @Test("Signals do not cut an answer that waits for its reader")
    func interrupted() throws {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        _ = unsafe sigaction(SIGURG, &action, nil)
        let pair = SocketPair.sockets()
        let connection = Descriptor(rawValue: dup(pair.near.rawValue))
        pair.closeNear()
        for end in [connection, pair.far] { _ = fcntl(end.rawValue, F_SETFL, 0) }
        // More than the kernel keeps for a reader.
        let answer = [UInt8](repeating: 65, count: 4 << 20)
        let isWhole = Flag()
        let (sender, far) = (pthread_self(), pair.far)
        let reader = try Thread {
            for _ in 0..<50 {
                usleep(2_000)
                pthread_kill(sender, SIGURG)
            }
            if (try? far.read(limit: .max)) == answer { isWhole.raise() }
        }
        LocalSocket.sendAndClose(answer, over: connection)
        reader.join()

        #expect(isWhole.isRaised)
        pair.closeFar()
    }
}
