import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { group15, power, signedBytes, srpClient, srpFormulas } from "../test/support/srpClient.ts";
import { modPow, N } from "./modPow.ts";
import { claimHolds, makeVerifier, padded, parsePublicA, passwordMatches, serverEphemeral, sharedKey } from "./srp.ts";

const hex = (text: string): bigint => BigInt(`0x${text.replaceAll(/\s/g, "")}`);

// RFC 5054 appendix B: the 1024-bit group, SHA-1, "alice" / "password123".
const rfc = {
  N: hex(`EEAF0AB9 ADB38DD6 9C33F80A FA8FC5E8 60726187 75FF3C0B 9EA2314C 9C256576 D674DF74 96EA81D3 383B4813
    D692C6E0 E0D5D8E2 50B98BE4 8E495C1D 6089DAD1 5DC7D7B4 6154D6B6 CE8EF4AD 69B15D49 82559B29 7BCF1885 C529F566
    660E57EC 68EDBC3C 05726CC0 2FD4CBF4 976EAA9A FD5138FE 8376435B 9FC61D2F C0EB06E3`),
  salt: Buffer.from("BEB25379D1A8581EB5A727673A2441EE", "hex"),
  k: hex("7556AA04 5AEF2CDD 07ABAF0F 665C3E81 8913186F"),
  x: hex("94B7555A ABE9127C C58CCF49 93DB6CF8 4D16C124"),
  v: hex(`7E273DE8 696FFC4F 4E337D05 B4B375BE B0DDE156 9E8FA00A 9886D812 9BADA1F1 822223CA 1A605B53 0E379BA4
    729FDC59 F105B478 7E5186F5 C671085A 1447B52A 48CF1970 B4FB6F84 00BBF4CE BFBB1681 52E08AB5 EA53D15C 1AFF87B2
    B9DA6E04 E058AD51 CC72BFC9 033B564E 26480D78 E955A5E2 9E7AB245 DB2BE315 E2099AFB`),
  a: hex("60975527 035CF2AD 1989806F 0407210B C81EDC04 E2762A56 AFD529DD DA2D4393"),
  b: hex("E487CB59 D31AC550 471E81F0 0F6928E0 1DDA08E9 74A004F4 9E61F5D1 05284D20"),
  A: hex(`61D5E490 F6F1B795 47B0704C 436F523D D0E560F0 C64115BB 72557EC4 4352E890 3211C046 92272D8B 2D1A5358
    A2CF1B6E 0BFCF99F 921530EC 8E393561 79EAE45E 42BA92AE ACED8251 71E1E8B9 AF6D9C03 E1327F44 BE087EF0 6530E69F
    66615261 EEF54073 CA11CF58 58F0EDFD FE15EFEA B349EF5D 76988A36 72FAC47B 0769447B`),
  B: hex(`BD0C6151 2C692C0C B6D041FA 01BB152D 4916A1E7 7AF46AE1 05393011 BAF38964 DC46A067 0DD125B9 5A981652
    236F99D9 B681CBF8 7837EC99 6C6DA044 53728610 D0C6DDB5 8B318885 D7D82C7F 8DEB75CE 7BD4FBAA 37089E6F 9C6059F3
    88838E7A 00030B33 1EB76840 910440B1 B27AAEAE EB4012B7 D7665238 A8E3FB00 4B117B58`),
  u: hex("CE38B959 3487DA98 554ED47D 70A7AE5F 462EF019"),
  S: hex(`B0DC82BA BCF30674 AE450C02 87745E79 90A3381F 63B387AA F271A10D 233861E3 59B48220 F7C4693C 9AE12B0A
    6F67809F 0876E2D0 13800D6C 41BB59B6 D5979B5C 00A172B4 A2A5903A 0BDCAF8A 709585EB 2AFAFA8F 3499B200 210DCC1F
    10EB3394 3CD67FC8 8A2F39A4 BE5BEC4E C0A3212D C346D7E4 74B29EDE 8A469FFE CA686E5A`),
};

