import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { parseArgs } from "node:util";
import type { ReachCheck } from "@pulse/contract/reach";
import { workingFactors, reachChecks } from "@pulse/server/resources/reach/reachChecks";
import { gatherReach } from "@pulse/server/start/gatherReach";
import type { Io } from "../commands/io.ts";
import { settings } from "../commands/settings.ts";

const help = `Usage: pulse doctor [--json]

Checks whether people can be reached and can sign in: mail, texts, second factors, the public address, HTTPS and its
certificate, the clock, and the data folder. It asks what the settings name (the mail server, the SMS service, the
database server, the public address), sends nothing and changes nothing, and works while Pulse runs and while it does
not.

Exits with 0 if nothing has failed; warnings do not count. --json prints the same as JSON.
`;

const signs: Record<ReachCheck["state"], string> = { ok: "ok", warning: "warning", failed: "FAILED" };
const titles: Record<ReachCheck["id"], string> = {
  mail: "Mail",
  texts: "Texts",
  second_factor: "Second factor",
  public_address: "Public address",
  https: "HTTPS",
  certificate: "Certificate",
  clock: "Clock",
  data_folder: "Data folder",
};
const factorNames = { sms: "texts", totp: "authenticator app", passkey: "passkey", email: "codes by email" } as const;

/** `pulse doctor`: the checks of the set-up page in a terminal. Returns 1 if one of them has failed. */
export async function runDoctor(args: string[], io: Io, now: () => number = Date.now): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h" }, json: { type: "boolean" } },
  });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const config = settings({ demo: false });
  // A company's own authority is known to the system, as it is to browsers, and not to Node.
  setDefaultCACertificates([...getCACertificates("default"), ...getCACertificates("system")]);
  const facts = await gatherReach(config, now, false);
  const checks = reachChecks(facts);
  const factors = workingFactors(facts);
  const isFine = checks.every(({ state }) => state !== "failed");
  if (values.json) io.stdout.write(`${JSON.stringify({ ok: isFine, checks, factors }, null, 2)}\n`);
  else io.stdout.write(report(checks, factors.map((factor) => factorNames[factor]).join(", "), isFine));
  return isFine ? 0 : 1;
}

function report(checks: readonly ReachCheck[], factors: string, isFine: boolean): string {
  const lines = checks.flatMap(({ id, state, message, settings: named }) => [
    `${signs[state].padEnd(8)} ${titles[id].padEnd(15)} ${message}`,
    ...(named.length === 0 ? [] : [`${" ".repeat(25)}Settings: ${named.join(", ")}`]),
  ]);
  return [...lines, "", `Second factors: ${factors || "none"}`, isFine ? "People can be reached." : "", ""]
    .join("\n")
    .replace(/\n+$/, "\n");
}
