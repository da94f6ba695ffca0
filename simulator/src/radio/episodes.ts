/** A number in [0, 1) for a thing and a slot of time: always the same for the same two. */
export function slotDraw(seed: number, slot: number): number {
  let mixed = Math.imul(seed ^ Math.imul(slot + 1, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Whether something is happening that happens once in every `eachS`, at a random moment, and lasts `lastS`. */
export function isInEpisode(seed: number, atS: number, eachS: number, lastS: number): boolean {
  const slot = Math.floor(atS / eachS);
  const startS = slotDraw(seed, slot) * (eachS - lastS);
  const intoS = atS - slot * eachS;
  return intoS >= startS && intoS <= startS + lastS;
}

/** Whether a state is on that is on for a share of the time and changes at most every `eachS`. */
export function isActive(seed: number, atS: number, share: number, eachS: number): boolean {
  if (share <= 0) return false;
  // Not all things change at the same moment.
  const phase = slotDraw(seed, -2);
  return slotDraw(seed, Math.floor(atS / eachS + phase)) < share;
}
