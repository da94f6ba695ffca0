import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238's defaults, the only ones that every authenticator app takes: SHA-1, 30 s, six digits. */
export const stepMs = 30_000;
const digits = 6;
/** As long as HMAC-SHA-1's output, as RFC 4226 section 4 recommends. */
const secretBytes = 20;
/** Phones' clocks may be wrong by one step either way. */
const driftSteps = 1;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base32, as apps take it. */
export const newTotpSecret = (): string => toBase32(randomBytes(secretBytes));

/** The six digits of a step (RFC 4226 section 5.3). `step` counts 30 s since the epoch. */
export function totpCode(secretBase32: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secretBase32)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return number.toString().padStart(digits, "0");
}

/**
 * The step whose code this is, of those within the permitted drift that come after `lastStep`; null if there is none, so
 * that a code counts once.
 * @param nowMs ms since the epoch
 */
export function matchingStep(
  secretBase32: string,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number | null },
): number | null {
  const typed = Buffer.from(code.replaceAll(/\s/g, ""));
  const current = Math.floor(nowMs / stepMs);
  let found: number | null = null;
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1) {
    const expected = Buffer.from(totpCode(secretBase32, step));
    if (expected.length === typed.length && timingSafeEqual(expected, typed) && step > (lastStep ?? -1)) found ??= step;
  }
  return found;
}

/** RFC 4648 section 6, without padding. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(parseInt(five.padEnd(5, "0"), 2))).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)));
}
