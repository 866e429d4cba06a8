/**
 * The moment of a change of a server, whose row is held: later than that of every change before it, to the millisecond
 * in which it is told, so that whoever hears of two of them knows which came last.
 */
export const LATER = `greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;
