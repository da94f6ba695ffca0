import { hash } from "node:crypto";

/** Adds up rows whatever their order: PostgreSQL lays equal rows down in another order in each database. */
export interface RowsSum {
  /** @param lines a row each, every one ended by a newline */
  add(lines: Buffer): void;
  /** 64 hex digits. */
  digest(): string;
}

const newline = 0x0a;
const modulus = 2n ** 256n;

/**
 * The sum of the SHA-256 of each row, modulo 2^256: a multiset hash as Clarke and others describe it (Asiacrypt 2003,
 * "MSet-Add-Hash"). In contrast to exclusive or, a row that occurs twice does not vanish.
 */
export function rowsSum(): RowsSum {
  let sum = 0n;
  return {
    add: (lines) => {
      for (let start = 0; start < lines.length;) {
        const found = lines.indexOf(newline, start);
        const end = found < 0 ? lines.length : found;
        sum += BigInt(`0x${hash("sha256", lines.subarray(start, end), "hex")}`);
        start = end + 1;
      }
      sum %= modulus;
    },
    digest: () => sum.toString(16).padStart(64, "0"),
  };
}
