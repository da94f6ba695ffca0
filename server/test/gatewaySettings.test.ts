import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, describe, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { askedDevices } from "./support/askedDevices.ts";

const { here, simulated, ask, ofGateway, stateOf, becomes } = askedDevices();

describe("a gateway's settings", () => {
  const settings = { filterrssi: -90, rptPeriod: 3, filterDuplicate: 0, rptiBeacon: 1, rssionly: 0, scanMode: 7 };

  test("a gateway's settings are requested at once, and stored when the gateway has answered", async () => {
    const gateway = await simulated();
    expect((await ask("GET", `${ofGateway()}/stored_configuration`)).content).toEqual({
      configuration: null,
      pending: null,
      last_read_timestamp: null,
      last_requested_timestamp: null,
      last_updated_timestamp: null,
    });
    const placed = await ask("GET", `${ofGateway()}/configuration`);
    expect(placed.status).toBe(202);
    expect(placed.content).toMatchObject({
      kind: "read",
      target: "hardware",
      target_id: here.near.id,
      state: "queued",
    });
    const command = await gateway.next();
    expect(command.topic).toBe(`kbeacon/subadmin/${here.near.gmac}`);
    expect(command.body).toMatchObject({ msg: "admin", stype: "getCfg" });
    const pending = (await ask("GET", `${ofGateway()}/stored_configuration`)).content;
    expect(pending).toMatchObject({
      configuration: null,
      pending: { id: placed.content["id"], via: { id: here.near.id } },
    });
    await gateway.tells(command, settings);
    await becomes(placed.content["id"], "done");
    const stored = (await ask("GET", `${ofGateway()}/stored_configuration`)).content;
    expect(stored).toMatchObject({
      configuration: {
        filter_rssi: -90,
        upload_period_s: 3,
        redundant_period_s: 0,
        upload_ibeacon: true,
        include_rssi_only: false,
      },
      pending: null,
      last_read_timestamp: expect.any(String) as string,
      last_requested_timestamp: expect.any(String) as string,
      last_updated_timestamp: null,
    });
  });

  test("a gateway's settings are sent in its own terms, nothing else with them, and stored when it has confirmed", async () => {
    const gateway = await simulated();
    const placed = await ask("PUT", `${ofGateway()}/configuration`, { filter_rssi: -80, upload_eddystone: true });
    expect(placed.status).toBe(202);
    const command = await gateway.next();
    const { seq } = command;
    expect(command.body).toEqual({
      msg: "admin",
      gmac: here.near.gmac,
      stype: "cfg",
      filterrssi: -80,
      rptEddystone: 1,
      seq,
    });
    expect((await ask("GET", `${ofGateway()}/stored_configuration`)).content["configuration"]).toBeNull();
    await gateway.tells(command, { rslt: "succ" });
    await becomes(placed.content["id"], "done");
    expect((await ask("GET", `${ofGateway()}/stored_configuration`)).content).toMatchObject({
      configuration: { filter_rssi: -80, upload_eddystone: true },
      last_updated_timestamp: expect.any(String) as string,
    });
  });

  test("a gateway's settings that the firmware refuses stay unchanged, and its reason is reported", async () => {
    const gateway = await simulated();
    const { content } = await ask("PUT", `${ofGateway()}/configuration`, { upload_period_s: 9 });
    await gateway.tells(await gateway.next(), { rslt: "fail", cause: "period not allowed" });
    const row = await becomes(content["id"], "failed");
    expect(row.reason).toBe("fail: period not allowed");
    expect((await ask("GET", `${ofGateway()}/stored_configuration`)).content["configuration"]).toBeNull();
  });

  test("a gateway's settings are sent one at a time, the next when the first has ended", async () => {
    const gateway = await simulated();
    const first = await ask("PUT", `${ofGateway()}/configuration`, { proximity: true });
    const second = await ask("GET", `${ofGateway()}/configuration`);
    const one = await gateway.next();
    expect((await stateOf(second.content["id"])).sent_at).toBeNull();
    await gateway.tells(one, { rslt: "succ" });
    const two = await gateway.next();
    expect(two.seq).not.toBe(one.seq);
    await gateway.tells(two, settings);
    await becomes(second.content["id"], "done");
    const { content } = await ask("GET", `${ofGateway()}/requests`);
    expect(content.map(({ id, state }) => [id, state])).toEqual([
      [second.content["id"], "done"],
      [first.content["id"], "done"],
    ]);
  });

  test.each([
    [{ filter_rssi: -101 }, "out_of_range"],
    [{ filter_rssi: 21 }, "out_of_range"],
    [{ upload_period_s: 0 }, "out_of_range"],
    [{ upload_period_s: 7201 }, "out_of_range"],
    [{ redundant_period_s: -1 }, "out_of_range"],
    [{}, "field_required"],
  ])("a gateway's settings cannot be %j", async (body, code) => {
    const { status, content } = await ask("PUT", `${ofGateway()}/configuration`, body);
    expect([status, content["code"]]).toEqual([400, code]);
  });

  test("settings can be requested for all gateways of a site, and those that do not support it are listed", async () => {
    await here.pulse.db
      .updateTable("hardwares")
      .set((eb) => ({ hardware_type_id: eb.selectFrom("hardware_types").select("id").where("type", "=", "RUUVI") }))
      .where("id", "=", here.far.id)
      .execute();
    const path = `hardwares/device/configuration?site_id=${here.site.id}`;
    const { status, content } = await ask("PUT", path, { upload_period_s: 2 });
    expect(status).toBe(202);
    expect(content).toMatchObject({
      placed: [{ target_id: here.near.id, state: "queued", configuration: { upload_period_s: 2 } }],
      skipped: [{ target_id: here.far.id, reason: "not_supported" }],
    });
    const other = await ask("GET", `hardwares/${here.far.id}/device/configuration`);
    expect([other.status, other.content["code"]]).toEqual([400, "not_supported"]);
  });
});

