import { useState } from "react";
import { z } from "zod";
import { useServices } from "../services/services.tsx";

/** Rows of 32, 36 and 44 px. */
export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];

const Look = z.object({ density: z.enum(densities), hidden: z.array(z.string()) });
type Look = z.infer<typeof Look>;

export type TableLook = ReturnType<typeof useTableLook>;

/**
 * A person's settings for a table: columns and density. Stored for this table and this person in the browser.
 * @param hiddenAtFirst the columns that are hidden until a person chooses
 */
export function useTableLook(table: string, hiddenAtFirst: string[] = []) {
  const { session } = useServices();
  const key = `table.${session.subject() ?? "anybody"}.${table}`;
  // The state is in the storage; the number only makes React render again.
  const [, setChanges] = useState(0);
  const look = read(key) ?? { density: "normal", hidden: hiddenAtFirst };
  const keep = (change: Partial<Look>): void => {
    localStorage.setItem(key, JSON.stringify({ ...look, ...change }));
    setChanges((count) => count + 1);
  };
  return {
    density: look.density,
    isHidden: (column: string): boolean => look.hidden.includes(column),
    setDensity: (density: Density): void => keep({ density }),
    setHidden: (hidden: string[]): void => keep({ hidden }),
  };
}

function read(key: string): Look | null {
  try {
    return Look.parse(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}
