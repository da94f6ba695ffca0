import { beforeEach, expect, test } from "vitest";
import { aToken } from "./support/builders.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

// Names with characters that a customer allows besides the usual ones (decisions D1).
const { here, send, load, aFreshSite } = siteWithAdmin();
beforeEach(async () => void (await aFreshSite()));

const allow = async (characters: string) => {
  const superadmin = await aToken(here.pulse, null, null);
  return send("PUT", `customers/${here.customer.id}`, { config: { extra_name_characters: characters } }, superadmin);
};
const make = (name: string) => send("POST", `assets?site_id=${here.site.id}`, { name, type: "Room" });

test("a name has further characters only where the customer allows them", async () => {
  expect((await make("2.OG")).content).toMatchObject({ code: "char_not_allowed" });
  expect((await allow("./&/")).content["config"]).toMatchObject({ extra_name_characters: "./&" });
  const made = await make("2.OG Pump A/B & C");
  expect([made.status, made.content["name"]]).toEqual([201, "2.OG Pump A/B & C"]);
  expect((await send("PUT", `assets/${String(made.content["id"])}`, { name: "3.OG" })).status).toBe(200);
  expect((await make("Pump #1")).content).toMatchObject({ code: "char_not_allowed" });
  expect((await make(" 2.OG")).content).toMatchObject({ code: "space_not_allowed" });
  await allow("");
  expect((await make("2.OG")).status).toBe(400);
});

test.each(["<", "a", "\\", "./".repeat(9)])("a customer cannot allow %j in names", async (characters) => {
  expect((await allow(characters)).status).toBe(400);
});

test("imports keep the characters that the customer allows, and replace only the others if asked", async () => {
  await allow("./");
  const file = "name,type\nPump A/B #1,Pump\n2.OG,Room\n";
  expect((await load("assets", file)).content["details"]).toMatchObject([{ row: 1, code: "char_not_allowed" }]);
  const dry = await load("assets", file, "&dry_run=true&replace_characters=true");
  expect(dry.content).toMatchObject({ file: { replaced: [{ from: "Pump A/B #1", to: "Pump A/B -1" }] } });
  const ring = "4.4,51.9 4.401,51.9 4.401,51.901 4.4,51.9";
  const kml = `<kml><Placemark><name>2.OG/Lager &amp; Büro</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
  const form = new FormData();
  form.append("file", new Blob([kml]), "a.kml");
  const looked = await send("POST", `geofences?site_id=${here.site.id}&type=kml&dry_run=true`, form);
  expect(looked.content).toMatchObject([{ name: "2.OG/Lager - Büro", written_name: "2.OG/Lager & Büro" }]);
  await allow("");
});
