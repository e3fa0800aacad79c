internal import Lobby

extension Census {
    /// In one line, for programs.
    var json: String {
        "{\"version\":1,\"here\":\(here),\"free\":\(free),\"playing\":\(playing),"
            + "\"watching\":\(watching),\"away\":\(away),\"matches\":\(matches)}"
    }
}
