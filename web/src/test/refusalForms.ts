import { fireEvent, screen, waitFor } from "@testing-library/react";
import { accessAnswers, admin } from "./accessStage.tsx";
import { ground, siteId } from "./siteStage.tsx";
import { fakeServer, type FakeServer, siteNamed } from "./fakeServer.ts";
import { startApp, startSignedIn } from "./wholeApp.tsx";

/** One form: how to reach it and fill it in so that it can be sent. */
export interface RefusalForm {
  /** The modules with the form's own calls. */
  modules: readonly string[];
  /** The endpoint that it sends to. */
  endpoint: string;
  /** Its address. */
  at: string;
  /** For people who are not signed in. */
  isPublic?: boolean;
  isSuperadmin?: boolean;
  answers?: Readonly<Record<string, unknown>>;
  fill(): Promise<void> | void;
  /** The name of the button that sends it. */
  send: string;
  /** Fields of the schema, as on the wire, that the form has no input for: their reason is shown above the buttons. */
  elsewhere?: RegExp;
}

const times = { version: 1, createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };
const thingId = "0198c1b2-000a-7000-8000-000000000001";

/** The control with a label that begins so, found without the costly names of all elements. */
function control(label: string): Promise<HTMLElement> {
  return waitFor(() => {
    const labels = [...document.querySelectorAll<HTMLLabelElement>("label[for]")];
    const id = labels.find(({ textContent }) => textContent.startsWith(label))?.htmlFor;
    const found = id === undefined ? document.querySelector(`[aria-label="${label}"]`) : document.getElementById(id);
    if (found === null) throw new Error(`no field ${label}`);
    return found as HTMLElement;
  });
}
async function fillIn(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) fireEvent.change(await control(label), { target: { value } });
}
async function choose(label: string, option: string): Promise<void> {
  fireEvent.click(await control(label));
  fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
}
/** Presses the last button with a text: dialogs come after the page. */
export async function pressButton(name: string): Promise<void> {
  const button = await waitFor(() => {
    const found = [...document.querySelectorAll("button")].findLast(
      ({ textContent, disabled }) => !disabled && textContent.trim() === name,
    );
    if (found === undefined) throw new Error(`no button ${name}`);
    return found;
  });
  fireEvent.click(button);
}

async function chooseFile(name: string, text: string): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>("[role=dialog] input[type=file], input[type=file]");
    if (found === null) throw new Error("no file field yet");
    return found;
  });
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

const dock = {
  id: thingId,
  ...times,
  guid: thingId,
  siteId,
  name: "Dock 3",
  type: "circle",
  shape: null,
  vertices: [],
  lat: 51.9,
  lon: 4.4,
  radius: 5,
  elevationLowerBound: null,
  elevationUpperBound: null,
  floorIds: [],
  geofenceExitTimeout: null,
  sensitivity: "normal",
  hiddenOnMap: false,
  restricted: false,
  roomId: null,
  numAssetsInside: 0,
  assetsInside: [],
};
const ofSite = (path: string): string => `/sites/${siteId}/${path}`;

