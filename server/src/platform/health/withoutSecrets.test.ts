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
  ["Key (email)=(nora) already exists", "Key (email)=(…) already exists"],
])("what is secret or personal in %j is not shown", (line, shown) => {
  expect(withoutSecrets(line)).toBe(shown);
});

test("a warning is one line of at most 300 characters, and what is neither secret nor personal stays", () => {
  expect(withoutSecrets("work in the background\n  failed: disk full (28P01) at 14:02")).toBe(
    "work in the background failed: disk full (28P01) at 14:02",
  );
  expect(withoutSecrets("x".repeat(400))).toHaveLength(301);
});
