import { numberText } from "../../text/numbers.ts";
import { texts } from "../../text/translate.ts";
import { probabilityPercent } from "../cards/probabilityText.ts";

/** The engine's sentences for each step (positioning/src/explain), as patterns whose groups fill the translated sentence. */
const steps: Readonly<Record<string, readonly [said: RegExp, key: string][]>> = {
  motion: [
    [/^moving$/, "moving"],
    [/^still$/, "still"],
    [/^not yet known$/, "motionUnknown"],
  ],
  floor: [
    [/^(?<name>.+), less than 90 % likely$/, "floorUnsure"],
    [/^(?<name>.+)$/, "floor"],
  ],
  law: [
    [
      /^calibration L(?<level>\d+), version (?<version>\d+); this tag is (?<offset>-?[\d.]+) ± (?<spread>[\d.]+) dB from the usual$/,
      "law",
    ],
    [/^no calibration \(L0\); this tag is (?<offset>-?[\d.]+) ± (?<spread>[\d.]+) dB from the usual$/, "noLaw"],
  ],
  gateways: [[/^(?<used>\d+) of (?<heard>\d+) heard took part, (?<silent>\d+) silent ones counted$/, "gateways"]],
  radius: [[/^68 % within (?<inner>[\d.]+) m, 95 % within (?<outer>[\d.]+) m$/, "radius"]],
  frames: [
    [
      /^packets that state no power are sent (?<by>\d+) dB weaker than others, which is made up for$/,
      "framesUnstatedWeaker",
    ],
    [
      /^packets that state no power are sent (?<by>\d+) dB stronger than others, which is made up for$/,
      "framesUnstatedStronger",
    ],
    [
      /^packets that state (?<stated>-\d+) dBm are sent (?<by>\d+) dB weaker than others, which is made up for$/,
      "framesWeaker",
    ],
    [
      /^packets that state (?<stated>-\d+) dBm are sent (?<by>\d+) dB stronger than others, which is made up for$/,
      "framesStronger",
    ],
  ],
  room: [[/^(?<name>.+), (?<percent>\d+) %$/, "room"]],
  anchor: [[/^put at (?<name>.+)$/, "anchor"]],
  threshold: [[/^not shown: the radius is above (?<limit>[\d.]+) m$/, "threshold"]],
};

const reasons: Readonly<Record<string, string>> = {
  "suspect: its hearing is off": "suspect",
  "not on this site's plan": "offPlan",
  "on another floor": "otherFloor",
  "heard too long ago, or weaker than twenty others": "old",
};

/** A step of the decision in the reader's language; unknown sentences stay as the server sent them. */
export function stepText({ step, text }: { step: string; text: string }): string {
  for (const [said, key] of steps[step] ?? []) {
    const found = said.exec(text);
    if (found === null) continue;
    const words = Object.entries(found.groups ?? {}).map(([name, value]) => [name, wordOf(name, value)]);
    return texts.t(`why.steps.${key}`, Object.fromEntries(words) as Record<string, string>);
  }
  return text;
}

function wordOf(name: string, value: string): string {
  if (name === "name") return value;
  return name === "percent" ? probabilityPercent(Number(value) / 100) : numberText(Number(value));
}

/** What is to be said of a gateway, or why it does not count, in the reader's language. */
export function reasonText(reason: string): string {
  const key = reasons[reason];
  return key === undefined ? reason : texts.t(`why.reasons.${key}`);
}
