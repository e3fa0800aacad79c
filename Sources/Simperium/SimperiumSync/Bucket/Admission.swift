internal import SimperiumWire

/// What a bucket asks to be let in with, and as whom the hub let it in.
struct Admission: Sendable {
    /// What the present connection began with.
    var request: InitRequest?
    /// What the hub gave this client to prove on the next connection that it is the same.
    var resume: ResumeSecret?
    /// How often in a row the hub has let the user in, but not into this bucket.
    var denials = 0
    /// Whose objects these are; nil before a hub let anyone in.
    var owner: UserName?
}
