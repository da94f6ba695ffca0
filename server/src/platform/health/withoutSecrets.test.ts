import { expect, test } from "vitest";
import { withoutSecrets } from "./withoutSecrets.ts";

test.each([
  ["cannot reach postgres://pulse:s3cret@db.example/pulse", "cannot reach postgres://…@db.example/pulse"],
  ["the mail to nora.k+x@ward.example was refused", "the mail to …@… was refused"],
  ["GET https://store.example/a?X-Amz-Signature=abc failed", "GET https://store.example/a?… failed"],
  ["header Authorization: Bearer abc.def-ghi was wrong", "header Authorization: Bearer … was wrong"],
  ["the key pulse_abcdefghijklmnopqrstuvwx has expired", "the key pulse_… has expired"],
  ["a token eyJhbGciOi.eyJzdWIi.c2ln is over", "a token … is over"],
  ["no text to +49 151 2345 6789", "no text to +…"],
  ["connect ECONNREFUSED 10.1.2.3:5432", "connect ECONNREFUSED …:5432"],
  ["connect ECONNREFUSED fe80::1:2", "connect ECONNREFUSED …"],
  ["Key (email)=(nora) already exists", "Key (email)=(…) already exists"],
  ['invalid input syntax for type uuid: "nora"', 'invalid input syntax for type uuid: "…"'],
  [`Unexpected token 'x', "{"pin":"1234" x" is not valid JSON`, "Unexpected token 'x', … is not valid JSON"],
  ["the settings say password=s3cret; user=pulse", "the settings say password=…; user=pulse"],
  ['the answer was {"api_key":"k-1234"}', 'the answer was {"api_key":"…"}'],
  ["AKIAIOSFODNN7EXAMPLE may not write", "… may not write"],
  [`the digest ${"0123456789abcdef".repeat(4)} does not fit`, "the digest … does not fit"],
])("what is secret or personal in %j is not shown", (line, shown) => {
  expect(withoutSecrets(line)).toBe(shown);
});

test("a warning is one line of at most 300 characters, and what is neither secret nor personal stays", () => {
  expect(withoutSecrets("work in the background\n  failed: disk full (28P01) at 14:02:33 for AA:BB:CC:DD:EE:FF")).toBe(
    "work in the background failed: disk full (28P01) at 14:02:33 for AA:BB:CC:DD:EE:FF",
  );
  expect(withoutSecrets("word ".repeat(80))).toHaveLength(301);
});

test("of a line of megabytes only the beginning is read, and half a secret at its end is not shown", () => {
  const long = `${"word ".repeat(230)}${"-".repeat(20)} postgres://pulse:s3cret@${"x".repeat(5_000_000)}`;
  expect(withoutSecrets(long)).not.toContain("s3cret");
  expect(
    withoutSecrets(`https://a.example/?${"q".repeat(1150)} postgres://pulse:s3cret@${"x".repeat(100)}`),
  ).not.toContain("s3cret");
});