describe("SRP", () => {
  test("the SRP test client matches RFC 5054's vectors", () => {
    const toLength = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(256, "0"), "hex");
    const srp = srpFormulas({ N: rfc.N, g: 2n, hash: "sha1", pad: toLength });
    const x = srp.x(rfc.salt, "alice", "password123");
    expect(srp.k).toBe(rfc.k);
    expect(x).toBe(rfc.x);
    expect(srp.verifier(x)).toBe(rfc.v);
    expect(srp.publicA(rfc.a)).toBe(rfc.A);
    expect(srp.publicB(rfc.v, rfc.b)).toBe(rfc.B);
    expect(srp.u(rfc.A, rfc.B)).toBe(rfc.u);
    expect(srp.clientSecret(rfc.B, x, rfc.a, rfc.u)).toBe(rfc.S);
  });

  test("the SRP group is RFC 3526's group 15, which is also RFC 5054's 3072-bit prime", () => {
    expect(N).toBe(group15);
  });

  test("OpenSSL's modular power equals ours for every base and exponent", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: N - 2n }), fc.bigInt({ min: 1n, max: 2n ** 256n }), (base, exponent) => {
        expect(modPow(base, exponent)).toBe(power(base, exponent, N));
      }),
      { numRuns: 15 },
    );
  });

  test("integers in SRP are hashed in the form in which Cognito's clients write them", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 300n }), (value) => {
        expect(padded(value)).toEqual(signedBytes(value));
      }),
    );
  });

  const names = fc.string({ minLength: 1, maxLength: 40 });
  const passwords = fc.string({ minLength: 1, maxLength: 80, unit: "grapheme" });

  test("SRP proves the right password, and no other", () => {
    fc.assert(
      fc.property(names, names, passwords, passwords, (group, id, password, other) => {
        const verifier = makeVerifier(group, id, password);
        const ephemeral = serverEphemeral(verifier);
        const client = srpClient();
        const publicA = parsePublicA(client.publicAHex);
        if (publicA === null) throw new Error("a client's A is always good");
        const key = sharedKey(publicA, ephemeral, verifier);
        if (key === null) throw new Error("no key");
        const secretBlock = Buffer.from("block");
        const timestamp = "Sat Nov 21 09:30:00 UTC 2026";
        const challenge = {
          group,
          id,
          saltHex: verifier.saltHex,
          publicBHex: ephemeral.publicHex,
          secretBlock,
          timestamp,
        };
        const right = client.prove({ ...challenge, password });
        expect(right.key).toEqual(key);
        const claim = { group, id, secretBlock, timestamp, signature: right.signature };
        expect(claimHolds(key, claim)).toBe(true);
        expect(claimHolds(key, { ...claim, timestamp: `${timestamp} ` })).toBe(false);
        const { signature } = client.prove({ ...challenge, password: other });
        expect(claimHolds(key, { ...claim, signature })).toBe(other === password);
        expect(passwordMatches(group, id, password, verifier)).toBe(true);
        expect(passwordMatches(group, id, other, verifier)).toBe(other === password);
      }),
      { numRuns: 15 },
    );
  });

  test("a salt with leading zeros works in SRP, since clients read it as a number", () => {
    const verifier = makeVerifier("Pool", "id", "Pulse-demo-1");
    const shorter = verifier.saltHex.replace(/^0+/, "");
    expect(passwordMatches("Pool", "id", "Pulse-demo-1", { ...verifier, saltHex: `0000${shorter}` })).toBe(true);
  });

  test("values of SRP's A that would reveal the key are refused", () => {
    for (const bad of [0n, 1n, N - 1n, N, 2n * N, N + 1n]) expect(parsePublicA(bad.toString(16))).toBeNull();
    for (const bad of ["", "zz", "-1", "0x12", "f".repeat(2000), " 12"]) expect(parsePublicA(bad)).toBeNull();
  });
});
