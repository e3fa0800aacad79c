internal import Guests
import SimperiumLoop
import SimperiumNetwork
import SimperiumSync
import SimperiumWire
internal import Visit

/// The places in the lobby of guests who have keys: made by the door's own key, so that every door
/// with that key finds them again, and none has to keep them.
struct KeyPlaces {
    private let seed: [UInt8]

    init(_ seed: [UInt8]) {
        self.seed = seed
    }

    func place(of fingerprint: String, at seat: KeySeat) -> GuestContext.Place {
        let secret = hexText(KeySeat.seedOfSecret(fingerprint, slot: seat.slot))
        let name = hexText(KeySeat.seedOfName(fingerprint, slot: seat.slot)).prefix(15)
        guard let id = ClientID(String(name)) else { preconditionFailure("hex digits are an id") }
        var settings = ReplicaSettings.visitor(id)
        settings.ownSecret = ResumeSecret(secret)
        return GuestContext.Place(settings, slot: seat.slot, isRivalled: seat.isRivalled)
    }

    private func hexText(_ text: String) -> String {
        MessageCode.sha256(of: text, by: seed).hexText
    }
}
