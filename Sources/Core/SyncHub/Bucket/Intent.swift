import SimperiumWire

/// What a change comes to, if the guard consents.
enum Intent {
    case modify(ChangeDraft, for: Change, by: Author)
    case removeAll(Change, by: Author, ClientID)
}
