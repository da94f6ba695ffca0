import { makeVerifier, passwordMatches, type Verifier } from "./srp.ts";
import type { Pool } from "./pools.ts";
import type { Secrets } from "./secrets.ts";
import { isSub, type User } from "./users.ts";

/** What a sign-in needs to know about a user, or about a stand-in for one that does not exist. */
export interface Subject {
  sub: string;
  verifier: Verifier;
  user: User | null;
}

export type Passwords = ReturnType<typeof createPasswords>;

/** Passwords are kept only as sealed SRP verifiers. A password sent as plain text is checked against the verifier too. */
export function createPasswords(secrets: Secrets) {
  const standInVerifier = makeVerifier("stand-in", "stand-in", secrets.keyedHash("stand-in").toString("hex"));
  const standInSealed = secrets.seal(JSON.stringify(standInVerifier), "stand-in");
  const opened = (sealed: string, context: string): Verifier => JSON.parse(secrets.open(sealed, context)) as Verifier;

  return {
    /** The sealed secret for a password of the user with this sub. */
    seal: (pool: Pool, sub: string, password: string): string =>
      secrets.seal(JSON.stringify(makeVerifier(pool.group, sub, password)), sub),

    /**
     * The account to sign in to. For an unknown name it is a stand-in whose password nobody has, made with the same work,
     * so that neither the answer nor its timing reveals it. Like an account, a stand-in is the same each time, whether
     * found by its name or by the id that was returned for that name.
     */
    subjectOf(pool: Pool, name: string, user: User | null): Subject {
      if (user?.secret_sealed) return { sub: user.sub, verifier: opened(user.secret_sealed, user.sub), user };
      const seed = secrets.keyedHash("unknown user", pool.userPoolId, name);
      const sub = user?.sub ?? (isSub(name) ? name : standInSub(seed));
      const { verifierHex } = opened(standInSealed, "stand-in");
      const salt = secrets.keyedHash("unknown user's salt", pool.userPoolId, sub).subarray(0, 16);
      return { sub, verifier: { saltHex: salt.toString("hex"), verifierHex }, user: null };
    },

    matches: (pool: Pool, subject: Subject, password: string): boolean =>
      passwordMatches(pool.group, subject.sub, password, subject.verifier) && subject.user !== null,
  };
}

/** A UUID of version 4 from keyed bytes. */
function standInSub(seed: Buffer): string {
  const bytes = Buffer.from(seed.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