/** Every form that can be refused for a field. */
export const refusalForms: Readonly<Record<string, RefusalForm>> = {
  "a new user": {
    modules: ["access/UserForm.tsx"],
    endpoint: "createUser",
    at: "/access/users/new",
    fill: async () => {
      await fillIn({ Email: "lea@northwind.test", "Given name": "Lea", "Family name": "Roth" });
      await choose("Role", "Night shift");
      await choose("Group", "Harbour");
    },
    send: "Send invitation",
    elsewhere: /^(customer_id|dev_tool_enabled|password)$/,
  },
  "a new group": {
    modules: ["access/GroupForm.tsx"],
    endpoint: "createGroup",
    at: "/access/groups/new",
    fill: () => fillIn({ Name: "Night" }),
    send: "Add group",
    elsewhere: /^customer_id$/,
  },
  "a new role": {
    modules: ["access/RoleForm.tsx"],
    endpoint: "createRole",
    at: "/access/roles/new",
    fill: () => fillIn({ Name: "Night" }),
    send: "Add role",
    elsewhere: /^customer_id$/,
  },
  "a new API key": {
    modules: ["apiKeys/ApiKeyDialog.tsx", "apiKeys/apiKeys.api.ts"],
    endpoint: "createApiKey",
    at: "/access/api-keys",
    fill: async () => {
      await screen.findByText("No API keys yet");
      await pressButton("New API key");
      await fillIn({ Name: "Warehouse system" });
      fireEvent.click(await control("Asset management: read"));
    },
    send: "Create key",
    elsewhere: /^customer_id$/,
  },
  "a new webhook": {
    modules: ["webhooks/WebhookForm.tsx"],
    endpoint: "createWebhook",
    at: "/webhooks/new",
    fill: () => fillIn({ Name: "Warehouse system", Address: "https://hooks.example/pulse" }),
    send: "Add webhook",
    elsewhere: /^customer_id$/,
  },
  "a new scheduled report": {
    modules: ["reports/ScheduleDialog.tsx", "reports/schedules.api.ts"],
    endpoint: "createReportSchedule",
    at: "/reports",
    fill: async () => {
      await pressButton("Schedule a report");
      await fillIn({ Name: "Every morning" });
    },
    send: "Save",
    elsewhere: /^(customer_id|active|weekday|day|parameters\.(order_by_desc|split_type))$/,
  },
  "a requested report": {
    modules: ["reports/ReportDialog.tsx", "reports/reports.api.ts"],
    endpoint: "requestAssetHistory",
    at: "/reports",
    fill: async () => {
      await screen.findByText("No reports yet");
      await pressButton("Request a report");
      await fillIn({ From: "2026-10-24T00:00", To: "2026-10-25T00:00" });
    },
    send: "Request",
    elsewhere: /^formats_list/,
  },
  "a new customer": {
    modules: ["customers/CustomerForm.tsx"],
    endpoint: "createCustomer",
    at: "/customers/new",
    isSuperadmin: true,
    fill: () => fillIn({ Name: "Contoso", "Customer code": "CONTOSO" }),
    send: "Create customer",
    elsewhere: /^(location_update_mechanism|config.*)$/,
  },
  "a new asset": {
    modules: ["assets/AssetForm.tsx"],
    endpoint: "createAsset",
    at: ofSite("assets/new"),
    fill: () => fillIn({ Name: "Cart 7", Type: "Cart" }),
    send: "Save",
    elsewhere: /^site_id$/,
  },
  "a new tracker": {
    modules: ["trackers/TrackerForm.tsx"],
    endpoint: "createTracker",
    at: ofSite("devices/trackers/new"),
    answers: {
      listTrackerTypes: [
        { id: thingId, type: "KKM", name: "KKM tag", capabilities: { ring: false, deviceConfig: false } },
      ],
    },
    fill: async () => {
      await choose("Type", "KKM tag");
      await fillIn({ Name: "Tag 7", MAC: "AA:BB:CC:DD:EE:07" });
    },
    send: "Save",
    elsewhere: /^site_id$/,
  },
  "a geofence": {
    modules: ["geofences/GeofenceForm.tsx"],
    endpoint: "updateGeofence",
    at: ofSite(`geofences/${thingId}`),
    answers: { getGeofence: dock, listFloors: [ground] },
    fill: () => fillIn({ Name: "Dock 4" }),
    send: "Save",
    elsewhere: /^(type|vertices|shape)/,
  },
  "an import of assets": {
    modules: ["assets/ImportDialog.tsx", "assets/useImport.ts"],
    endpoint: "importAssets",
    at: ofSite("assets"),
    fill: async () => {
      await pressButton("Import");
      await chooseFile("assets.csv", "name,type\nA,B\n");
    },
    send: "",
    elsewhere: /./,
  },
  "geofences from a KML file": {
    modules: ["geofences/KmlDialog.tsx"],
    endpoint: "createGeofence",
    at: ofSite("geofences"),
    fill: async () => {
      await pressButton("Import KML");
      await chooseFile("docks.kml", "<kml/>");
    },
    send: "",
    elsewhere: /./,
  },
  "one's own name": {
    modules: ["profile/NameSection.tsx"],
    endpoint: "updateOwnAttribute",
    at: "/profile",
    fill: () => fillIn({ "Given name": "Maria" }),
    send: "Save",
    elsewhere: /^value$/,
  },
  "a sign-up": {
    modules: ["account/SignUpPage.tsx", "account/useAccountForm.ts"],
    endpoint: "signUp",
    at: "/signup",
    isPublic: true,
    fill: () =>
      fillIn({
        Email: "nora@northwind.test",
        "Given name": "Nora",
        "Family name": "Ek",
        "Customer code": "NORTHWIND",
        Password: "Lantern-7-oak",
        "Repeat password": "Lantern-7-oak",
      }),
    send: "Create account",
  },
  "the first superadmin": {
    modules: ["account/SetupPage.tsx"],
    endpoint: "createFirstSuperadmin",
    at: "/setup?token=x",
    isPublic: true,
    fill: () =>
      fillIn({
        Email: "nora@northwind.test",
        "Given name": "Nora",
        "Family name": "Ek",
        "Mobile number": "+4915123456789",
        Password: "Lantern-7-oak",
        "Repeat password": "Lantern-7-oak",
      }),
    send: "Create superadmin",
    elsewhere: /^token$/,
  },
};

/** The app at a form that is filled in, with a server that knows a customer's people, a site and its floor. */
export async function openForm(form: RefusalForm, refusal: () => Response): Promise<FakeServer> {
  const server = fakeServer({ ...admin, isSuperadmin: form.isSuperadmin ?? false });
  server.sites.push(siteNamed("Harbour Warehouse", 1));
  const given: Record<string, unknown> = form.answers ?? {};
  Object.assign(
    server.answers,
    accessAnswers(),
    { getCustomerAccessibleOperations: server.answers["getAccessibleOperations"] },
    Object.fromEntries(Object.entries(given).map(([id, content]) => [id, () => content])),
    { [form.endpoint]: refusal },
  );
  await (form.isPublic === true ? startApp(form.at) : startSignedIn(form.at));
  await form.fill();
  return server;
}
