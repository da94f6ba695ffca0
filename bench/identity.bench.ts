// Compares signing in with the modular powers that it needs, and checks whether its timing reveals who exists.
import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIdentity } from "@pulse/identity/identity";
import { g, modPow, N } from "@pulse/identity/modPow";
import { padded } from "@pulse/identity/srp";
import { newApp } from "@pulse/server/platform/http/app";
import pino from "pino";
import { alternate, measured, medianOf, quantile, report, sized } from "./harness.ts";
import { embeddedDatabase } from "./load/benchDatabase.ts";

const accounts = sized(40, 2);
const tries = sized(200, 2);
/** Tries before the counted ones. */
const warmUps = sized(20, 0);
const password = "Pulse-bench-1";
const signInsARound = sized(40, 2);
/** B = kv + g^b for the challenge; v^u and (A v^u)^b for the proof. */
const powersASignIn = 3;

const folder = mkdtempSync(join(tmpdir(), "pulse-bench-identity-"));
const database = await embeddedDatabase();
const never = 1_000_000_000;
const identity = await createIdentity({
  db: database.db as unknown as Parameters<typeof createIdentity>[0]["db"],
  publicUrl: "http://pulse.test",
  keysDir: join(folder, "keys"),
  deliver: async () => undefined,
  now: Date.now,
  log: pino({ level: "silent" }),
  // Measure the work, not the limits.
  limits: {
    loopbackPerMin: never,
    addressPerMin: never,
    freeFailures: never,
    resendsPerHour: never,
    resetsPerHour: never,
    confirmsPerHour: never,
  },
});
const app = await newApp(pino({ level: "silent" }));
await app.register(identity.plugin);
const endpoint = `${await app.listen({ host: "127.0.0.1", port: 0 })}/identity/`;
const { userPoolId, clientId } = identity.pools.current;
const group = userPoolId.slice(userPoolId.indexOf("_") + 1);

interface Person {
  email: string;
  sub: string;
}
const people: Person[] = [];
for (let nth = 0; nth < accounts; nth++) {
  const email = `bench${nth}@pulse.test`;
  const { sub } = await identity.admin.createUser({ pool: "current", email, password, permanent: true });
  people.push({ email, sub });
}

