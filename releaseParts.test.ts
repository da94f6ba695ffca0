import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { billOfMaterials, licenceTexts } from "./scripts/releaseBill.mjs";
import { installedClosure, packagePaths, webPackagePaths } from "./scripts/releasePackages.mjs";

const aFolder = () => mkdtempSync(join(tmpdir(), "pulse-release-parts-"));
const part = (name: string, version: string, more: object = {}) => ({
  path: `node_modules/${name}`,
  name,
  version,
  scope: "required",
  ...more,
});

test("a bundled file counts for the innermost package around it, and our own files for none", () => {
  const files = [
    "/clone/cli/src/main.ts",
    "/clone/node_modules/zod/v4/index.js",
    "/clone/node_modules/@aws-sdk/client-s3/index.js",
    "/clone/node_modules/a/node_modules/@b/c/index.js",
    "C:\\clone\\node_modules\\zod\\index.js",
  ];
  expect(packagePaths(files)).toEqual([
    "node_modules/@aws-sdk/client-s3",
    "node_modules/a/node_modules/@b/c",
    "node_modules/zod",
  ]);
});

test("the web app's packages are those of its source maps and those it names itself, such as its fonts", () => {
  const folder = aFolder();
  mkdirSync(join(folder, "assets"));
  const map = { sources: ["../../../node_modules/react/index.js", "../../src/app/main.tsx"] };
  writeFileSync(join(folder, "assets", "main.js.map"), JSON.stringify(map));
  const manifest = { dependencies: { "@font/inter": "1.0.0", "@pulse/geo": "1.0.0" } };
  expect(webPackagePaths(folder, manifest, { "web/node_modules/@font/inter": {} })).toEqual([
    "node_modules/react",
    "web/node_modules/@font/inter",
  ]);
});

test("what npm installs follows dependencies from package to package, and keeps apart what a platform may leave out", () => {
  const lock = {
    "node_modules/sharp": { dependencies: { semver: "^7", linux: "1" }, optionalDependencies: { linux: "1" } },
    "node_modules/semver": {},
    "node_modules/sharp/node_modules/semver": { dependencies: { lru: "^1" } },
    "node_modules/lru": {},
    "node_modules/linux": { dependencies: { vips: "1" } },
    "node_modules/vips": {},
  };
  expect(installedClosure(lock, ["sharp"])).toEqual({
    required: ["node_modules/lru", "node_modules/sharp", "node_modules/sharp/node_modules/semver"],
    optional: ["node_modules/linux", "node_modules/vips"],
  });
  expect(() => installedClosure({ "node_modules/a": { dependencies: { b: "1" } } }, ["a"])).toThrow(
    "package-lock.json has no b for node_modules/a",
  );
});

test("the SBOM names each version of a package once, by its address, licence and the registry's checksum", () => {
  const integrity = `sha512-${Buffer.from("checksum").toString("base64")}`;
  const uuid = part("@scope/uuid", "14.0.3", { license: "MIT", integrity });
  const product = { name: "pulse", version: "1.0.0", license: "Apache-2.0" };
  const bill = billOfMaterials(product, [uuid, uuid, part("@scope/uuid", "11.0.0")]);
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(bill.metadata.component).toMatchObject({ type: "application", purl: "pkg:npm/pulse@1.0.0" });
  expect(bill.components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40scope/uuid@14.0.3",
      name: "@scope/uuid",
      version: "14.0.3",
      scope: "required",
      hashes: [{ alg: "SHA-512", content: Buffer.from("checksum").toString("hex") }],
      licenses: [{ expression: "MIT" }],
      purl: "pkg:npm/%40scope/uuid@14.0.3",
    },
    expect.objectContaining({ version: "11.0.0" }),
  ]);
});

test("the licences are the texts that the packages bring, under their names; another platform's packages have none here", () => {
  const root = aFolder();
  const folder = join(root, "node_modules", "semver");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "semver", version: "7.8.6", license: "ISC" }));
  writeFileSync(join(folder, "LICENSE"), "The ISC License\n");
  writeFileSync(join(folder, "index.js"), "code");
  expect(licenceTexts(root, [part("semver", "7.8.6"), part("linux", "1.0.0")])).toBe(
    "semver 7.8.6 (ISC)\n\nThe ISC License\n",
  );
});
