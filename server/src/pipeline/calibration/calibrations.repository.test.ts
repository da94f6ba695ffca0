import { expect, test } from "vitest";
import { aCustomer, aSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { calibrationsRepository, type NewVersion } from "./calibrations.repository.ts";

/** A database with a site that learns automatically, and a survey of it. */
async function aSurvey() {
  const database = await testDatabase();
  await database.reset();
  const site = await aSite(database, await aCustomer(database));
  const law = { exponent: 2.9, powerShiftDb: 3, shadowSdDb: 4, tagOffsetSdDb: 3, anchorOffsetsDb: {} };
  const survey: NewVersion = {
    site_id: site.id,
    level: 2,
    source: "survey",
    data: { calibration: { version: 0, level: 2, ...law, radius: null }, places: {} },
    held_back: { heldBack: null },
    created_by: "Pulse",
  };
  return { calibrations: calibrationsRepository(database.db), trx: database.db as WriteTransaction, survey };
}

test("a survey that a site made by itself replaces only the version that it was compared with", async () => {
  const { calibrations, trx, survey } = await aSurvey();
  expect(await calibrations.insertVersion(trx, survey, null)).toBe(1);
  // A person has chosen the defaults, and that the site goes on learning.
  await calibrations.use(trx, survey.site_id, null, true);
  expect(await calibrations.insertVersion(trx, survey, 1)).toBeNull();
  // A person has chosen the same version, so the site no longer learns.
  await calibrations.use(trx, survey.site_id, 1, false);
  expect(await calibrations.insertVersion(trx, survey, 1)).toBeNull();
  await calibrations.use(trx, survey.site_id, 1, true);
  expect(await calibrations.insertVersion(trx, survey, 1)).toBe(2);
});

test("a site keeps the last 20 surveys made by itself, and all that people made", async () => {
  const { calibrations, trx, survey } = await aSurvey();
  for (let nth = 0; nth < 25; nth++)
    await calibrations.insertVersion(trx, { ...survey, created_by: "ada@example.com" });
  for (let version = 25; version < 50; version++) await calibrations.insertVersion(trx, survey, version);
  const kept = (await calibrations.versions(survey.site_id)).map(({ version }) => version);
  // The newest is in use, and 20 before it are kept.
  expect(kept).toEqual([
    ...Array.from({ length: 21 }, (_, nth) => 50 - nth),
    ...Array.from({ length: 25 }, (_, nth) => 25 - nth),
  ]);
});
