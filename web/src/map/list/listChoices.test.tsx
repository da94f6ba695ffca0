import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { act } from "react";
import { stage } from "../../test/stage.tsx";
import type { AssetListModel } from "./assetListModel.ts";
import { OrderChoices } from "./ListChoices.tsx";

const dock = new Map([["1", { name: "Loading bay", count: 1 }]]);
const modelWith = (fences: ReadonlyMap<string, { name: string; count: number }>): AssetListModel =>
  ({
    filter: { text: "", chip: "all", type: null, fence: null },
    offered: { types: new Map(), fences },
    sorting: "name",
    setFilter: () => undefined,
    setSorting: () => undefined,
  }) as unknown as AssetListModel;

it("the choice of a geofence appears with the first asset inside one, and stays when the last one has left", async () => {
  let setFences: (fences: ReadonlyMap<string, { name: string; count: number }>) => void = () => undefined;
  function List() {
    const [fences, set] = useState<ReadonlyMap<string, { name: string; count: number }>>(new Map());
    setFences = set;
    return <OrderChoices page={modelWith(fences)} />;
  }
  stage().show(<List />);
  const choice = () => screen.queryByRole("button", { name: /^Geofence/ });
  expect(choice()).toBeNull();
  act(() => setFences(dock));
  const shown = choice();
  expect(shown).not.toBeNull();
  act(() => setFences(new Map()));
  expect(choice()).toBe(shown);
});