async function call(operation: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: { "x-amz-target": `AWSCognitoIdentityProviderService.${operation}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

const hash = (...parts: (Buffer | string)[]): Buffer => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
};
const integer = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);
const timestamp = "Sat Nov 21 09:30:00 UTC 2026";
const k = integer(hash(padded(N), padded(g)));
const a = integer(randomBytes(32));
const publicA = modPow(g, a);

/** The client's answer to a challenge made ahead of the measurement. */
function claim(challenge: Record<string, string>, secret: string) {
  const id = challenge["USER_ID_FOR_SRP"]!;
  const publicB = BigInt(`0x${challenge["SRP_B"]}`);
  const u = integer(hash(padded(publicA), padded(publicB)));
  const x = integer(hash(padded(BigInt(`0x${challenge["SALT"]}`)), hash(`${group}${id}:${secret}`)));
  const shared = modPow((((publicB - k * modPow(g, x)) % N) + N) % N, a + u * x);
  const extracted = createHmac("sha256", padded(u)).update(padded(shared)).digest();
  const key = createHmac("sha256", extracted).update("Caldera Derived Key\u0001").digest().subarray(0, 16);
  const secretBlock = challenge["SECRET_BLOCK"]!;
  return {
    USERNAME: id,
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
    TIMESTAMP: timestamp,
    PASSWORD_CLAIM_SIGNATURE: createHmac("sha256", key)
      .update(group + id)
      .update(Buffer.from(secretBlock, "base64"))
      .update(timestamp)
      .digest("base64"),
  };
}

const startSrp = (email: string) =>
  call("InitiateAuth", {
    ClientId: clientId,
    AuthFlow: "USER_SRP_AUTH",
    AuthParameters: { USERNAME: email, SRP_A: publicA.toString(16) },
  });
const answerSrp = (session: unknown, responses: object) =>
  call("RespondToAuthChallenge", {
    ClientId: clientId,
    ChallengeName: "PASSWORD_VERIFIER",
    Session: session,
    ChallengeResponses: responses,
  });

/** Sign-ins a second, the server's part alone: both calls are timed, the client's arithmetic between them is not. */
async function signIns(): Promise<number> {
  let tookMs = 0;
  for (let nth = 0; nth < signInsARound; nth++) {
    let from = performance.now();
    const challenge = await startSrp(people[nth % accounts]!.email);
    tookMs += performance.now() - from;
    const responses = claim(challenge["ChallengeParameters"] as Record<string, string>, password);
    from = performance.now();
    const answer = await answerSrp(challenge["Session"], responses);
    tookMs += performance.now() - from;
    if (!("AuthenticationResult" in answer)) throw new Error(`no tokens: ${JSON.stringify(answer)}`);
  }
  return (signInsARound * 1000) / tookMs;
}

const exponents = Array.from({ length: powersASignIn }, () => integer(randomBytes(32)));
/** How many sign-ins per second the powers alone would allow. */
function powers(): number {
  const from = performance.now();
  for (let nth = 0; nth < signInsARound; nth++) for (const exponent of exponents) modPow(publicA, exponent);
  return (signInsARound * 1000) / (performance.now() - from);
}

const names = { signIn: "SRP sign-ins over HTTP", powers: `${powersASignIn} modular powers each, nothing else` };
const rates = await alternate(
  [
    { name: names.signIn, run: signIns },
    { name: names.powers, run: powers },
  ],
  { rounds: 7, warmUps: 2 },
);
report({
  bench: "identity-rate",
  unit: "sign-ins/s",
  measured: rates,
  aims: [{ what: "sign-ins ÷ powers alone", value: medianOf(rates, names.signIn) / medianOf(rates, names.powers) }],
  notes: [
    "one call at a time over the embedded database: challenge, proof, device proposal, tokens signed, audit event",
    "3072-bit group, 256-bit exponents, constant-time OpenSSL",
  ],
});

/** The calls an attacker would compare: the same refused call for an account and for an unknown name. */
const questions: Record<string, (email: string) => Promise<number>> = {
  "password sign-in": (email) =>
    timed(() =>
      call("InitiateAuth", {
        ClientId: clientId,
        AuthFlow: "USER_PASSWORD_AUTH",
        AuthParameters: { USERNAME: email, PASSWORD: "Wrong-pass-1" },
      }),
    ),
  "SRP challenge": (email) => timed(() => startSrp(email)),
  "SRP proof": async (email) => {
    const challenge = await startSrp(email);
    const responses = claim(challenge["ChallengeParameters"] as Record<string, string>, "Wrong-pass-1");
    return timed(() => answerSrp(challenge["Session"], responses));
  },
  "forgotten password": (email) => timed(() => call("ForgotPassword", { ClientId: clientId, Username: email })),
  "code again": (email) => timed(() => call("ResendConfirmationCode", { ClientId: clientId, Username: email })),
};

async function timed(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

const rows = [];
const aims = [];
for (const [question, ask] of Object.entries(questions)) {
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let nth = -warmUps; nth < tries; nth++) {
    const email = people[(nth + warmUps) % accounts]!.email;
    // They take turns at going first, so that neither benefits from caches that the other has filled.
    const turns: [string, number[]][] = [
      [email, known],
      [`nobody${(nth + warmUps) % accounts}@pulse.test`, unknown],
    ];
    for (const [who, samples] of nth % 2 === 0 ? turns : turns.toReversed()) {
      const tookMs = await ask(who);
      if (nth >= 0) samples.push(tookMs);
    }
  }
  rows.push(measured(`${question}, known`, known), measured(`${question}, unknown`, unknown));
  const median = (samples: number[]): number =>
    quantile(
      samples.toSorted((x, y) => x - y),
      0.5,
    );
  aims.push({
    what: `${question}: unknown ÷ known`,
    value: median(unknown) / median(known),
    atLeast: 0.95,
    atMost: 1.05,
  });
}
report({
  bench: "identity-time",
  unit: "ms",
  measured: rows,
  aims,
  notes: [`medians of ${tries} tries each, in turns, over ${accounts} accounts and as many names that nobody has`],
});

await app.close();
await identity.close();
await database.close();
rmSync(folder, { recursive: true, force: true });
