import { describe, expect, test } from "vitest";
import type { Answer } from "./support/api.ts";
import { aCustomer, anAsset, aSite, type TestAsset } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

const { here, send } = siteWithAdmin();

const link = (asset: TestAsset, tracker: TestAsset, replace?: boolean, as = here.token): Promise<Answer> =>
  send("POST", `assets/${asset.id}/trackers`, { tracker_id: tracker.trackerId, ...(replace ? { replace } : {}) }, as);
const free = () => anAsset(here.pulse, here.customer, here.site, { linked: false });
const linked = () => anAsset(here.pulse, here.customer, here.site);
const trackersOf = async ({ id }: TestAsset): Promise<unknown[]> =>
  ((await send("GET", `assets/${id}`)).content["linked_trackers"] as { id: string }[]).map((each) => each.id);
const nameOf = async (path: string): Promise<unknown> => (await send("GET", path)).content["name"];

describe("linking", () => {
  test("linking gives an asset a tracker, visible from both sides; repeating it has no effect", async () => {
    const asset = await free();
    const answer = await link(asset, asset);
    expect(answer.status).toBe(201);
    expect(answer.content).toMatchObject({ id: asset.id, linked_trackers: [{ id: asset.trackerId, mac: asset.mac }] });
    const tracker = await send("GET", `trackers/${asset.trackerId}`);
    expect(tracker.content["linked_asset"]).toMatchObject({ id: asset.id, guid: asset.guid });
    expect((await link(asset, asset)).status).toBe(200);
    expect((await send("GET", `assets/${asset.id}/links`)).content).toHaveLength(1);
  });

  test("linking asks before it moves a tracker, naming its asset", async () => {
    const [from, to] = [await linked(), await free()];
    const asked = await link(to, from);
    expect([asked.status, asked.content["code"]]).toEqual([409, "already_linked"]);
    expect(asked.content["details"]).toMatchObject([
      {
        path: "tracker_id",
        code: "tracker_linked",
        asset: { id: from.id, name: await nameOf(`assets/${from.id}`) },
      },
    ]);
    expect(await trackersOf(from)).toEqual([from.trackerId]);
    expect((await link(to, from, true)).status).toBe(201);
    expect([await trackersOf(from), await trackersOf(to)]).toEqual([[], [from.trackerId]]);
  });

  test("linking asks before it replaces a tracker of the same type, naming that tracker", async () => {
    const [asset, other] = [await linked(), await free()];
    const asked = await link(asset, other);
    expect(asked.content["details"]).toMatchObject([
      {
        path: "type",
        code: "type_taken",
        tracker: { id: asset.trackerId, name: await nameOf(`trackers/${asset.trackerId}`) },
      },
    ]);
    const both = await link(asset, await linked());
    expect((both.content["details"] as { code: string }[]).map(({ code }) => code)).toEqual([
      "tracker_linked",
      "type_taken",
    ]);
    await link(asset, other, true);
    expect(await trackersOf(asset)).toEqual([other.trackerId]);
  });

  test("linking allows one tracker of each type per asset", async () => {
    const [asset, other] = [await linked(), await free()];
    await here.pulse.db.updateTable("trackers").set({ type: "RUUVI" }).where("id", "=", other.trackerId).execute();
    expect((await link(asset, other)).status).toBe(201);
    expect(await trackersOf(asset)).toEqual([asset.trackerId, other.trackerId]);
    // Nor can a tracker be changed to a type that its asset has already.
    const change = await send("PUT", `trackers/${other.trackerId}`, { type: "KKM" });
    expect([change.status, change.content["details"]]).toMatchObject([409, [{ path: "type", code: "type_taken" }]]);
  });

  test("the links of an asset are kept as history, with who ended each one", async () => {
    const [from, to] = [await free(), await free()];
    await link(from, from);
    await link(to, from, true);
    const links = await send("GET", `trackers/${from.trackerId}/links`);
    expect(links.content).toMatchObject([
      { asset: { id: to.id }, tracker: { id: from.trackerId }, unlinked_at: null, unlinked_by: null },
      {
        asset: { id: from.id },
        unlinked_at: expect.any(String) as string,
        unlinked_by: expect.stringContaining("@") as string,
      },
    ]);
    expect((await send("GET", `assets/${from.id}/links`)).content).toHaveLength(1);
  });

  test("linking one tracker by several people at once succeeds for exactly one, and the others learn who has it", async () => {
    const tracker = await free();
    const assets = [await free(), await free(), await free(), await free()];
    const answers = await Promise.all(assets.map((asset) => link(asset, tracker)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    const winner = assets[answers.findIndex(({ status }) => status === 201)]!;
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.content["details"]).toMatchObject([{ code: "tracker_linked", asset: { id: winner.id } }]);
  });

  test("linking several trackers to one asset at once succeeds for exactly one", async () => {
    const asset = await free();
    const trackers = [await free(), await free(), await free()];
    const answers = await Promise.all(trackers.map((tracker) => link(asset, tracker)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await trackersOf(asset)).toHaveLength(1);
  });

  test("linking refuses trackers of another site or customer, and archived or deleted ones", async () => {
    const asset = await free();
    const stranger = await aCustomer(here.pulse);
    const foreign = [
      await anAsset(here.pulse, here.customer, await aSite(here.pulse, here.customer), { linked: false }),
      await anAsset(here.pulse, stranger, await aSite(here.pulse, stranger), { linked: false }),
    ];
    const deleted = await free();
    await send("DELETE", `trackers/${deleted.trackerId}`);
    for (const tracker of [...foreign, deleted])
      expect([(await link(asset, tracker)).status, await trackersOf(asset)]).toEqual([404, []]);
    const archived = await free();
    await send("PUT", `trackers/${archived.trackerId}/archive`);
    const refused = await link(asset, archived);
    expect([refused.status, refused.content["details"]]).toMatchObject([
      400,
      [{ path: "tracker_id", code: "archived" }],
    ]);
    for (const body of [{}, { tracker_id: null }, { tracker_id: "x" }])
      expect((await send("POST", `assets/${asset.id}/trackers`, body)).status).toBe(400);
  });

  test("linking requires letter c, and u if it ends another link", async () => {
    const [c, u] = [
      await tokenWith(here.pulse, here.customer, ["asset_identifier_link_management.c"]),
      await tokenWith(here.pulse, here.customer, ["asset_identifier_link_management.u"]),
    ];
    const [asset, taken] = [await free(), await linked()];
    expect((await link(asset, taken, true, c)).status).toBe(403);
    expect((await link(asset, asset, false, u)).status).toBe(403);
    expect((await link(asset, taken, true, u)).status).toBe(201);
  });
});

describe("unlinking", () => {
  test("unlinking ends a link once", async () => {
    const asset = await linked();
    const path = `assets/${asset.id}/trackers/${asset.trackerId}`;
    expect((await send("DELETE", path)).content).toEqual({ id: asset.trackerId });
    expect(await trackersOf(asset)).toEqual([]);
    expect((await send("DELETE", path)).status).toBe(404);
  });
});
