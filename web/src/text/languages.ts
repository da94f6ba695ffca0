export type Language = "en" | "de";

interface Spoken {
  code: Language;
  name: string;
  /** The texts of the first page, in their own chunk. */
  load(): Promise<{ catalogue: object }>;
  /** The texts of pages for signed-in people. */
  loadPages(): Promise<{ catalogue: object }>;
}

/** In the order of the menu, each with its own name. A language's texts are loaded when it is used. */
export const languages: readonly Spoken[] = [
  {
    code: "en",
    name: "English",
    load: () => import("./catalogues/en.ts"),
    loadPages: () => import("./catalogues/enPages.ts"),
  },
  {
    code: "de",
    name: "Deutsch",
    load: () => import("./catalogues/de.ts"),
    loadPages: () => import("./catalogues/dePages.ts"),
  },
];
