import type { DefaultTheme } from "vitepress";

type Site = DefaultTheme.Config;

const makes = [
  ["KKM, Blue Charm", "kkm"],
  ["Minew", "minew"],
  ["Ruuvi Gateway", "ruuvi"],
  ["OpenMQTTGateway, Theengs", "openmqttgateway"],
  ["ESPresense", "espresense"],
  ["reelyActive, Pareto Anywhere", "reelyactive"],
  ["April Brother", "aprilbrother"],
] as const;

// A group without a link of its own would be a button with another button inside.
const gateways = (words: { all: string; other: string }, base: string) => ({
  text: words.all,
  link: `${base}/gateways/`,
  collapsed: true,
  items: [
    ...makes.map(([text, page]) => ({ text, link: `${base}/gateways/${page}` })),
    { text: words.other, link: `${base}/gateways/other` },
  ],
});

const operating = [
  { text: "Install", link: "/install" },
  { text: "Settings", link: "/reference/settings" },
  { text: "Can people be reached", link: "/reach" },
  { text: "HTTPS", link: "/https" },
  { text: "Behind a proxy", link: "/reverseProxy" },
  { text: "Text messages", link: "/sms" },
  { text: "Operate, ten alerts", link: "/operate" },
  { text: "Backup", link: "/backup" },
  { text: "Scale", link: "/guide/scale" },
  { text: "Capacity", link: "/capacity" },
  { text: "Move to PostgreSQL", link: "/movingUp" },
  { text: "Old history in files", link: "/coldHistory" },
  { text: "Your own MQTT broker", link: "/externalBroker" },
  { text: "NATS", link: "/nats" },
  { text: "Security", link: "/guide/security" },
  { text: "Single sign-on", link: "/singleSignOn" },
  { text: "Amazon Cognito", link: "/cognito" },
  { text: "Wall display", link: "/wallDisplay" },
  { text: "A demo without a server", link: "/demoSite" },
];

const integrating = [
  { text: "API", link: "/guide/api" },
  { text: "MQTT", link: "/guide/mqtt" },
  { text: "Webhooks", link: "/guide/webhooks" },
  { text: "Endpoints", link: "/reference/endpoints" },
  { text: "Events", link: "/reference/events" },
  { text: "Errors", link: "/reference/errors" },
];

const developing = [
  { text: "Develop", link: "/guide/develop" },
  { text: "Architecture", link: "/architecture" },
  { text: "Add a noun", link: "/addANoun" },
  { text: "Add a screen", link: "/addAScreen" },
  { text: "Dialects of gateways", link: "/dialects" },
  { text: "Accuracy, measured", link: "/accuracy" },
  { text: "Glossary", link: "/glossary" },
  { text: "Decisions", link: "/decisions/" },
];

/** The words and the menu of the English site. */
export const englishSite: Site = {
  nav: [
    { text: "Start", link: "/guide/start" },
    { text: "Use", link: "/guide/find" },
    { text: "Operate", link: "/operate" },
    { text: "Integrate", link: "/guide/api" },
    { text: "Develop", link: "/guide/develop" },
  ],
  sidebar: [
    {
      text: "Use",
      items: [
        { text: "Start in five minutes", link: "/guide/start" },
        { text: "Your first site", link: "/guide/firstSite" },
        gateways({ all: "Gateways by make", other: "Anything else" }, "/guide"),
        { text: "Find things on the map", link: "/guide/find" },
        { text: "How accurate, and why", link: "/guide/accuracy" },
        { text: "Geofences and notifications", link: "/guide/fences" },
        { text: "Reports", link: "/guide/reports" },
        { text: "People and rights", link: "/guide/people" },
      ],
    },
    { text: "Operate", link: "/operate", collapsed: true, items: operating },
    { text: "Integrate", link: "/guide/api", collapsed: true, items: integrating },
    { text: "Develop", link: "/guide/develop", collapsed: true, items: developing },
  ],
};

/** The words and the menu of the German site. Operators and developers read English. */
export const germanSite: Site = {
  nav: [
    { text: "Start", link: "/de/guide/start" },
    { text: "Benutzen", link: "/de/guide/find" },
    { text: "Betreiben (englisch)", link: "/operate" },
  ],
  sidebar: [
    {
      text: "Benutzen",
      items: [
        { text: "Start in fünf Minuten", link: "/de/guide/start" },
        { text: "Der erste Standort", link: "/de/guide/firstSite" },
        gateways({ all: "Gateways nach Hersteller", other: "Alles andere" }, "/de/guide"),
        { text: "Dinge auf der Karte finden", link: "/de/guide/find" },
        { text: "Wie genau, und warum", link: "/de/guide/accuracy" },
        { text: "Geofences und Benachrichtigungen", link: "/de/guide/fences" },
        { text: "Berichte", link: "/de/guide/reports" },
        { text: "Personen und Rechte", link: "/de/guide/people" },
      ],
    },
    { text: "Betreiben (englisch)", link: "/operate", collapsed: true, items: operating },
    { text: "Anbinden (englisch)", link: "/guide/api", collapsed: true, items: integrating },
    { text: "Entwickeln (englisch)", link: "/guide/develop", collapsed: true, items: developing },
  ],
  outline: { label: "Auf dieser Seite" },
  docFooter: { prev: "Zurück", next: "Weiter" },
  darkModeSwitchLabel: "Darstellung",
  lightModeSwitchTitle: "Helle Darstellung",
  darkModeSwitchTitle: "Dunkle Darstellung",
  sidebarMenuLabel: "Menü",
  returnToTopLabel: "Nach oben",
  langMenuLabel: "Sprache",
  skipToContentLabel: "Zum Inhalt",
  notFound: {
    title: "Seite nicht gefunden",
    quote: "Diese Seite gibt es nicht. Die Suche findet, was Sie brauchen.",
    linkText: "Zur Startseite",
    linkLabel: "Zur Startseite",
  },
};

/** What the search box says in German. */
export const germanSearch: DefaultTheme.LocalSearchOptions["translations"] = {
  button: { buttonText: "Suchen", buttonAriaLabel: "Suchen" },
  modal: {
    displayDetails: "Ausführliche Liste",
    resetButtonTitle: "Suche leeren",
    backButtonTitle: "Suche schließen",
    noResultsText: "Nichts gefunden für",
    footer: { selectText: "öffnen", navigateText: "wählen", closeText: "schließen" },
  },
};
