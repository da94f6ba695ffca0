import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { byCodePoint } from "./releasePackages.mjs";

/**
 * The software bill of materials, CycloneDX 1.6 JSON. Without a serial number or a time, so that the same sources make the
 * same file. `parts` are packages as package-lock.json has them, with `name` and `scope`.
 */
export function billOfMaterials({ name, version, license }, parts) {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component({ name, version, license, type: "application" }) },
    // A version that two packages have brought is inside twice, and is one component.
    components: [...new Map(parts.map((part) => [`${part.name} ${part.version}`, part])).values()].map((part) =>
      component({ ...part, type: "library" }),
    ),
  };
}

function component({ name, version, license, integrity, scope, type }) {
  // https://github.com/package-url/purl-spec: the @ of a scope is encoded, its slash is not.
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, digest] = integrity?.split("-", 2) ?? [];
  return {
    type,
    "bom-ref": purl,
    name,
    version,
    ...(scope === undefined ? {} : { scope }),
    ...(algorithm === "sha512"
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  };
}

/** The licences of the parts that are installed here, as one text; another platform's parts have those of ours. */
export function licenceTexts(root, parts) {
  const folders = parts.map(({ path }) => join(root, path)).filter((folder) => existsSync(folder));
  const texts = folders.map((folder) => licenceText(folder));
  return [...new Set(texts)].toSorted(byCodePoint).join(`\n${"─".repeat(80)}\n\n`);
}

function licenceText(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  const terms = typeof license === "string" ? license : (license?.type ?? "no licence named");
  return `${[`${name} ${version} (${terms})`, ...files].join("\n\n")}\n`;
}
