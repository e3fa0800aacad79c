import Testing

extension Person {
    /// Signs up from the lobby, under the name of the player.
    func signsUp(with password: String, as name: String) {
        stopsLooking()
        press("u")
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
