import { describe, expect, test } from "vitest";
import { type ClockReading, judgeClock, spanText } from "./clock.ts";
import { workingFactors, reachChecks } from "./reachChecks.ts";
import type { ReachFacts } from "./reachFacts.ts";

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 10, 28);
const clock = (offsetMs: number, isIndependent = true): ClockReading => ({
  source: "time.test",
  offsetMs,
  isIndependent,
});
const inOrder: ReachFacts = {
  nowMs,
  identity: "embedded",
  mail: { error: null },
  texts: { error: null },
  publicUrl: "https://pulse.test",
  isPublicUrlSet: true,
  address: { kind: "this" },
  certificate: { validFromMs: nowMs - dayMs, validToMs: nowMs + 60 * dayMs, namesHost: true },
  clocks: [clock(800)],
  dataFolder: { error: null },
};
const found = (change: Partial<ReachFacts>) =>
  Object.fromEntries(reachChecks({ ...inOrder, ...change }).map((check) => [check.id, check]));
const states = (change: Partial<ReachFacts>): Record<string, string> =>
  Object.fromEntries(Object.entries(found(change)).flatMap(([id, { state }]) => (state === "ok" ? [] : [[id, state]])));

describe("the checks of an installation", () => {
  test("an installation with mail, texts, HTTPS and a right clock has nothing to change", () => {
    expect(states({})).toEqual({});
    expect(reachChecks(inOrder).every(({ settings }) => settings.length === 0)).toBe(true);
  });

  test.each<[string, Partial<ReachFacts>, Record<string, string>]>([
    ["without a mail server", { mail: null }, { mail: "failed" }],
    ["with a mail server that refuses", { mail: { error: "535 no" } }, { mail: "failed" }],
    ["without an SMS service", { texts: null }, { texts: "warning" }],
    ["with an SMS service that is away", { texts: { error: "ECONNREFUSED" } }, { texts: "failed" }],
    ["without a public address", { isPublicUrlSet: false }, { public_address: "failed" }],
    [
      "with an address that nobody answers",
      { address: { kind: "unreachable", error: "x" } },
      { public_address: "failed" },
    ],
    [
      "with the address of something else",
      { address: { kind: "notPulse", status: 502 } },
      { public_address: "failed" },
    ],
    ["with the address of another Pulse", { address: { kind: "anotherPulse" } }, { public_address: "failed" }],
    ["with an unknown authority", { address: { kind: "untrusted" } }, { public_address: "warning" }],
    ["while Pulse does not run", { address: { kind: "notRunning" } }, { public_address: "warning" }],
    ["over plain HTTP", { publicUrl: "http://pulse.test" }, { https: "failed" }],
    ["on this machine alone", { publicUrl: "http://localhost:8080" }, { public_address: "warning" }],
    ["with an unreadable certificate", { certificate: { error: "ENOENT" } }, { certificate: "failed" }],
    ["with a clock that is a day ahead", { clocks: [clock(dayMs)] }, { clock: "failed" }],
    ["with a clock that is a day behind", { clocks: [clock(-dayMs)] }, { clock: "failed" }],
    ["without a clock to compare with", { clocks: [] }, { clock: "warning" }],
    ["with a folder that cannot be written", { dataFolder: { error: "EACCES" } }, { data_folder: "failed" }],
  ])("an installation %s is told so, with the setting to change", (_about, change, expected) => {
    expect(states(change)).toEqual(expected);
    for (const id of Object.keys(expected))
      if (id !== "clock") expect(found(change)[id]!.settings.join()).toMatch(/PULSE_/);
  });

  test("a certificate that has expired, begins later, names another host or expires soon is told of", () => {
    const facts = { validFromMs: nowMs - dayMs, validToMs: nowMs + 60 * dayMs, namesHost: true };
    const message = (change: object): string => found({ certificate: { ...facts, ...change } })["certificate"]!.message;
    expect(message({ validToMs: nowMs - 1 })).toContain("has expired on 2026-11-27");
    expect(message({ validFromMs: nowMs + dayMs })).toContain("only valid from 2026-11-29");
    expect(message({ namesHost: false })).toContain("does not name the public address");
    expect(message({ validToMs: nowMs + 5 * dayMs })).toContain("expires on 2026-12-03");
    expect(found({ certificate: null })["certificate"]).toBeUndefined();
  });

  test("a wrong clock takes authenticator apps away, and without any other factor nobody can sign in", () => {
    const factors = (change: Partial<ReachFacts>) => workingFactors({ ...inOrder, ...change });
    expect(factors({})).toEqual(["sms", "totp", "passkey", "email"]);
    expect(factors({ clocks: [clock(dayMs)] })).toEqual(["sms", "passkey", "email"]);
    expect(factors({ publicUrl: "http://192.168.1.5", texts: null, mail: null })).toEqual(["totp"]);
    expect(factors({ publicUrl: "https://192.168.1.5", texts: null, mail: { error: "no" } })).toEqual(["totp"]);
    expect(factors({ publicUrl: "http://localhost:8080", texts: null, mail: null })).toEqual(["totp", "passkey"]);
    const unset = { publicUrl: "http://127.0.0.1:8080", isPublicUrlSet: false, texts: null, mail: null };
    expect(factors(unset)).toEqual(["totp", "passkey"]);
    expect(factors({ identity: "cognito", texts: null, mail: null })).toEqual(["sms"]);
    const nothing = { publicUrl: "http://10.0.0.1", texts: null, mail: null, clocks: [clock(dayMs)] };
    expect(states(nothing)["second_factor"]).toBe("failed");
  });
});

describe("the judgement of the clock", () => {
  test("a clock of the same machine proves nothing if it agrees, and shows a fault if it does not", () => {
    expect(judgeClock([clock(0, false)])).toEqual({ kind: "unknown" });
    expect(judgeClock([clock(0, false), clock(dayMs, false)])).toMatchObject({ kind: "wrong", offsetMs: dayMs });
  });

  test("of independent clocks the one that agrees best decides, since others may be wrong themselves", () => {
    expect(judgeClock([clock(dayMs), clock(2000), clock(-dayMs, false)])).toMatchObject({ kind: "right" });
    expect(judgeClock([clock(31_000)])).toMatchObject({ kind: "wrong" });
    expect(judgeClock([clock(-29_000)])).toMatchObject({ kind: "right" });
  });

  test("spans are written in their two largest units", () => {
    expect([0, 999, 45_000, 3_661_000, dayMs, dayMs + 3_600_000, -90_000].map(spanText)).toEqual([
      "0 s",
      "0 s",
      "45 s",
      "1 h 1 min",
      "1 d",
      "1 d 1 h",
      "1 min 30 s",
    ]);
  });
});
