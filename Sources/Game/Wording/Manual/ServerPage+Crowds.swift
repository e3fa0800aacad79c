extension ServerPage {
    /// What a lobby of very many takes.
    package enum Crowds {
        package static let heading = "Very many people"
        package static let text = #"""
            A lobby is a row of halls, each of some hundred people, and what happens in one
            is told in that hall only:
            ten times the people cost ten times as much, and not a hundred times.
            Of people of whom half play, with a move every two seconds in each match,
            and half watch,
            each takes about 100 microseconds of a core in a second,
            and 150 where servers share a Redis,
            most of them in the kernel, which sends;
            16 KB of memory; and 3 KB a second on the line.
            With Redis, which takes 40 microseconds and 8 KB besides, that comes to
            .Bl -bullet -compact
            .It
            15 cores, 2 GB and 2.5 Gbit/s for 100,000 people, and 4 cores of Redis;
            .It
            150 cores, 16 GB and 25 Gbit/s for 1,000,000, and 40 cores of Redis.
            .El
            .Pp
            A server works on one core, and easily serves 4,000 people who move like that:
            so these are 25 servers, and 250.
            The first limit is Redis, which works on one core, too: near 25,000 people.
            Beyond that it has to be a cluster, over which halls spread by themselves;
            only the list of them is in one place, where each server writes once a second.
            Halls are numbered up to 9,999, which is where it would end.
            """#
    }
}
