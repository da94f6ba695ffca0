import type { Event } from "@pulse/contract/events";
import { afterEach, describe, expect, it } from "vitest";
import { crossing, event, siteId } from "../test/notificationStage.tsx";
import { texts } from "../text/translate.ts";
import { eventText } from "./eventWords.ts";

const ended = (icon: string, kind: string, name: string): Event =>
  event(1, { resource: "common", operation: null, title: "Something ended", icon, target: { kind, id: siteId, name } });

describe("the words", () => {
  afterEach(async () => void (await texts.changeLanguage("en")));
  it.each([
    [crossing(1), "Cart 1 entered Cold store", "Cart 1 hat Cold store betreten"],
    [
      crossing(1, { count: 2 }),
      "Cart 1 and 1 other entered Cold store",
      "Cart 1 und 1 weiteres haben Cold store betreten",
    ],
    [
      crossing(1, { count: 3, operation: "asset_exited_geofence" }),
      "Cart 1 and 2 others left Cold store",
      "Cart 1 und 2 weitere haben Cold store verlassen",
    ],
    [event(1, { operation: "deleted" }), "Asset Cart 1 was deleted", "Asset Cart 1 wurde gelöscht"],
    [
      event(1, { count: 3, target: { kind: "import", id: siteId, name: "x.csv" } }),
      "3 × Asset created",
      "3 × Asset angelegt",
    ],
    [
      ended("report", "report", "asset-history · Dock"),
      "Report Asset history · Dock is ready",
      "Bericht Asset-Verlauf · Dock ist fertig",
    ],
    [ended("report_failed", "report", "x · Dock"), "Report x · Dock failed", "Bericht x · Dock ist fehlgeschlagen"],
    [
      ended("webhook", "webhook", "ERP"),
      "Deliveries to webhook ERP failed",
      "Zustellung an Webhook ERP fehlgeschlagen",
    ],
    [
      ended("beacon_off", "tracker", "T 1"),
      "Reference beacon T 1 is no longer found at its place",
      "Referenz-Beacon T 1 wird nicht mehr an seinem Ort gefunden",
    ],
    [ended("ring_failed", "tracker", "T 1"), "T 1: ringing failed", "T 1: Klingeln fehlgeschlagen"],
    [
      { ...ended("update_expired", "gateway", "G 1"), count: 9 },
      "9 × settings update expired without an answer",
      "9 × Ändern der Einstellungen ohne Antwort abgelaufen",
    ],
    [ended("something_else", "tracker", "T 1"), "Something ended", "Something ended"],
  ])("the words of a notification describe an event in both languages", async (one, english, german) => {
    const { switchLanguage } = await import("../text/language.ts");
    expect(eventText(texts.t, one)).toBe(english);
    await switchLanguage("de");
    expect(eventText(texts.t, one)).toBe(german);
  });
});
