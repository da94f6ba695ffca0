// Who may import whom. Run as a test (architecture.test.ts), which also proves with planted violations that each rule bites.
// Every comment says what to do instead of the import.

/** The table of docs/architecture.md: each workspace and the workspaces it may import. */
export const mayImport = {
  geo: [],
  contract: [],
  protocols: [],
  identity: [],
  positioning: ["geo"],
  // Of identity only the rules of passwords: see identity-in-the-browser.
  web: ["contract", "geo", "identity"],
  simulator: ["protocols", "positioning", "geo"],
  server: ["geo", "contract", "protocols", "positioning", "identity"],
  cli: ["server", "simulator", "positioning", "protocols", "geo", "contract"],
  accuracy: ["cli", "simulator", "server", "positioning", "protocols", "geo"],
  e2e: ["contract"],
  docs: ["contract"],
  recording: ["contract"],
};

const workspaces = Object.keys(mayImport);
const instead = {
  geo: "geo stands alone: what needs another workspace does not belong into it; move the function to the one that asks.",
  contract:
    "contract says what goes over the wire and nothing else: describe the value with zod here, compute it in server or web.",
  protocols: "protocols only reads and writes gateways' bytes: return the value and let server or simulator act on it.",
  identity:
    "identity is a product of its own: give what it needs as an argument of its factory, from server/src/start/wiring.ts.",
  positioning: "positioning takes anchors, observations and settings as plain values: convert in server/src/locate.",
  web: "web talks to the server over contract's endpoints only: add an endpoint or a socket event instead.",
  simulator: "simulator speaks to the broker like any gateway: publish a message instead of calling the server.",
  server: "server never knows who starts or watches it: hand the thing in from cli.",
  cli: "cli composes server and simulator; the browser's and the tests' code is none of its business.",
  accuracy:
    "accuracy measures the engine as the command and the server run it: the browser's and the tests' code is none of its business.",
  docs: "docs names what the contract lists: read other sources as text.",
  recording:
    "recording asks a running demo over contract's endpoints, and plays to the app as it was built: it knows neither's code.",
  e2e: "e2e talks to a running product: use contract's endpoints, the page, or an MQTT client.",
};

const test = "[.]test[.]tsx?$";
const pure = "^(geo|contract|protocols|positioning)/src/";
const anyNpm = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg", "npm-unknown"];

const tableRules = workspaces.map((name) => ({
  name: `table-${name}`,
  severity: "error",
  comment: instead[name],
  from: { path: `^${name}/` },
  to: { path: `^(${workspaces.join("|")})/`, pathNot: `^(${[name, ...mayImport[name]].join("|")})/` },
}));

/** The folders of server/src/platform that turn the outside world into a port. */
const adapters = "broker|bus|database|log|mail|sms|userPool";

/** The wings of server/src, each with those that it must not import. */
export const wings = {
  platform: ["pipeline", "resources", "live", "start"],
  pipeline: ["resources", "live", "start"],
  resources: ["live", "start"],
  live: ["resources", "start"],
};

const wingRules = Object.entries(wings).map(([wing, others]) => ({
  name: `wing-${wing}`,
  severity: "error",
  comment: `server/src/${wing} does not know what it imports here: move what both need down, or take it as an argument from server/src/start.`,
  from: { path: `^server/src/${wing}/`, pathNot: test },
  to: { path: `^server/src/(${others.join("|")})/` },
}));

/** The stages of a fix, the folders of positioning/src, from the bottom up, each with those that it must not import. */
export const stages = {
  model: ["window", "cost", "fix", "learn", "smooth", "engine", "explain"],
  window: ["cost", "fix", "learn", "smooth", "engine", "explain"],
  cost: ["fix", "learn", "smooth", "engine", "explain"],
  fix: ["learn", "smooth", "engine", "explain"],
  learn: ["smooth", "engine", "explain"],
  smooth: ["learn", "engine", "explain"],
  engine: ["explain"],
};

const stageRules = Object.entries(stages).map(([stage, later]) => ({
  name: `stage-${stage}`,
  severity: "error",
  comment: `positioning/src/${stage} does not know what it imports here: move what both need down (types of state belong to the stage that keeps it), or let positioning/src/engine join the two.`,
  from: { path: `^positioning/src/${stage}/`, pathNot: test },
  to: { path: `^positioning/src/(${later.join("|")})/` },
}));

