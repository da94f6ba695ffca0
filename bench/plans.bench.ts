// A floor plan of 20 MB: how long it takes to store it and to serve its widths, and how that affects live positions.
import { limits } from "@pulse/contract/limits";
import sharp from "sharp";
import { measured, quantile, report, sized } from "./harness.ts";
import { runPulse } from "./load/runningPulse.ts";
import { socketLatency } from "./load/socketLatency.ts";
import { startFleet } from "./load/startFleet.ts";

const advertsPerSecond = sized(2000, 400);
const advertsPerMessage = 20;
const widths = [512, 1024, 2048, 4096];
const sidePx = sized(7000, 300);
const rounds = sized(3, 1);
const warmUpS = sized(10, 0.5);
const roundS = sized(12, 1.5);

const running = await runPulse({ gateways: sized(50, 6), trackers: sized(1000, 20) });
const { pulse, site, idToken } = running;
const fleet = await startFleet({
  url: running.mqttUrl,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage,
});
const latency = await socketLatency(running);
const plan = await noisyPlan();
const perSecond = advertsPerSecond / advertsPerMessage;
const bearer = { authorization: `Bearer ${idToken}` };

const storedMs: number[] = [];
const servedMs: number[] = [];
const calm: number[] = [];
const busy: number[] = [];
await fleet.send(warmUpS * perSecond, perSecond);
for (let round = 0; round < rounds; round++) {
  calm.push(p99(await latency.during(() => fleet.send(roundS * perSecond, perSecond))));
  const beside = await latency.during(() =>
    Promise.all([fleet.send(roundS * perSecond, perSecond), storeAndServe(round)]),
  );
  busy.push(p99(beside));
}
latency.close();
await fleet.stop();
await running.stop();

const live = { calm: measured("live p99, calm", calm), busy: measured("live p99, beside it", busy) };
report({
  bench: "plans",
  unit: "ms",
  measured: [
    measured("a plan is stored", storedMs),
    measured("its four widths are made and served", servedMs),
    live.calm,
    live.busy,
  ],
  aims: [{ what: "live p99 beside a plan, times calm", value: live.busy.median / live.calm.median, atMost: 1.5 }],
  notes: [
    `a JPEG of ${(plan.length / 1024 / 1024).toFixed(1)} MB, ${sidePx} × ${sidePx} pixels, over HTTP, beside ${advertsPerSecond} adverts/s`,
    "live: for each advert from its arrival to a Socket.IO client; decoding and scaling run in a process of their own",
  ],
});

/** Makes a site with the plan and asks for the plan in each width. */
async function storeAndServe(round: number): Promise<void> {
  const startMs = performance.now();
  const floor = {
    name: "Ground",
    level: 0,
    north_west: { lat: 51.9, lon: 4.4 },
    south_east: { lat: 51.899, lon: 4.402 },
    image: "plan",
  };
  const form = new FormData();
  form.append("data", JSON.stringify({ name: `Yard ${round}`, buildings: [{ name: "Main", floors: [floor] }] }));
  form.append("plan", new Blob([Uint8Array.from(plan)]), "plan.jpg");
  const answer = await fetch(`${pulse.url}/api/v3/sites?customer_id=${site.customerId}`, {
    method: "POST",
    headers: bearer,
    body: form,
  });
  if (answer.status !== 201) throw new Error(`the plan was refused: ${answer.status} ${await answer.text()}`);
  const { result } = (await answer.json()) as { result: { content: { floor_plans: { image_url: string }[] } } };
  storedMs.push(performance.now() - startMs);
  const servedFrom = performance.now();
  for (const width of widths) {
    const image = await fetch(`${pulse.url}${result.content.floor_plans[0]!.image_url}?width=${width}`, {
      headers: bearer,
    });
    await image.arrayBuffer();
    if (!image.ok) throw new Error(`width ${width} answered ${image.status}`);
  }
  servedMs.push(performance.now() - servedFrom);
}

/** A picture just below the limit that no encoder can make small. */
async function noisyPlan(): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const picture = sharp({ create: { width: sidePx, height: sidePx, channels: 3, background: "white", noise } });
  const raw = await picture.raw().toBuffer({ resolveWithObject: true });
  for (let quality = 90; quality > 5; quality -= 10) {
    const { width, height, channels } = raw.info;
    const jpeg = await sharp(raw.data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
    if (jpeg.length <= limits.imageBytes) return jpeg;
  }
  throw new Error("no quality is small enough");
}

function p99(sorted: readonly number[]): number {
  return quantile(sorted, 0.99);
}
