import Clockwork
import EventLoop
import FrontDoor
import Network
import Play

/// A door on a loop: takes in guests by ssh, and shows each of them what they came for.
final class Door {
    /// How long somebody who is not let in may take to read why.
    private static let lingering = Duration.seconds(1)
    private static let mostLingerers = 64
    /// What may lie in the kernel for one guest: a frame or two, and nothing older.
    private static let kernelBuffer: Int32 = 32 * 1_024
    /// How long those who leave may take when the door closes.
    private static let patience = Duration.seconds(3)

    private let loop: Loop
    private let door: SSHDoor
    private let limits: DoorLimits
    private let log: (String) -> Void
    private var arrivals: [Arrivals] = []
    private var keeper: Doorkeeper
    private var guests: [Int: DoorGuest] = [:]
    private var lastID = 0
    private var lingerers: [(socket: Socket, until: Instant)] = []
    private var lingering: Timer?
    private var closed: (() -> Void)?
    private var lastCall: Timer?

    init(
        at addresses: [SocketAddress], _ key: HostKey, _ limits: DoorLimits, on loop: Loop,
        log: @escaping (String) -> Void
    ) throws(LibraryError) {
        self.loop = loop
        self.limits = limits
        self.log = log
        door = try SSHDoor(key, on: loop)
        keeper = Doorkeeper(limits)
        lingering = Timer(on: loop) { [unowned self] in releaseLingerers() }
        for address in addresses {
            let arrivals = try Arrivals(at: address, on: loop)
            arrivals.onArrival = { [unowned self] in admit($0, from: $1) }
            arrivals.onNoRoom = { [unowned self] in self.log("no room for a guest: \($0)") }
            self.arrivals.append(arrivals)
        }
    }

    /// Where it listens.
    var addresses: [SocketAddress] { arrivals.map(\.address) }

    /// Lets nobody in any more, tells everybody who is here, and says when they have left.
    func close(_ closed: @escaping () -> Void) {
        guard self.closed == nil else { return }
        self.closed = closed
        arrivals = []
        for guest in guests.values { guest.turn(.closing) }
        lastCall = Timer(on: loop) { [unowned self] in self.closed.take()?() }
        lastCall?.arm(after: guests.isEmpty ? .zero : Self.patience)
    }
}

extension Door {
    private func admit(_ socket: Socket, from peer: SocketAddress) {
        do throws(Doorkeeper.Obstacle) {
            try keeper.admit(peer.household, at: loop.now)
        } catch {
            return dismiss(socket, "\(error)")
        }
        socket.limitKernelBuffer(to: Self.kernelBuffer)
        lastID += 1
        let id = lastID
        var random = SecureRandom()
        do throws(LibraryError) {
            guests[id] = try DoorGuest(
                id, on: socket, at: door, limits, seed: random.next(), loop: loop
            ) { [unowned self] in take($0, of: id, from: peer) }
        } catch {
            keeper.release(peer.household)
            log("no room for a guest: \(error)")
        }
    }

    /// Says why somebody can't come in, at the least cost, and closes when they have read it.
    private func dismiss(_ socket: Socket, _ sentence: String) {
        guard lingerers.count < Self.mostLingerers else { return }
        socket.sendAtOnce(Dismissal.bytes(sentence))
        socket.finishWriting()
        lingerers.append((socket, loop.now + Self.lingering))
        if lingerers.count == 1 { lingering?.arm(at: lingerers[0].until) }
    }

    private func releaseLingerers() {
        lingerers.removeAll { $0.until <= loop.now }
        lingering?.arm(at: lingerers.first?.until)
    }

    private func take(_ wish: DoorGuest.Wish, of id: Int, from peer: SocketAddress) {
        switch wish {
        case .census: break
        case .depart(let departure):
            guests[id] = nil
            keeper.release(peer.household)
            log("guest \(id) from \(peer.hostText) left: \(departure.rawValue)")
            if guests.isEmpty { closed.take()?() }
        }
    }
}
