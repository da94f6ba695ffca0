import { fork } from "node:child_process";
import { once } from "node:events";

/** What a company's provider says about its people, by the name that they type at its login page. */
type Directory = Record<string, Record<string, unknown>>;

/** The client that Pulse is at the company's provider. */
export const company = { clientId: "pulse", clientSecret: "a-secret-of-the-company" };

/** A company's OpenID provider beside a running product, as a process of its own. */
export async function startCompanyProvider(
  redirectUri: string,
  directory: Directory,
): Promise<{ issuer: string; stop(): void }> {
  const child = fork(new URL("../../server/test/support/companyProviderProcess.ts", import.meta.url), {
    // Playwright's own loader is for its workers.
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.send({ redirectUri, directory });
  const ended = once(child, "exit").then(() => {
    throw new Error("the company's provider did not start");
  });
  const [{ issuer }] = (await Promise.race([once(child, "message"), ended])) as [{ issuer: string }];
  ended.catch(() => undefined);
  return { issuer, stop: () => child.disconnect() };
}
