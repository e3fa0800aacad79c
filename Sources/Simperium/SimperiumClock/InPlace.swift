/// Asks a machine where it is: a question to a property of a class is put to a copy of it, and a
/// machine has hundreds of things to copy and to count. The question is to change nothing.
///
///     alarm?.arm(at: inPlace(&machine) { $0.nextDeadline })
@inlinable
public func inPlace<Machine, Answer>(
    _ machine: inout Machine, _ question: (inout Machine) -> Answer
) -> Answer {
    question(&machine)
}
