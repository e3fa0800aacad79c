// What a program reads and writes is JSON, under names: these come with the library, so that one
// import is enough.
@_exported public import SimperiumJSON
@_exported public import SimperiumWire
