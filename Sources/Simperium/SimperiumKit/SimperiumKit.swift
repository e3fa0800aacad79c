// The JSON types and the names are part of the interface, so that one import is enough.
@_exported public import SimperiumJSON
@_exported public import SimperiumWire
