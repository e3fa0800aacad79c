internal import Visit

/// What the person plays on another device, and may go on with here.
extension Client {
    /// Asks about it, once for each match, where nothing else waits for an answer.
    mutating func offerToGoOn() {
        guard let place = visit?.elsewhere else {
            if case .question(let question) = display.overlay, case .goOnHere = question.deed {
                display.overlay = nil
            }
            return
        }
        guard uplink.offered != place, display.overlay == nil, display.screen != .table else {
            return
        }
        uplink.offered = place
        display.overlay = .question(Question(.goOnHere(place)))
    }
}
