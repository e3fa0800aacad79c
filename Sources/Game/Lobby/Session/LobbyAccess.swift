/// What lets any program into the lobby without an account.
///
/// All guests share one user of one app through a token that every copy of the program carries. So
/// it is no secret. A closed group replaces it, on the server and in its programs.
package enum LobbyAccess {
    package static let app = "tictactoe"
    package static let user = "lobby"
    package static let token = "82d1ba4935326590feb72cd24aea9f61"
}
