import { afterEach, describe, expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { aLiveAsset } from "../../test/liveAsset.ts";
import { switchLanguage } from "../../text/language.ts";
import { texts } from "../../text/translate.ts";
import { whereOf } from "./assetFacts.ts";

const building = { kind: "building", id: "1", name: "Harbour" } as const;
const floor = { kind: "floor", id: "2", name: "Hall B" } as const;
const coldStore = (probability: number): Pick<LiveAsset, "room"> => ({
  room: { id: "3", name: "Cold store 2", probability },
});

describe("a card's words for where an asset is", () => {
  afterEach(async () => switchLanguage("en"));

  it.each<[what: string, asset: Partial<LiveAsset>, english: string[], german: string[]]>([
    ["a likely room", coldStore(0.92), ["Cold store 2, 92%"], ["Cold store 2, 92\u00a0%"]],
    ["a room that is the likeliest of many", coldStore(0.148), ["Cold store 2, 15%"], ["Cold store 2, 15\u00a0%"]],
    ["a room beyond doubt", coldStore(0.999), ["Cold store 2, >99%"], ["Cold store 2, >99\u00a0%"]],
    ["no room, or none with a known probability", { room: null }, [], []],
    [
      "a room and what it is in",
      { sections: [building, floor], ...coldStore(0.6) },
      ["Harbour", "Hall B", "Cold store 2, 60%"],
      ["Harbour", "Hall B", "Cold store 2, 60\u00a0%"],
    ],
    [
      "sections without a room",
      { sections: [building, floor], room: null },
      ["Harbour", "Hall B"],
      ["Harbour", "Hall B"],
    ],
  ])("a card names %s in both languages", async (_, changes, english, german) => {
    const asset = aLiveAsset("1", changes);
    expect(whereOf("North port", asset, texts.t)).toEqual(english);
    await switchLanguage("de");
    expect(whereOf("North port", asset, texts.t)).toEqual(german);
  });

  it("a card leaves out a building that is named like its site", () => {
    const asset = aLiveAsset("1", { sections: [building, floor], ...coldStore(0.92) });
    expect(whereOf("Harbour", asset, texts.t)).toEqual(["Hall B", "Cold store 2, 92%"]);
  });
});
