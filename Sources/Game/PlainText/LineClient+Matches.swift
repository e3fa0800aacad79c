internal import Game
internal import Lobby
internal import SimperiumSync
internal import Visit
internal import Wording

/// Who is here, and what is played, in the person's own hall and in others.
extension LineClient {
    /// So many matches of other halls are read out.
    private static let distantMatches = 20

    mutating func tellPeople() {
        guard let lobbyState = lobbyStateInSync() else { return }
        Headcount(lobbyState, visit?.halls.census, at: now).lines.forEach { say($0) }
    }

    /// Tells what is played, as soon as it is known of all halls.
    mutating func askForMatches() {
        guard lobbyStateInSync() != nil else { return }
        guard visit?.halls.census != nil, visit?.status == .synced else { return tellMatches([]) }
        kept.isListing = true
        pass(.seek(.matches(Self.distantMatches)))
    }

    /// Tells what was asked for, if other halls have been read by now, or can't be.
    mutating func followListing() {
        guard kept.isListing, let elsewhere = visit?.halls.elsewhere,
            elsewhere.isRead || visit?.status != .synced
        else { return }
        kept.isListing = false
        tellMatches(elsewhere.matches)
        pass(.seek(.matches(0)))
    }

    private mutating func tellMatches(_ distant: [DistantMatch]) {
        guard let lobbyState = visit?.session.lobbyState else { return }
        let own = lobbyState.liveMatches
        if own.isEmpty, distant.isEmpty { say(LineWords.nobodyPlays) }
        for shown in own {
            let roster = lobbyState.roster
            let (circle, cross) = (roster.name(of: shown.circle), roster.name(of: shown.cross))
            say(LineWords.match(of: circle, and: cross, round: shown.match?.round))
        }
        let told = distant.prefix(Self.distantMatches)
        for match in told {
            say(LineWords.match(of: match.names[0], and: match.names[1], hall: "\(match.hall)"))
        }
        let all = max(visit?.halls.census?.matches ?? 0, own.count + distant.count)
        if !told.isEmpty, all > own.count + told.count {
            say(LineWords.moreMatches(all - own.count - told.count))
        }
    }
}
