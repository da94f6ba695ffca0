import { io, type Socket } from "socket.io-client";
import { afterEach, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { anAsset, aToken } from "./support/builders.ts";
import { askedDevices } from "./support/askedDevices.ts";

const { here, clock, simulated, ask, ofTracker, ofGateway, stateOf, becomes, restart } = askedDevices();
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

describe("a tracker's request", () => {
  const slot = { slot: 0, type: 5, advPrd: 500, txPwr: -8, mode: 2 };

  test("a tracker's request goes through the gateway that receives it best, is accepted and then done", async () => {
    const [best, other] = [await simulated(), await simulated(here.far)];
    await best.hears({ mac: here.asset.mac, rssi: -50 });
    await other.hears({ mac: here.asset.mac, rssi: -80 });
    const { content } = await ask("GET", `${ofTracker()}/configuration`);
    const command = await best.next();
    expect(command).toMatchObject({
      topic: `kbeacon/subaction/${here.near.gmac}`,
      body: { msg: "dData", mac: here.asset.mac.replaceAll(":", ""), data: { msg: "getPara", type: 2, slot: 0 } },
    });
    await best.acks(command, { rslt: "succ", cause: 1 });
    await becomes(content["id"], "accepted");
    await best.acks(command, { rslt: "succ", cause: 0, data: { advObj: [slot] } });
    await becomes(content["id"], "done");
    expect((await ask("GET", `${ofTracker()}/stored_configuration`)).content).toMatchObject({
      configuration: {
        message_mode: "extended",
        advertisement_period_ms: 500,
        transmission_power: -8,
        transmission_message_type: "ibeacon",
      },
    });
    expect(other.commands).toEqual([]);
  });

  test("a tracker's request goes once through the next best gateway after 10 s without an answer, and then expires", async () => {
    const [best, other] = [await simulated(), await simulated(here.far)];
    await best.hears({ mac: here.asset.mac, rssi: -50 });
    await other.hears({ mac: here.asset.mac, rssi: -80 });
    const { content } = await ask("PUT", `${ofTracker()}/configuration`, { transmission_power: 4 });
    const first = await best.next();
    clock.advance(10_001);
    const second = await other.next();
    expect(second.seq).toBe(first.seq);
    clock.advance(10_001);
    expect(await becomes(content["id"], "expired")).toMatchObject({
      via_id: here.far.id,
      tried: [here.near.id, here.far.id],
    });
    expect(best.commands).toHaveLength(1);
  });

  test("a tracker's request is done once, even if answers come late, twice and out of order", async () => {
    const [best, other] = [await simulated(), await simulated(here.far)];
    await best.hears({ mac: here.asset.mac, rssi: -50 });
    await other.hears({ mac: here.asset.mac, rssi: -80 });
    const { content } = await ask("PUT", `${ofTracker()}/configuration`, { transmission_power: 4 });
    const first = await best.next();
    clock.advance(10_001);
    const second = await other.next();
    // The first gateway's answer comes after all, its final part first.
    await best.acks(first, { rslt: "succ", cause: 0 });
    const done = await becomes(content["id"], "done");
    await best.acks(first, { rslt: "succ", cause: 1 });
    await other.acks(second, { rslt: "fail", cause: 3 });
    await best.acks(first, { rslt: "succ", cause: 0 });
    expect(await stateOf(content["id"])).toEqual(done);
  });

  test("a tracker's request keeps waiting after an answer from another gateway, or for another tracker", async () => {
    const [best, other] = [await simulated(), await simulated(here.far)];
    await best.hears({ mac: here.asset.mac, rssi: -50 });
    const { content } = await ask("POST", `trackers/${here.asset.trackerId}/ring`);
    const command = await best.next();
    await other.acks(command, { rslt: "succ", cause: 0 });
    await best.acks({ ...command, body: { mac: "DD3400000000" } }, { rslt: "succ", cause: 0 });
    await best.acks(command, { rslt: "succ", cause: 1 });
    expect((await becomes(content["id"], "accepted")).completed_at).toBeNull();
  });

  test("a tracker's request waits until the tracker is received, even over a restart, and expires after a day", async () => {
    const { content: waiting } = await ask("POST", `trackers/${here.asset.trackerId}/ring`, { duration_ms: 1500 });
    const { content: never } = await ask(
      "GET",
      `trackers/${(await anAsset(here.pulse, here.customer, here.site)).trackerId}/device/configuration`,
    );
    await restart();
    const gateway = await simulated();
    expect(await stateOf(waiting["id"])).toMatchObject({ state: "queued", sent_at: null });
    await gateway.hears({ mac: here.asset.mac, rssi: -60 });
    const command = await gateway.next();
    expect(command.body.data).toMatchObject({ msg: "ring", ringTime: 1500 });
    await gateway.acks(command, { rslt: "succ", cause: 0 });
    await becomes(waiting["id"], "done");
    clock.advance(24 * 3_600_000);
    await becomes(never["id"], "expired");
    here.token = await aToken(here.pulse, here.customer, "Administrator");
  });

  test.each([
    ["configuration", { advertisement_period_ms: 99 }],
    ["configuration", { advertisement_period_ms: 40_001 }],
    ["configuration", { transmission_power: -41 }],
    ["configuration", { transmission_power: 9 }],
    ["ring", { duration_ms: 99 }],
    ["ring", { duration_ms: 60_001 }],
  ])("a tracker's request for %s cannot be %j", async (what, body) => {
    const path = what === "ring" ? `trackers/${here.asset.trackerId}/ring` : `${ofTracker()}/configuration`;
    const { status, content } = await ask(what === "ring" ? "POST" : "PUT", path, body);
    expect([status, content["code"]]).toEqual([400, "out_of_range"]);
  });

  test("a tracker's request is refused if the tracker's type does not support it", async () => {
    await here.pulse.db.updateTable("trackers").set({ type: "RUUVI" }).where("id", "=", here.asset.trackerId).execute();
    for (const [method, path] of [
      ["POST", `trackers/${here.asset.trackerId}/ring`],
      ["GET", `${ofTracker()}/configuration`],
    ] as const) {
      const { status, content } = await ask(method, path);
      expect([status, content["code"]]).toEqual([400, "not_supported"]);
    }
  });
});

test("a tracker rings for the time its customer has set, and can be stopped", async () => {
  await here.pulse.db
    .updateTable("customers")
    .set({ config: JSON.stringify({ kkmRingDurationMs: 700 }) })
    .where("id", "=", here.customer.id)
    .execute();
  const gateway = await simulated();
  await gateway.hears({ mac: here.asset.mac, rssi: -50 });
  const { content } = await ask("POST", `trackers/${here.asset.trackerId}/ring`);
  const command = await gateway.next();
  expect(command.body.data).toMatchObject({ msg: "ring", ringTime: 700 });
  await gateway.acks(command, { rslt: "succ", cause: 0 });
  await becomes(content["id"], "done");
  const stopped = await ask("DELETE", `trackers/${here.asset.trackerId}/ring`);
  expect([stopped.status, stopped.content["kind"]]).toEqual([202, "ring"]);
  expect((await gateway.next()).body.data).toEqual({ msg: "ring", ringType: 0, ringTime: 0 });
  const entries = await here.pulse.db
    .selectFrom("audit_entries")
    .select(["entity_kind", "changes"])
    .where("entity_id", "=", here.asset.trackerId)
    .where("action", "=", "device_request")
    .execute();
  const rung = (ms: number) => [
    { field: "request", before: null, after: "ring" },
    { field: "duration_ms", before: null, after: ms },
  ];
  // The test's clock stands still, so both have the same time and may come in either order.
  expect(entries).toHaveLength(2);
  for (const ms of [700, 0]) expect(entries).toContainEqual({ entity_kind: "tracker", changes: rung(ms) });
  expect(await stateOf(content["id"])).toMatchObject({ asset_id: here.asset.id, via_id: here.near.id });
});

test("open maps get each change of a request, if their people may read such devices", async () => {
  const listen = async (as: string): Promise<string[]> => {
    const told: string[] = [];
    const socket = io(here.pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
    sockets.push(socket);
    socket.on("device_request", ({ target, state, via }: { target: string; state: string; via: unknown }) =>
      told.push(`${target} ${state}${via === null ? "" : " via"}`),
    );
    await new Promise((resolve) => socket.emit("login", as, here.site.id, resolve));
    return told;
  };
  const mine = await listen(here.token);
  const operators = await listen(await aToken(here.pulse, here.customer, "Operator"));
  const gateway = await simulated();
  await gateway.hears({ mac: here.asset.mac, rssi: -50 });
  const read = await ask("GET", `${ofGateway()}/configuration`);
  await gateway.tells(await gateway.next(), { rptPeriod: 1 });
  await becomes(read.content["id"], "done");
  const { content } = await ask("POST", `trackers/${here.asset.trackerId}/ring`);
  const command = await gateway.next();
  await gateway.acks(command, { rslt: "succ", cause: 1 });
  await gateway.acks(command, { rslt: "succ", cause: 0 });
  await becomes(content["id"], "done");
  const rung = ["tracker queued", "tracker queued via", "tracker accepted via", "tracker done via"];
  while (mine.length < 7 || operators.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(mine).toEqual(["hardware queued", "hardware queued via", "hardware done via", ...rung]);
  expect(operators).toEqual(rung);
});

test("the end of a request becomes an event, with who asked, for those who may read such devices", async () => {
  const found = async (as?: string) => {
    const { content } = await call(here.pulse, "GET", `events/search?site_id=${here.site.id}`, {
      token: as ?? here.token,
    });
    const events = (content as unknown as Record<string, unknown>[]).filter(({ resource }) => resource === "common");
    return events.map(({ title, icon, operation, actor, target }) => {
      const { kind, id } = target as { kind: string; id: string };
      return [title, icon, operation, actor, `${kind} ${id}`];
    });
  };
  const { email } = (await call(here.pulse, "GET", "users/me", { token: here.token })).content;
  const [near, tag] = [`gateway ${here.near.id}`, `tracker ${here.asset.trackerId}`];
  const gateway = await simulated();
  await gateway.hears({ mac: here.asset.mac, rssi: -50 });
  const read = await ask("GET", `${ofGateway()}/configuration`);
  await gateway.tells(await gateway.next(), { rptPeriod: 1 });
  await becomes(read.content["id"], "done");
  const done = ["Settings read completed", "read_completed", null, email, near];
  await here.pulse.settled();
  expect(await found()).toEqual([done]);

  const ring = await ask("POST", `trackers/${here.asset.trackerId}/ring`);
  const command = await gateway.next();
  await gateway.acks(command, { rslt: "fail", cause: 3 });
  await becomes(ring.content["id"], "failed");
  const update = await ask("PUT", `${ofTracker()}/configuration`, { transmission_power: 4 });
  await gateway.next();
  clock.advance(10_001);
  await becomes(update.content["id"], "expired");
  await here.pulse.settled();
  const ofTag = [
    ["Settings update expired", "update_expired", null, email, tag],
    ["Ring failed", "ring_failed", null, email, tag],
  ];
  expect(await found()).toEqual([...ofTag, done]);
  expect(await found(await aToken(here.pulse, here.customer, "Operator"))).toEqual(ofTag);
});
