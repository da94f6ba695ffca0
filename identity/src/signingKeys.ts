import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import type { KeyStore } from "./keyFiles.ts";
import type { Pool, Pools } from "./pools.ts";

const fileName = "identity-signing-keys.json";
const StoredKey = z.object({ kid: z.string(), signsFromMs: z.number(), privateJwk: z.record(z.string(), z.string()) });
const KeyFile = z.object({ pools: z.record(z.string(), z.array(StoredKey)) });
type StoredKey = z.infer<typeof StoredKey>;

export interface SigningKey {
  kid: string;
  signsFromMs: number;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export interface SigningKeys {
  /** The key that currently signs. */
  current(pool: Pool): SigningKey;
  /** The keys whose signatures are accepted: the next, the current and recently retired ones. */
  published(pool: Pool): SigningKey[];
  /** The pool's JWK set. */
  jwks(pool: Pool): { keys: JsonWebKey[] };
  /** Adds a key that is published at once and signs after `leadMs`, so that caches of the JWKS have it by then. */
  rotate(pool: Pool): Promise<{ kid: string; signsFromMs: number }>;
  /** Reads the keys again if another process has rotated them. */
  reloadIfChanged(): Promise<void>;
}

export interface SigningKeyOptions {
  store: KeyStore;
  pools: Pools;
  now: () => number;
  /** Between publication and first use; longer than any cache of the JWKS. */
  leadMs: number;
  /** How long a retired key stays published: the longest life of a token, plus some clock drift. */
  keepRetiredMs: number;
}

/** One RSA-2048 key pair for each pool, made at the first start in `identity-signing-keys.json` (0600). */
export async function loadSigningKeys(options: SigningKeyOptions): Promise<SigningKeys> {
  const { store, pools, now } = options;
  const read = async (): Promise<Map<string, SigningKey[]>> => {
    const file = await store.readOrMake<z.infer<typeof KeyFile>>(
      fileName,
      (value) => KeyFile.parse(value),
      async () => {
        const [current, legacy] = await Promise.all([generate(0), generate(0)]);
        return { pools: { [pools.current.userPoolId]: [current], [pools.legacy.userPoolId]: [legacy] } };
      },
    );
    return new Map(Object.entries(file.pools).map(([id, stored]) => [id, stored.map(importKey)]));
  };

  let keys = await read();
  let version = await store.version(fileName);

  const ofPool = (pool: Pool): SigningKey[] => keys.get(pool.userPoolId) ?? [];
  const published = (pool: Pool): SigningKey[] =>
    ofPool(pool).filter((_, index, all) => {
      const successor = all[index + 1];
      return !successor || successor.signsFromMs + options.keepRetiredMs > now();
    });

  return {
    published,
    current(pool) {
      const key = ofPool(pool).findLast((candidate) => candidate.signsFromMs <= now());
      if (!key) throw new Error(`no signing key for ${pool.userPoolId} in ${fileName}`);
      return key;
    },
    jwks: (pool) => ({
      keys: published(pool).map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: "jwk" }),
        kid,
        alg: "RS256",
        use: "sig",
      })),
    }),
    async rotate(pool) {
      const next = await generate(now() + options.leadMs);
      const kept = new Map([pools.current, pools.legacy].map((each) => [each.userPoolId, published(each)]));
      kept.set(pool.userPoolId, [...(kept.get(pool.userPoolId) ?? []), importKey(next)]);
      await store.replace(fileName, {
        pools: Object.fromEntries([...kept].map(([id, list]) => [id, list.map(exportKey)])),
      });
      keys = kept;
      version = await store.version(fileName);
      return { kid: next.kid, signsFromMs: next.signsFromMs };
    },
    async reloadIfChanged() {
      const found = await store.version(fileName);
      if (found === version) return;
      keys = await read();
      version = found;
    },
  };
}

async function generate(signsFromMs: number): Promise<StoredKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return StoredKey.parse({ kid: randomUUID(), signsFromMs, privateJwk: privateKey.export({ format: "jwk" }) });
}

function importKey(stored: StoredKey): SigningKey {
  const privateKey = createPrivateKey({ key: stored.privateJwk, format: "jwk" });
  return { kid: stored.kid, signsFromMs: stored.signsFromMs, privateKey, publicKey: createPublicKey(privateKey) };
}

function exportKey(key: SigningKey): StoredKey {
  return StoredKey.parse({
    kid: key.kid,
    signsFromMs: key.signsFromMs,
    privateJwk: key.privateKey.export({ format: "jwk" }),
  });
}
