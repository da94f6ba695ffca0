import { useCallback, useMemo } from "react";
import { useSearch } from "../../ui/useSearch.ts";

const panels = ["analysis", "why", "way"] as const;
/** The panels that can take the list's place: where time goes, why an asset is where it is, and how to get there. */
export type PanelName = (typeof panels)[number];

/** `panel`: in the list's place; `over`: above the map; `sheet`: from below. */
export type PanelForm = "panel" | "over" | "sheet";

export interface SidePanel {
  name: PanelName | null;
  /** Opens a panel, with its asset if it is about one; null closes it. */
  open(name: PanelName | null, asset?: string): void;
}

/** Which panel is open, kept in the address. */
export function useSidePanel(hasAsset: boolean, isPast: boolean): SidePanel {
  const [search, setSearch] = useSearch();
  const requested = panels.find((each) => each === search.get("panel")) ?? null;
  const name =
    ((requested === "why" || requested === "way") && !hasAsset) ||
    (isPast && (requested === "analysis" || requested === "way"))
      ? null
      : requested;
  const open = useCallback<SidePanel["open"]>(
    (next, asset) =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete("panel");
        else after.set("panel", next);
        if (asset !== undefined) after.set("asset", asset);
        return after;
      }),
    [setSearch],
  );
  return useMemo(() => ({ name, open }), [name, open]);
}
