import { afterEach, expect, it } from "vitest";
import { switchLanguage, loadPageTexts } from "../../text/language.ts";
import { reasonText, stepText } from "./explanationTexts.ts";

afterEach(async () => switchLanguage("en"));

// The sentences of positioning/src/explain.
const said: [step: string, text: string, english: string, german: string][] = [
  ["motion", "moving", "It is moving.", "Es bewegt sich."],
  [
    "motion",
    "not yet known",
    "It is not known yet whether it is moving.",
    "Ob es sich bewegt, ist noch nicht bekannt.",
  ],
  ["floor", "Floor 1", "Floor: Floor 1", "Etage: Floor 1"],
  [
    "floor",
    "Floor 1, less than 90 % likely",
    "Floor: Floor 1, less than 90% likely",
    "Etage: Floor 1, weniger als 90 % sicher",
  ],
  [
    "law",
    "calibration L2, version 3; this tag is -1.2 ± 0.5 dB from the usual",
    "Calibration level 2, version 3; this tracker differs from the usual by −1.2 ± 0.5 dB.",
    "Kalibrierung Stufe 2, Version 3; dieser Tracker weicht um −1,2 ± 0,5 dB vom Üblichen ab.",
  ],
  [
    "law",
    "no calibration (L0); this tag is 0.0 ± 4.0 dB from the usual",
    "Not calibrated; this tracker differs from the usual by 0 ± 4 dB.",
    "Nicht kalibriert; dieser Tracker weicht um 0 ± 4 dB vom Üblichen ab.",
  ],
  [
    "gateways",
    "5 of 7 heard took part, 2 silent ones counted",
    "5 of the 7 gateways that heard it took part; silent gateways that also counted: 2.",
    "5 von 7 Gateways, die es empfangen haben, waren beteiligt; stumme, die mitzählten: 2.",
  ],
  [
    "radius",
    "68 % within 2.1 m, 95 % within 4.9 m",
    "68% within 2.1 m, 95% within 4.9 m.",
    "Zu 68 % innerhalb von 2,1 m, zu 95 % innerhalb von 4,9 m.",
  ],
  [
    "frames",
    "packets that state no power are sent 8 dB weaker than others, which is made up for",
    "Its packets that state no power are sent 8 dB weaker than its others; this is corrected.",
    "Seine Pakete ohne Angabe der Sendeleistung werden 8 dB schwächer gesendet als die anderen; das wird ausgeglichen.",
  ],
  [
    "frames",
    "packets that state -71 dBm are sent 3 dB stronger than others, which is made up for",
    "Its packets that state −71 dBm are sent 3 dB stronger than its others; this is corrected.",
    "Seine Pakete mit der Angabe −71 dBm werden 3 dB stärker gesendet als die anderen; das wird ausgeglichen.",
  ],
  ["room", "Cold store, 2, 92 %", "Room: Cold store, 2, 92% likely", "Raum: Cold store, 2, zu 92 % sicher"],
  ["room", "Cold store 2, 100 %", "Room: Cold store 2, >99% likely", "Raum: Cold store 2, zu >99 % sicher"],
  ["anchor", "put at G-05", "Placed at G-05", "Gesetzt auf G-05"],
  [
    "threshold",
    "not shown: the radius is above 25 m",
    "Not shown: its radius is above 25 m.",
    "Nicht gezeigt: Der Radius liegt über 25 m.",
  ],
  ["later", "something new", "something new", "something new"],
];

it("the explanation translates each step of the decision, and shows unknown ones unchanged", async () => {
  for (const [step, text, english] of said) expect(stepText({ step, text })).toBe(english);
  await switchLanguage("de");
  await loadPageTexts();
  for (const [step, text, , german] of said) expect(stepText({ step, text })).toBe(german);
});

it("the explanation translates what is said of a gateway, and shows unknown reasons unchanged", async () => {
  expect(reasonText("on another floor")).toBe("On another floor.");
  expect(reasonText("struck by lightning")).toBe("struck by lightning");
  await switchLanguage("de");
  await loadPageTexts();
  expect(reasonText("on another floor")).toBe("Auf einer anderen Etage.");
});
