import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { partitionOf, sitePartitions } from "../src/platform/log/partitions.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";
import type { Spot } from "./support/radio.ts";
import { simulatedGateway } from "./support/simulatedGateway.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { publishMessages, tagMessages } from "./support/tagMessages.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 100 };
const tag: Spot = { x: 12, y: 8 };

describe.skipIf(!hasNats)("processes that share an installation's work", () => {
  let server: NatsServer;
  let settings: Record<string, string>;
  let front: TestPulse;
  let gateways: (TestGateway & { spot: Spot })[];
  let asset: TestAsset;
  let another: TestAsset;
  let customer: NewCustomer;
  let site: TestSite;
  let token: string;
  const running: TestPulse[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    server = await natsServer();
  });
  afterAll(() => server.remove());
  beforeEach(async ({ task }) => {
    settings = {
      PULSE_NATS_URL: server.url,
      PULSE_DATABASE_URL: "postgres://opened-by-the-test/pulse",
      PULSE_CLUSTER: task.id.replaceAll(/\W/g, "_"),
      PULSE_UNSAFE: "1",
      PULSE_DATA_DIR: mkdtempSync(join(temporaryFolder(), "roles-")),
    };
    front = await testPulse({ ...settings, PULSE_ROLES: "api,ingest,jobs" });
    running.push(front);
    customer = await aCustomer(front);
    site = await aSite(front, customer);
    gateways = await sixGateways(front, customer, site);
    asset = await anAsset(front, customer, site);
    another = await anAsset(front, customer, site);
    await stop(front);
    front = await joining("api,ingest,jobs");
    token = await aToken(front, customer, "Administrator", { devTools: true });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    for (const pulse of running.splice(0).toReversed()) await pulse.stop();
  });

  const stop = async (pulse: TestPulse): Promise<void> => {
    running.splice(running.indexOf(pulse), 1);
    await pulse.stop();
  };
  const joining = async (roles: string, extra: Record<string, string> = {}): Promise<TestPulse> => {
    const pulse = await testPulse({ ...settings, ...extra, PULSE_ROLES: roles }, { keep: true });
    running.push(pulse);
    return pulse;
  };
  /** Each gateway reports the tag, once. */
  const report = (): Promise<void> => publishMessages(front, tagMessages(gateways, asset, tag));
  const stays = async (): Promise<unknown[]> => {
    const { status, content } = await call(front, "GET", `assets/${asset.id}/history`, { token });
    expect(status).toBe(200);
    return content;
  };
  const ready = async (pulse: TestPulse): Promise<string> => await (await fetch(`${pulse.url}/readyz`)).text();

  test("what gateways send to one process is located by another, and reaches the sockets and history of the first", async () => {
    const socket = io(front.url, { transports: ["websocket"] });
    sockets.push(socket);
    const shown: { asset_id: string }[] = [];
    socket.on("location_update", (items: { asset_id: string }[]) => shown.push(...items));
    const joined = new Promise((resolve) => socket.emit("login", token, site.id, resolve));
    expect(await joined).toEqual({ ok: true });
    expect(await ready(front)).toContain("no process with the role locate is running");
    await joining("locate");
    await vi.waitFor(async () => expect(await ready(front)).not.toContain("locate"), patience);
    await report();
    await vi.waitFor(() => expect(shown.map(({ asset_id }) => asset_id)).toContain(asset.id), patience);
    await vi.waitFor(async () => expect(await stays()).toHaveLength(1), patience);
  });

  test("a process that locates needs no keys of the others, and so joins with a data folder of its own", async () => {
    const folder = mkdtempSync(join(temporaryFolder(), "roles-"));
    await joining("locate", { PULSE_DATA_DIR: folder });
    await report();
    await vi.waitFor(async () => expect(await stays()).toHaveLength(1), patience);
    expect(existsSync(join(folder, "keys"))).toBe(false);
  });

  test("a command reaches a gateway that is connected to another process than the one that sends, and so does its answer", async () => {
    await joining("locate");
    const [first] = gateways;
    const gateway = await simulatedGateway(front, first!);
    const { status, content } = await call(front, "GET", `hardwares/${first!.id}/device/configuration`, { token });
    expect(status).toBe(202);
    await gateway.tells(await gateway.next(), { rslt: "succ", cause: 0 });
    const state = async (): Promise<unknown> =>
      await front.db.selectFrom("device_requests").select("state").where("id", "=", String(content["id"])).execute();
    await vi.waitFor(async () => expect(await state()).toEqual([{ state: "done" }]), patience);
    expect(gateway.commands).toHaveLength(1);
    await gateway.client.endAsync(true);
  });

  test("what was acknowledged while no process located is located by the first that joins", async () => {
    await report();
    await joining("locate");
    await vi.waitFor(async () => expect(await stays()).toHaveLength(1), patience);
  });

  test("a second process that locates shares the work, and has all of it when the first ends", async () => {
    const first = await joining("locate");
    await joining("locate");
    await report();
    await vi.waitFor(async () => expect(await stays()).toHaveLength(1), patience);
    await stop(first);
    asset = another;
    await report();
    await vi.waitFor(async () => expect(await stays()).toHaveLength(1), patience);
  });

  test("of two processes that locate, the one with a gateway's site sends its commands, once, and the other when that has ended", async () => {
    const isFirstHalf = ({ id }: { id: string }): boolean => partitionOf(id) <= sitePartitions.length / 2;
    let other = await aSite(front, customer);
    while (isFirstHalf(other) === isFirstHalf(site)) other = await aSite(front, customer);
    const [elsewhere] = await sixGateways(front, customer, other);
    const first = await joining("locate");
    await joining("locate");
    const holders = async (): Promise<unknown[]> => {
      const partitions = [site, other].map(({ id }) => partitionOf(id));
      const rows = await front.db
        .selectFrom("log_partitions")
        .selectAll()
        .where("partition", "in", partitions)
        .execute();
      return [...new Set(rows.map(({ lease }) => lease))];
    };
    await vi.waitFor(async () => expect(await holders()).toHaveLength(2), patience);
    const devices = [gateways[0]!, elsewhere!];
    const simulated = await Promise.all(devices.map((device) => simulatedGateway(front, device)));
    const command = (): Promise<void[]> =>
      Promise.all(
        devices.map(async ({ id }, nth) => {
          const { content } = await call(front, "GET", `hardwares/${id}/device/configuration`, { token });
          await simulated[nth]!.tells(await simulated[nth]!.next(), { rslt: "succ", cause: 0 });
          await vi.waitFor(async () => {
            const of = front.db.selectFrom("device_requests").select("state").where("id", "=", String(content["id"]));
            expect(await of.execute()).toEqual([{ state: "done" }]);
          }, patience);
        }),
      );
    await command();
    await stop(first);
    await command();
    expect(simulated.map(({ commands }) => commands.length)).toEqual([2, 2]);
    for (const { client } of simulated) await client.endAsync(true);
  });

  test("the process with the connections says which gateways are connected, and the one that locates what they send", async () => {
    await joining("locate");
    const [first] = gateways;
    const { username, password } = first!;
    const client = await connectAsync(front.mqttUrl, { username, password });
    await report();
    await vi.waitFor(async () => {
      const { content } = await call(front, "GET", `hardwares/${first!.id}`, { token });
      expect(content).toMatchObject({ status: "online", diagnostics: { connections: 1, messages: 1 } });
      const messages = await call(front, "GET", `hardwares/${first!.id}/messages`, { token });
      expect(messages.content).toHaveLength(1);
    }, patience);
    await client.endAsync();
  });

  test("a process without the role api serves neither the app nor the API, and says where its health is", async () => {
    const worker = await joining("locate");
    expect(JSON.parse(await ready(worker))).toMatchObject({ status: "ready" });
    expect((await fetch(`${worker.url}/api/config`)).status).toBe(404);
    expect((await fetch(`${worker.url}/`)).status).toBe(404);
    expect((await fetch(`${front.url}/api/config`)).status).toBe(200);
  });
});
