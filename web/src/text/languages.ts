export type Language = "en" | "de";

interface Spoken {
  code: Language;
  name: string;
  /** The texts of the first page, in a chunk of their own. */
  load(): Promise<{ catalogue: object }>;
  /** The texts of pages for people who are signed in. */
  loadPages(): Promise<{ catalogue: object }>;
}

/** In the order of the menu, each by its own name. Its texts are loaded when it is spoken. */
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
