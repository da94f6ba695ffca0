import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type UserPools, userPools } from "../../src/resources/identityLink/userPools.ts";
import type { TestPulse } from "./testPulse.ts";

/**
 * The pools of a process that dies on the way: the first call for which `dies` is true fails, and so do all later ones.
 */
export async function dyingPools(
  pulse: TestPulse,
  dies: (operation: string, nth: number) => boolean,
): Promise<UserPools> {
  let isDead = false;
  let nth = 0;
  const door = createServer((incoming, outgoing) => {
    const operation = String(incoming.headers["x-amz-target"] ?? "").replace(/^.*\./, "");
    if (operation !== "") isDead ||= dies(operation, nth++);
    if (isDead) {
      incoming.destroy();
      return;
    }
    const { port } = new URL(pulse.url);
    const { method, url, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo;
  const pools = userPools({ ...pulse.config, port }, pulse.identity);
  onTestFinished(() => {
    pools.current.pool.close();
    pools.legacy?.pool.close();
    door.closeAllConnections();
    door.close();
  });
  return pools;
}
