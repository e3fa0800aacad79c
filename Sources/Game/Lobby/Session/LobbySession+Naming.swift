internal import Game
internal import SimperiumJSON
internal import SimperiumWire

/// A guest who wants the name of an account.
extension LobbySession {
    /// The hub refuses the name of an account without a reason. Then the guest gets a number behind
    /// the name; after so many tries the reason was another one.
    private static let numbers = 2...9

    /// Takes another name after a Player was refused with this one, if there is any. False if it is
    /// not the name that is wrong.
    mutating func takeNumber(after refusal: ChangeError, _ object: JSONObject?) -> Bool {
        guard refusal == .invalid, holder == nil, let refused = player?.name,
            invitations.asking == nil
        else { return false }
        let old = object.flatMap { try? Player($0) }
        // The refused member of a Player who is here may be another one.
        guard old?.name != refused, let name = refused.numbered(in: Self.numbers) else {
            return false
        }
        player?.name = name
        if let old, let new = player {
            player = old
            changePlayer { $0 = new }
        } else {
            isEntered = false
        }
        tell(.nameOwned(refused, instead: name))
        return true
    }
}

extension PlayerName {
    /// The same name with the next number behind it, cut to fit; nil after the last number.
    func numbered(in numbers: ClosedRange<Int>) -> PlayerName? {
        var base = text
        var number = numbers.lowerBound
        if let blank = base.lastIndex(of: " "), let last = Int(base[base.index(after: blank)...]),
            numbers.contains(last)
        {
            guard last < numbers.upperBound else { return nil }
            (base, number) = (String(base[..<blank]), last + 1)
        }
        while !base.isEmpty {
            if let name = try? PlayerName("\(base) \(number)") { return name }
            base.removeLast()
        }
        return nil
    }
}
