import { createHmac } from "node:crypto";

const stepMs = 30_000;

/** The six digits that an authenticator app shows for a key in base32 (RFC 6238), so many steps of 30 s from now. */
export function appCode(key: string, steps = 0): string {
  const bits = Array.from(key.replaceAll(" ", ""), (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = (mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}
