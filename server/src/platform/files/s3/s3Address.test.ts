import { expect, test } from "vitest";
import { parseS3Address, withoutS3Secret } from "./s3Address.ts";

const plain = {
  endpoint: "https://s3.example.com",
  host: "s3.example.com",
  bucket: "pulse-files",
  region: "us-east-1",
  key: "KEY",
  secret: "SECRET",
};

test.each([
  ["s3://KEY:SECRET@s3.example.com/pulse-files", {}],
  ["s3://KEY:SECRET@s3.example.com/pulse-files/", {}],
  ["s3://KEY:SECRET@s3.example.com/pulse-files?region=eu-central-1", { region: "eu-central-1" }],
  ["s3://KEY:SECRET@s3.example.com/pulse-files?tls=0", { endpoint: "http://s3.example.com" }],
  [
    "s3://KEY:SECRET@127.0.0.1:9000/pulse-files?tls=0&region=x",
    { endpoint: "http://127.0.0.1:9000", host: "127.0.0.1:9000", region: "x" },
  ],
  ["s3://KEY:SECRET@[::1]:9000/pulse-files", { endpoint: "https://[::1]:9000", host: "[::1]:9000" }],
  ["s3://K%2FE:a%2Fb%2Bc%40d%25@s3.example.com/pulse-files", { key: "K/E", secret: "a/b+c@d%" }],
  ["s3://KEY:a/b+c@d@s3.example.com/pulse-files", { secret: "a/b+c@d" }],
])("the address %s is read", (text, parts) => {
  expect(parseS3Address(text)).toEqual({ ...plain, ...parts });
});

test.each([
  "https://KEY:SECRET@s3.example.com/pulse-files",
  "s3://s3.example.com/pulse-files",
  "s3://KEY@s3.example.com/pulse-files",
  "s3://KEY:SECRET@s3.example.com",
  "s3://KEY:SECRET@s3.example.com/a/b",
  "s3://KEY:SECRET@s3.example.com/no bucket",
  "s3://KEY:SECRET@s3.example.com:99999/pulse-files",
  "s3://KEY:SECRET@s3.example.com/pulse-files?tls=yes",
  "s3://KEY:SECRET@s3.example.com/pulse-files?region=",
  "s3://KEY:SECRET@s3.example.com/pulse-files?tls=0&tls=1",
  "s3://KEY:SECRET@s3.example.com/pulse-files?path=1",
  "s3://KEY:50%@s3.example.com/pulse-files",
])("the address %s is none", (text) => {
  expect(parseS3Address(text)).toBeNull();
});

test.each([
  ["s3://KEY:SECRET@s3.example.com/b?tls=0", "s3://…@s3.example.com/b?tls=0"],
  ["s3://KEY:SEC@RET@s3.example.com/b", "s3://…@s3.example.com/b"],
  ["s3:KEY:SECRET@s3.example.com", "s3://…@s3.example.com"],
  ["s3://KEY:SECRET/b", "…"],
])("the address %s is shown without key and secret", (text, shown) => {
  expect(withoutS3Secret(text)).toBe(shown);
});
