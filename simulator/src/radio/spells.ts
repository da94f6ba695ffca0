/** A number in [0, 1) that belongs to a thing and a slot of time: the same whenever it is asked for. */
export function slotDraw(seed: number, slot: number): number {
  let mixed = Math.imul(seed ^ Math.imul(slot + 1, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Whether something that happens once in every `eachS`, at a moment of its own, and lasts `lastS` is happening. */
export function inSpell(seed: number, atS: number, eachS: number, lastS: number): boolean {
  const slot = Math.floor(atS / eachS);
  const startS = slotDraw(seed, slot) * (eachS - lastS);
  const intoS = atS - slot * eachS;
  return intoS >= startS && intoS <= startS + lastS;
}

/** Whether something is so that is so for a share of the time, and changes every `eachS` at most. */
export function isNow(seed: number, atS: number, share: number, eachS: number): boolean {
  if (share <= 0) return false;
  // Things do not change all at once.
  const phase = slotDraw(seed, -2);
  return slotDraw(seed, Math.floor(atS / eachS + phase)) < share;
}
