/**
 * A message of the stream holds the records of one group. The position of a record is the message's sequence number,
 * times this, plus its place in the group: 2^37 messages, a hundred years at forty a second, before numbers lose their
 * exactness.
 */
export const recordsInGroup = 2 ** 16;

/** The position of the first record of a message. */
export function positionOf(sequence: number): number {
  return sequence * recordsInGroup;
}

/** The message that a position lies in, and the place of its record there. */
export function placeOf(position: number): { sequence: number; nth: number } {
  return { sequence: Math.floor(position / recordsInGroup), nth: position % recordsInGroup };
}
