import { createContext, useContext, useEffect, useMemo, useRef } from "react";
import type { PlanFile } from "./planFile.ts";

/** The chosen plans that are not saved yet, by the names under which the form sends them. */
export interface PlanFiles {
  /** Keeps a file. @returns its name */
  keep(file: PlanFile): string;
  find(name: string | null): PlanFile | null;
  /** The files with these names. */
  among(names: readonly (string | null)[]): Map<string, File>;
}

export const PlanFilesContext = createContext<PlanFiles | null>(null);

/** The chosen plans of the surrounding form. @throws {Error} outside of one */
export function useChosenPlans(): PlanFiles {
  const files = useContext(PlanFilesContext);
  if (files === null) throw new Error("a plan's field needs the buildings' form around it");
  return files;
}

/** Starts without a plan. Plans are kept while the page is open, even if the form has errors. */
export function usePlanFiles(): PlanFiles {
  const stored = useRef(new Map<string, PlanFile>());
  useEffect(() => {
    const files = stored.current;
    return () => {
      for (const { url } of files.values()) URL.revokeObjectURL(url);
    };
  }, []);
  return useMemo(
    () => ({
      keep: (file) => {
        const name = `plan${stored.current.size + 1}`;
        stored.current.set(name, file);
        return name;
      },
      find: (name) => (name === null ? null : (stored.current.get(name) ?? null)),
      among: (names) => {
        const chosen = names.flatMap((name) => (name !== null && stored.current.has(name) ? [name] : []));
        return new Map(chosen.map((name) => [name, asFile(stored.current.get(name)!)]));
      },
    }),
    [],
  );
}

const asFile = ({ blob, name }: PlanFile): File => new File([blob], name, { type: blob.type });
