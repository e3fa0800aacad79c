internal import Drawing
internal import Records
internal import SimperiumSync
internal import Visit
internal import Wording

/// What the client has of the person's account: who is signed in, and what is changed in it.
extension Client {
    /// Goes on as who the server said that the person is.
    mutating func signIn(_ account: Account) {
        effects.append(.signIn(account))
    }

    /// Goes on as a guest, and leaves nothing of the account on this machine.
    mutating func signOut() {
        guard let account = visit?.account else { return }
        pass(.signedOut)
        effects.append(.signOut(account))
    }

    mutating func keep(_ edit: RecordEdit) {
        pass(.record(edit))
    }

    mutating func tell(_ news: AccountNews) {
        switch news {
        case .signedIn:
            desk.settingChanges = -1
            desk.pages.items = Selection()
            bringChoices()
            lookAtFriends()
            endNaming()
        case .status(.synced): lookAtFriends()
        case .status: break
        case .tokenEnded(let account):
            effects.append(.forgetToken(account))
            noticeboard.post(CopyWords.tokenEnded(account.name), .warning, at: now)
        case .signedOut(let name, _): noticeboard.answer(CopyWords.signedOut(name), at: now)
        case .notKept: noticeboard.answer(CopyWords.readOnly, .warning, at: now)
        case .refused(.result, _): noticeboard.post(CopyWords.resultRefused, .warning, at: now)
        case .refused: noticeboard.post(CopyWords.refused, .warning, at: now)
        case .troubled(let reason):
            noticeboard.post(CopyWords.notStored(because: reason), .danger, at: now)
        case .recovered: noticeboard.post(CopyWords.storedAgain, .good, at: now)
        }
    }
}
