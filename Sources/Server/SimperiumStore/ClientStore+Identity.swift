package import SimperiumWire

extension ClientStore {
    /// Returns the client id of this installation. The first call stores and returns `new`.
    package func clientID(orNew new: ClientID) throws(StorageError) -> ClientID {
        let query = try database.prepare("SELECT client_id FROM program")
        if try query.step() {
            guard let known = query.text(in: 0).flatMap(ClientID.init) else { throw .implausible }
            return known
        }
        let statement = try database.prepare("INSERT INTO program (client_id) VALUES (?1)")
        try statement.bind(new.text, at: 1)
        try statement.run()
        return new
    }
}
