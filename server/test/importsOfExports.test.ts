import { describe, expect, test } from "vitest";
import { anAsset } from "./support/builders.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

const { here, send, load, aFreshSite } = siteWithAdmin();

describe("a file of assets", () => {
  test("a file of assets can be exported and imported again unchanged, whatever its texts contain", async () => {
    await aFreshSite();
    const texts = [
      "=1+1",
      "'=1+1",
      "-5",
      "@home",
      "+49",
      "'quoted'",
      'say "hi", twice',
      "two\nlines",
      "two\r\nlines",
      "a\rb",
      "a;b\tc",
      String.raw`\N {a} \x`,
      "NULL",
    ];
    for (const [nth, description] of texts.entries()) {
      const name = ["-minus", "'-both", "'single"][nth] ?? `Text ${nth}`;
      const made = await send("POST", `assets?site_id=${here.site.id}`, { name, type: "Cart", description });
      expect([description, made.status]).toEqual([description, 201]);
    }
    const file = (await send("GET", `assets/download?site_id=${here.site.id}`)).text;
    // In a spreadsheet a line break that is not in quotes begins a new row.
    expect(file).toContain('"two\nlines"');
    expect(file).toContain('"a\rb"');
    const again = await load("assets", file);
    expect([again.status, again.content]).toMatchObject([201, { total: texts.length, created: 0 }]);
  });

  test("a file of assets is refused if it was exported and then names another tracker", async () => {
    await aFreshSite();
    const [one, other] = [
      await anAsset(here.pulse, here.customer, here.site),
      await anAsset(here.pulse, here.customer, here.site, { linked: false }),
    ];
    const asset = (await send("GET", `assets/${one.id}`)).content;
    const row = (mac: string): string =>
      `id,name,type,tracker_mac\n${one.id},${String(asset["name"])},${String(asset["type"])},${mac}\n`;
    expect((await load("assets", row(one.mac))).content).toMatchObject({ total: 1, created: 0 });
    const refused = await load("assets", row(other.mac));
    expect([refused.status, refused.content["details"]]).toMatchObject([400, [{ row: 1, column: "name" }]]);
  });
});

describe("a file of trackers", () => {
  test("a file of trackers can be exported and imported again unchanged, including links", async () => {
    await aFreshSite();
    const one = await anAsset(here.pulse, here.customer, here.site, { name: "-Wagon, 2" });
    await send("PUT", `trackers/${one.trackerId}`, { serial_no: "'=7" });
    await anAsset(here.pulse, here.customer, here.site, { linked: false });
    const { text } = await send("GET", `trackers/download?site_id=${here.site.id}`);
    expect(text).toContain("Wagon, 2");
    const again = await load("trackers", text);
    expect([again.status, again.content]).toMatchObject([201, { total: 2, created: 0 }]);
    // A row that names another asset is not silently ignored.
    const other = await anAsset(here.pulse, here.customer, here.site, { linked: false, name: "Barrow" });
    const moved = await load("trackers", text.replace('"\'-Wagon, 2"', "Barrow"));
    expect([other.id, moved.status]).toEqual([other.id, 400]);
  });
});