/** The folders of web/src from the bottom up: each knows those before it and none after it. */
export const webOrder =
  "theme storage text ui time api live session offline services shell form table dates charts basemap mapEngine placing account factors sites entity rooms access audit operations reports devices apiKeys singleSignOn history assets trackers gateways customers profile webhooks search notifications frame map siteManagement calibration drawing geofences guide app".split(
    " ",
  );

const webRules = webOrder.slice(0, -1).map((name, at) => ({
  name: `web-order-${name}`,
  severity: "error",
  comment: `web/src/${name} lies below what it imports: move what both need down to it, or hand it in as a prop or an argument.`,
  from: { path: `^web/src/${name}/`, pathNot: test },
  to: { path: `^web/src/(${webOrder.slice(at + 1).join("|")})/` },
}));

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
export const forbidden = [
  ...tableRules,
  ...wingRules,
  ...stageRules,
  {
    name: "pure-without-node",
    severity: "error",
    comment:
      "A pure core runs in a browser too: take bytes, text or the time as an argument; the shell reads files and clocks.",
    from: { path: pure, pathNot: test },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "pure-without-npm",
    severity: "error",
    comment:
      "A pure core depends on nobody's releases (zod in contract and protocols excepted): write the few lines, or do it in the shell.",
    from: { path: pure, pathNot: test },
    to: { dependencyTypes: anyNpm, pathNot: "(^|/)node_modules/zod/" },
  },
  {
    name: "geo-and-positioning-without-zod",
    severity: "error",
    comment: "Values are checked where they enter (contract, server): geo and positioning take them as typed.",
    from: { path: "^(geo|positioning)/src/", pathNot: test },
    to: { path: "(^|/)node_modules/zod/" },
  },
  {
    name: "declared-packages-only",
    severity: "error",
    comment:
      "npm hoists everything, so this import works by luck: declare the package in this workspace's package.json.",
    from: { path: `^(${workspaces.join("|")})/` },
    // The test runner and its generators belong to the root and serve every workspace.
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: "(^|/)node_modules/(vitest|fast-check)/" },
  },
  {
    name: "resolvable",
    severity: "error",
    comment: "Nothing lies there: correct the path, with its .ts extension, or declare and install the package.",
    from: {},
    // Vite's own suffixes (?url, ?raw) and virtual modules mean nothing outside it.
    to: { couldNotResolve: true, pathNot: "[?]|^virtual:|^vitest/" },
  },
  {
    name: "no-cycle",
    severity: "error",
    comment: "Two files that need each other are one thing or three: move what both need into a file of its own.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-tests-in-sources",
    severity: "error",
    comment:
      "A source never imports a test: move what both need into a source file, or into the workspace's test/ folder.",
    from: { pathNot: `${test}|^(server|identity|cli)/test/|^bench/` },
    to: { path: `${test}|^(server|identity|cli)/test/` },
  },
  {
    name: "route-only-to-service",
    severity: "error",
    comment: "A route only translates: call the slice's service, which knows the rules, and let it ask the repository.",
    from: { path: "^server/src/.+[.]routes[.]ts$" },
    to: { path: `[.]repository[.]ts$|^server/src/platform/(${adapters})/` },
  },
  {
    name: "service-not-upwards",
    severity: "error",
    comment: "Services know nothing of HTTP: return a value or throw an AppError; the route answers.",
    from: { path: "[.](service|repository)[.]ts$" },
    to: { path: "[.]routes[.]ts$" },
  },
  {
    name: "repository-not-upwards",
    severity: "error",
    comment: "A repository only holds SQL: give it the values it needs as arguments instead of calling a service.",
    from: { path: "[.]repository[.]ts$" },
    to: { path: "[.]service[.]ts$" },
  },
  {
    name: "repository-of-its-own-slice",
    severity: "error",
    comment: "Another slice's tables are behind its service: call that, so that its rules hold for you too.",
    from: { path: "^server/src/(live|[^/]+/[^/]+)/", pathNot: `^server/src/start/|${test}` },
    to: { path: "^server/src/.+[.]repository[.]ts$", pathNot: "^server/src/$1/" },
  },
  {
    name: "sql-in-repositories",
    severity: "error",
    comment:
      "SQL stands in repositories alone: move the statement into a `.repository.ts` of this slice and give it values. Types of kysely may be imported anywhere.",
    from: { path: "^server/src/", pathNot: `[.]repository[.]ts$|^server/src/platform/database/|${test}` },
    to: { path: "(^|/)node_modules/kysely/", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "slices-by-the-list",
    severity: "error",
    comment:
      "A slice is put together once in a process, by server/src/start/slices.ts or locateAlone.ts: take what another slice gives back as an argument, typed by its service.",
    from: { pathNot: "^server/src/start/(slices|locateAlone)[.]ts$" },
    to: { path: "^server/src/.+[.]slice[.]ts$" },
  },
  {
    name: "slice-joins-its-own-folder",
    severity: "error",
    comment:
      "A slice joins the parts of its own folder: take what another folder makes as an argument and import its type alone.",
    from: { path: "^server/src/([^/]+/[^/]+)/.+[.]slice[.]ts$" },
    to: { path: "^server/src/", pathNot: "^server/src/$1/", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "routes-by-their-slice",
    severity: "error",
    comment:
      "Routes are registered by the slice of their folder: give the noun a *.slice.ts and name it in server/src/start/slices.ts.",
    from: { path: "^server/src/", pathNot: `[.]slice[.]ts$|${test}` },
    to: { path: "^server/src/.+[.]routes[.]ts$" },
  },
  {
    name: "dependencies-for-slices",
    severity: "error",
    comment:
      "These lists are everything that the server has, for slices to take a few of: ask for the two or three things by name instead.",
    from: { path: "^server/src/", pathNot: "[.]slice[.]ts$|^server/src/start/|/dependencies[.]ts$" },
    to: { path: "^server/src/(platform|pipeline|resources)/dependencies[.]ts$" },
  },
  {
    name: "implementations-by-start",
    severity: "error",
    comment: "Ask for the port's type; the phases in server/src/start alone decide which implementation it is.",
    from: { path: "^(server|cli)/src/", pathNot: `^server/src/(start|platform/(${adapters}))/|${test}` },
    to: {
      path: "^server/src/platform/[^/]+/(pglite|postgres|inProcess|nats|aedes|external|segment|jetStream|smtp)[A-Z][^/]*[.]ts$",
    },
  },
  {
    name: "adapters-know-no-slice",
    severity: "error",
    comment:
      "An adapter turns the outside world into a port and knows no noun of the product: pass what it needs as an argument.",
    from: { path: `^server/src/platform/(${adapters})/`, pathNot: test },
    to: { path: "^server/src/.+[.](routes|service|repository)[.]ts$" },
  },
  {
    name: "identity-over-the-wire",
    severity: "error",
    comment:
      "The server reaches identity by the Cognito protocol and JWKS, so that Amazon's can take its place: only the start hosts it, only the migrations list its tables.",
    from: { path: "^server/src/", pathNot: `^server/src/(start|platform/database)/|${test}` },
    to: { path: "^identity/" },
  },
  {
    name: "identity-in-the-browser",
    severity: "error",
    comment:
      "The browser reaches identity over the Cognito protocol. Only the rules of passwords are shared, so that the checklist shows what the server refuses.",
    from: { path: "^web/", pathNot: test },
    to: { path: "^identity/", pathNot: "^identity/src/(passwordFaults|passwordStrength|listedPasswords)[.]ts$" },
  },
  {
    name: "nobody-imports-main",
    severity: "error",
    comment: "main.ts starts a process when it is loaded: import createPulse from server/src/start/wiring.ts.",
    from: {},
    to: { path: "^(server|cli|simulator)/src/main[.]ts$" },
  },
  {
    name: "ui-knows-no-feature",
    severity: "error",
    comment: "web/src/ui is the look alone: pass texts, values and handlers in as props.",
    from: { path: "^web/src/ui/" },
    to: { path: "^web/src/(?!ui/|theme)" },
  },
  {
    name: "patterns-know-no-noun",
    severity: "error",
    comment: "form and table serve every noun and know none: pass texts, values and calls in as props.",
    from: { path: "^web/src/(form|table)/", pathNot: test },
    to: { path: "^web/src/(?!form/|table/|ui/|theme/|text/|api/|time/|services/services[.]tsx|shell/useTitle[.]ts)" },
  },
  ...webRules,
];

/** @type {import("dependency-cruiser").ICruiseOptions} */
export const options = {
  doNotFollow: { path: "node_modules" },
  exclude: { path: "(^|/)dist/" },
  // Type-only imports are dependencies as well.
  tsPreCompilationDeps: true,
  combinedDependencies: false,
  parser: "swc",
  // Without an outputType the result comes back as a value.
};

/** @type {Partial<import("dependency-cruiser").IResolveOptions>} */
export const resolving = {
  exportsFields: ["exports"],
  conditionNames: ["import", "browser", "node", "default", "types"],
  extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
  mainFields: ["module", "main", "types"],
};

export default { forbidden, options: { ...options, enhancedResolveOptions: resolving } };
