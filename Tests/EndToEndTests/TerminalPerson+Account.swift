import Testing

extension TerminalPerson {
    /// Signs up from the lobby, under the name of the player. After a match a player does not look
    /// for an opponent.
    func signsUp(with password: String, as name: String, afterMatch: Bool = false) {
        if afterMatch { sees("in sync", "Hello, ") } else { stopsLooking() }
        press("A")
        sees("ACCOUNT")
        press("down", "enter")
        sees("Your account name")
        press("enter")
        sees("Your new password")
        for letter in password { press(String(letter)) }
        press("enter")
        sees("Repeat the new password")
        for letter in password { press(String(letter)) }
        press("enter")
        sees("Account \(name) created")
    }
}
