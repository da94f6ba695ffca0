export interface SiteTexts {
  title: string;
  rest: string;
  install: string;
  starting: string;
  noWorker: string;
}

export type Language = "en" | "de";

/** What the site itself says; all other words are the app's. */
export const siteTexts: Readonly<Record<Language, SiteTexts>> = {
  en: {
    title: "This is a recording.",
    rest: "A quarter of an hour of the demo, again and again; nothing in it can be changed.",
    install: "Install Pulse",
    starting: "Opening the recording …",
    noWorker:
      "This browser cannot play the recording: it needs service workers, which some private windows do not have, and an address with https.",
  },
  de: {
    title: "Dies ist eine Aufzeichnung.",
    rest: "Eine Viertelstunde der Demo, immer wieder; nichts darin lässt sich ändern.",
    install: "Pulse installieren",
    starting: "Die Aufzeichnung wird geöffnet …",
    noWorker:
      "Dieser Browser kann die Aufzeichnung nicht abspielen: Sie braucht Service Worker, die manchen privaten Fenstern fehlen, und eine Adresse mit https.",
  },
};
