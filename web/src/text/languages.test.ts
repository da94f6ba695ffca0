import { describe, expect, it } from "vitest";
import { catalogue as germanFirst } from "./catalogues/de.ts";
import { catalogue as germanPages } from "./catalogues/dePages.ts";
import { catalogue as englishFirst } from "./catalogues/en.ts";
import { catalogue as englishPages } from "./catalogues/enPages.ts";

const german = { ...germanFirst, ...germanPages };
const english = { ...englishFirst, ...englishPages };

/** Every text by its full key. */
function texts(part: object, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
      typeof value === "string" ? [[prefix + key, value] as const] : [...texts(value as object, `${prefix}${key}.`)],
    ),
  );
}

/** The placeholders and tags of a text, in alphabetical order. */
function places(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}|<\/?\d+>/g)].map(([place]) => place).sort();
}

// Names, and words that German has adopted.
const sameInBoth = new Set(
  "Pulse Administrator Manager Asset Assets Code GUID Live Normal System Online Offline Firmware Status Name Gateway Gateways Tracker Geofence Geofences Radius Signal Host Port Person Browser online Webhook Webhooks KSensor Eddystone iBeacon eBeacon Beacons Version Passkeys Route Median Ruuvi RuuviTag OpenMQTTGateway ESPresense Pareto Anywhere raddec".split(
    " ",
  ),
);

const en = texts(english);
const de = texts(german);

describe("the German catalogue", () => {
  it("the German catalogue has exactly the keys of the English one, file by file", () => {
    const keysOf = (catalogue: object): Record<string, string[]> =>
      Object.fromEntries(
        Object.entries(catalogue).map(([file, part]) => [file, [...texts(part as object).keys()].sort()]),
      );
    expect(keysOf(german)).toEqual(keysOf(english));
  });

  it("the German catalogue has the same placeholders as the English one", () => {
    const differing = [...en].filter(([key, text]) => places(text).join() !== places(de.get(key) ?? "").join());
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("the German catalogue leaves no text in English", () => {
    const left = [...en].filter(([key, text]) => {
      const words = text.replaceAll(/\{\{\w+\}\}|[^\p{L}\s]/gu, "").split(/\s+/);
      // Words of three letters or fewer are units and abbreviations.
      return text === de.get(key) && !words.every((word) => word.length <= 3 || sameInBoth.has(word));
    });
    expect(left).toEqual([]);
  });

  it("the German catalogue has no empty text, and neither has the English one", () => {
    expect([...en, ...de].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});