describe("a Minew gateway's settings", () => {
  const clients: MqttClient[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
  const answerTopic = () => `/gw/${here.near.gmac.toLowerCase()}/action/response`;

  /** The near gateway as a Minew that listens where its installer has said. */
  async function minew(
    topic: string,
  ): Promise<{ next(): Promise<Record<string, unknown>>; tells(answer: object): Promise<void> }> {
    await here.pulse.db
      .updateTable("hardwares")
      .set((eb) => ({ hardware_type_id: eb.selectFrom("hardware_types").select("id").where("type", "=", "MINEW") }))
      .where("id", "=", here.near.id)
      .execute();
    here.pulse.bus.publish("changed", everythingChanged);
    await here.pulse.settled();
    const { username, password } = here.near;
    const client = await connectAsync(here.pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
    clients.push(client);
    const said: Record<string, unknown>[] = [];
    let wake = (): void => undefined;
    client.on("message", (_topic, payload) => {
      said.push(JSON.parse(payload.toString()) as Record<string, unknown>);
      wake();
    });
    await client.subscribeAsync(topic, { qos: 1 });
    return {
      next: async () => {
        while (said.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        return said.shift()!;
      },
      tells: async (answer) => {
        await client.publishAsync(answerTopic(), JSON.stringify(answer), { qos: 1 });
        await here.pulse.settled();
      },
    };
  }

  test("a Minew gateway's settings are changed in its own terms, whatever topic its installer lets it listen on", async () => {
    const gateway = await minew(`/gw/${here.near.gmac.toUpperCase()}/action`);
    const settings = { filter_rssi: -80, upload_period_s: 5, upload_ibeacon: true, upload_unknown: false };
    const placed = await ask("PUT", `${ofGateway()}/configuration`, settings);
    expect(placed.status).toBe(202);
    const command = await gateway.next();
    expect(command).toMatchObject({
      action: "config",
      takeEffectImmediately: "YES",
      common: { rssi: "-80", uploadInterval: "5000", isUploadIBeacon: "YES", isUploadUnkown: "NO" },
    });
    await gateway.tells({ action: "config", requestId: command["requestId"], code: 200, message: "success" });
    await becomes(placed.content["id"], "done");
    const stored = await ask("GET", `${ofGateway()}/stored_configuration`);
    expect(stored.content["configuration"]).toEqual(settings);
  });

  test("a Minew gateway's settings that it refuses are reported in its words and stay unchanged", async () => {
    const gateway = await minew(`/gw/${here.near.gmac.toLowerCase()}/action`);
    const { content } = await ask("PUT", `${ofGateway()}/configuration`, { filter_rssi: 20 });
    const { requestId } = await gateway.next();
    await gateway.tells({ action: "config", requestId, code: 400, message: "rssi out of range" });
    expect((await becomes(content["id"], "failed")).reason).toBe("400: rssi out of range");
    expect((await ask("GET", `${ofGateway()}/stored_configuration`)).content["configuration"]).toBeNull();
  });

  test("settings that a Minew gateway does not have are refused at once, and so is reading", async () => {
    await minew(`/gw/${here.near.gmac.toLowerCase()}/action`);
    const wrong = await ask("PUT", `${ofGateway()}/configuration`, { filter_rssi: -70, gps_location: true });
    expect([wrong.status, wrong.content]).toMatchObject([
      400,
      { code: "not_supported", details: [{ path: "gps_location", code: "not_supported" }] },
    ]);
    expect((await ask("GET", `${ofGateway()}/configuration`)).content["code"]).toBe("not_supported");
    const types = (await ask("GET", "hardwares/types")).content as unknown as Record<string, unknown>[];
    const told = ({ type }: Record<string, unknown>) => type === "MINEW" || type === "KKM" || type === "RUUVI";
    expect(types.filter(told).map(({ config_settings: has, config_readable: reads }) => [has, reads])).toEqual([
      [expect.arrayContaining(["include_rssi_only", "upload_period_s"]), true],
      [["filter_rssi", "upload_period_s", "upload_ibeacon", "upload_ksensor", "upload_unknown"], false],
      [[], false],
    ]);
    const { content } = await ask("PUT", `hardwares/device/configuration?site_id=${here.site.id}`, { proximity: true });
    expect(content).toMatchObject({
      placed: [{ target_id: here.far.id }],
      skipped: [{ target_id: here.near.id, reason: "not_supported" }],
    });
  });
});
