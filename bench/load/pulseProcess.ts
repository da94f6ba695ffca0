// The product in a process of its own, so that a bench can limit its processor time. Sends where it is once it runs, and
// stops when its parent asks for it.
import { once } from "node:events";
import type { BenchSite } from "./benchSite.ts";
import { runPulse } from "./runningPulse.ts";

export interface PulseOrder {
  gateways: number;
  trackers: number;
}
/** Where the product is, and what is in it. */
export interface PulsePlace {
  url: string;
  mqttUrl: string;
  idToken: string;
  site: BenchSite;
}

// If the bench was ended, its product must not run on.
process.once("disconnect", () => process.exit(1));
const [order] = (await once(process, "message")) as [PulseOrder];
const { pulse, mqttUrl, idToken, site, stop } = await runPulse(order);
process.send!({ url: pulse.url, mqttUrl, idToken, site } satisfies PulsePlace);
await once(process, "message");
await stop();
// A database that a smoke run has opened would keep it alive.
process.exit();
