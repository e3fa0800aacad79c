import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

// Calls that block a command until the answer arrives.

typealias HTTPAnswer = Result<HTTPResponse, ClientConnectionError>

extension Loop {
    /// Calls `start`, and runs the loop until the callback receives a result. Returns the result;
    /// nil if the deadline passes first. Keeps the value that `start` returns alive while the loop
    /// runs.
    func waitForResult<Value, Call>(
        until deadline: Instant? = nil, _ start: (@escaping (Value) -> Void) -> Call
    ) -> Value? {
        var result: Value?
        let alarm = Timer(on: self) { self.stop() }
        alarm.arm(at: deadline)
        let call = start { value in
            result = value
            self.stop()
        }
        run()
        _ = consume call
        return result
    }
}

extension ConnectionSet {
    /// Sends a request, and waits for the answer. If `isOwn`, the server is on this machine, and
    /// its certificate is not checked, because the certificate is for the server's public name.
    /// Another server's certificate must be valid.
    func waitForAnswer(
        to request: HTTPRequest, from server: WebSocketAddress, isOwn: Bool,
        within timeout: Duration, responseLimit: Int = HTTPClientCall.responseLimit
    ) -> HTTPAnswer {
        let trust: TLSContext?
        do throws(TLSFault) {
            trust = server.isEncrypted ? try isOwn ? .uncheckedClient() : .client() : nil
        } catch {
            return .failure(.tls(error))
        }
        let answer: HTTPAnswer? = loop.waitForResult { complete in
            HTTPClientCall(
                request, to: server, trusting: trust, on: self, within: timeout,
                responseLimit: responseLimit, complete)
        }
        return answer ?? .failure(.timedOut)
    }
}
