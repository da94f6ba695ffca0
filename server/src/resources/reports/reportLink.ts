import { createHash, randomBytes } from "node:crypto";

/** 192 bits, which are 32 characters of an address. */
const tokenBytes = 24;

/** What opens a report without signing in; only its hash is stored. */
export const newLinkToken = (): string => randomBytes(tokenBytes).toString("base64url");

/** A token is random, so that a plain hash is enough. */
export const linkHash = (token: string): string => createHash("sha256").update(token).digest("hex");
