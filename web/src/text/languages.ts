export type Language = "en" | "de";

/** In the order of the menu, each by its own name. Its texts are a chunk of their own, loaded when it is spoken. */
export const languages: readonly { code: Language; name: string; load(): Promise<{ catalogue: object }> }[] = [
  { code: "en", name: "English", load: () => import("./catalogues/en.ts") },
  { code: "de", name: "Deutsch", load: () => import("./catalogues/de.ts") },
];
