import { createHash, createHmac, randomBytes } from "node:crypto";

/*
 * An independent SRP client for tests: plain BigInt arithmetic, with group and hash as parameters, so that its
 * formulas can be checked with RFC 5054's vectors and then, with Cognito's parameters, against the server.
 */

export interface SrpGroup {
  N: bigint;
  g: bigint;
  hash: "sha1" | "sha256";
  /** How integers enter a hash. */
  pad: (value: bigint) => Buffer;
}

export const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
};

const integer = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);

export function srpFormulas({ N, g, hash, pad }: SrpGroup) {
  const H = (...parts: (Buffer | string)[]): Buffer => {
    const digest = createHash(hash);
    for (const part of parts) digest.update(part);
    return digest.digest();
  };
  const k = integer(H(pad(N), pad(g)));
  return {
    k,
    x: (salt: Buffer, identity: string, password: string): bigint => integer(H(salt, H(`${identity}:${password}`))),
    verifier: (x: bigint): bigint => power(g, x, N),
    publicA: (a: bigint): bigint => power(g, a, N),
    publicB: (v: bigint, b: bigint): bigint => (k * v + power(g, b, N)) % N,
    u: (A: bigint, B: bigint): bigint => integer(H(pad(A), pad(B))),
    clientSecret: (B: bigint, x: bigint, a: bigint, u: bigint): bigint =>
      power((((B - k * power(g, x, N)) % N) + N) % N, a + u * x, N),
  };
}

/** An even number of bytes, with a zero byte in front if the top bit is set. */
export const signedBytes = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(Number.parseInt(even.slice(0, 2), 16) > 127 ? `00${even}` : even, "hex");
};

// RFC 3526 section 4, group 15, written out here so that the test does not share the server's source.
export const group15 = BigInt(
  `0x${`
FFFFFFFF FFFFFFFF C90FDAA2 2168C234 C4C6628B 80DC1CD1 29024E08 8A67CC74 020BBEA6 3B139B22 514A0879 8E3404DD
EF9519B3 CD3A431B 302B0A6D F25F1437 4FE1356D 6D51C245 E485B576 625E7EC6 F44C42E9 A637ED6B 0BFF5CB6 F406B7ED
EE386BFB 5A899FA5 AE9F2411 7C4B1FE6 49286651 ECE45B3D C2007CB8 A163BF05 98DA4836 1C55D39A 69163FA8 FD24CF5F
83655D23 DCA3AD96 1C62F356 208552BB 9ED52907 7096966D 670C354E 4ABC9804 F1746C08 CA18217C 32905E46 2E36CE3B
E39E772C 180E8603 9B2783A2 EC07A28F B5C55DF0 6F4C52C9 DE2BCBF6 95581718 3995497C EA956AE5 15D22618 98FA0510
15728E5A 8AAAC42D AD33170D 04507A33 A85521AB DF1CBA64 ECFB8504 58DBEF0A 8AEA7157 5D060C7D B3970F85 A6E1E4C7
ABF5AE8C DB0933D7 1E8C94E0 4A25619D CEE3D226 1AD2EE6B F12FFA06 D98A0864 D8760273 3EC86A64 521F2B18 177B200C
BBE11757 7A615D6C 770988C0 BAD946E2 08E24FA0 74E5AB31 43DB5BFC E0FD108E 4B82D120 A93AD2CA FFFFFFFF FFFFFFFF
`.replaceAll(/\s/g, "")}`,
);

const cognito = srpFormulas({ N: group15, g: 2n, hash: "sha256", pad: signedBytes });

export interface ClientProof {
  key: Buffer;
  signature: string;
}

/** A Cognito client's half of one sign-in. `a` may be fixed. */
export function srpClient(a: bigint = integer(randomBytes(128))) {
  const A = cognito.publicA(a);
  return {
    publicAHex: A.toString(16),
    /** Key and claim for the server's challenge. `group` is the pool's name or the device's group key. */
    prove(challenge: {
      group: string;
      id: string;
      password: string;
      saltHex: string;
      publicBHex: string;
      secretBlock: Buffer;
      timestamp: string;
    }): ClientProof {
      const B = BigInt(`0x${challenge.publicBHex}`);
      const salt = signedBytes(BigInt(`0x${challenge.saltHex}`));
      const x = cognito.x(salt, `${challenge.group}${challenge.id}`, challenge.password);
      const u = cognito.u(A, B);
      const S = cognito.clientSecret(B, x, a, u);
      const extracted = createHmac("sha256", signedBytes(u)).update(signedBytes(S)).digest();
      const key = createHmac("sha256", extracted)
        .update(Buffer.concat([Buffer.from("Caldera Derived Key"), Buffer.from([1])]))
        .digest()
        .subarray(0, 16);
      const signature = createHmac("sha256", key)
        .update(Buffer.from(challenge.group + challenge.id))
        .update(challenge.secretBlock)
        .update(challenge.timestamp)
        .digest("base64");
      return { key, signature };
    },
  };
}

/** The verifier that ConfirmDevice gets for a device's password. */
export function deviceVerifier(
  groupKey: string,
  deviceKey: string,
  password: string,
): { Salt: string; PasswordVerifier: string } {
  const salt = integer(randomBytes(16));
  const x = cognito.x(signedBytes(salt), `${groupKey}${deviceKey}`, password);
  return {
    Salt: signedBytes(salt).toString("base64"),
    PasswordVerifier: signedBytes(cognito.verifier(x)).toString("base64"),
  };
}
