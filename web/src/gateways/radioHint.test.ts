import { expect, it } from "vitest";
import { nbsp } from "../text/translate.ts";
import { radioHint } from "./radioHint.ts";

it("the radio hint shows what a site's calibration uses instead of a gateway's own settings", () => {
  const hint = radioHint({ version: 3, since: "2026-01-01T00:00:00Z", powerDbm: -58, exponent: 2.6 });
  expect(hint).toContain("calibration version 3");
  expect(hint).toContain(`−58${nbsp}dBm at 1 m`);
  expect(hint).toContain("exponent of 2.6");
  expect(hint).toContain("Alpha, beta and gamma are only used while the site has no calibration.");
  for (const none of [null, undefined]) expect(radioHint(none)).toBe("Leave empty for the defaults.");
});

it("the radio hint names saved settings that are not used, with the values they may have", () => {
  const hint = radioHint(null, ["alpha", "measured_power"]);
  expect(hint).toContain("Leave empty for the defaults.");
  expect(hint).toContain("Not used, so the defaults apply: Alpha, Measured power at 1 m.");
  expect(hint).toContain("beta from 0.1 to 100");
  expect(radioHint(null, [])).toBe("Leave empty for the defaults.");
});
