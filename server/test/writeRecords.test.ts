import { endpoints } from "@pulse/contract/endpoints";
import { localFrame } from "@pulse/geo/localFrame";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  aGeofence,
  anAsset,
  aSchedule,
  aSite,
  aToken,
  aWebhook,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { box } from "./support/floorDesk.ts";
import { newcomer } from "./support/newcomers.ts";
import { aPerson, codeTo, password, tokensOf } from "./support/people.ts";
import { aRole } from "./support/rights.ts";
import { anApiKey, scheduleForm } from "./support/scheduleForms.ts";
import { aFailedMessage, failedMessageActs } from "./support/failedMessageActs.ts";
import { gatewayAccountActs } from "./support/gatewayAccountActs.ts";
import { ssoActs } from "./support/ssoActs.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { trackerDeviceActs } from "./support/trackerDeviceActs.ts";
import { underlayActs } from "./support/underlayActs.ts";
import { webhookActs } from "./support/webhookActs.ts";

// Whatever is written over the API leaves an entry in the audit log and an event, in the transaction of the write.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let gateway: TestGateway;
let asset: TestAsset;
let firstToken: string | null;
let administrator: string;
let superadmin: string;

beforeAll(async () => {
  pulse = await testPulse();
  firstToken = await pulse.openFirstStart();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  asset = await anAsset(pulse, customer, site);
  administrator = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const agent = "who writes";
let serial = 0;
const name = (): string => `Written ${++serial}`;
/** Sends the one request under test. */
const send = (method: string, path: string, body?: object, token?: string, headers: Record<string, string> = {}) =>
  call(pulse, method, path, { token, headers: { "user-agent": agent, ...headers }, ...(body ? { body } : {}) });
const asAdministrator = (method: string, path: string, body?: object) => send(method, path, body, administrator);
const asSuperadmin = async (method: string, path: string, body?: object) => {
  superadmin ??= await aToken(pulse, null, null);
  return send(method, path, body, superadmin);
};
const aGroup = async (): Promise<string> => {
  const body = { name: name(), site_ids: [site.id] };
  return String((await call(pulse, "POST", "groups", { token: administrator, body })).content["id"]);
};
const invited = async (): Promise<string> =>
  String((await call(pulse, "POST", "users", { token: administrator, body: newcomer(customer) })).content["id"]);
const picture = async (): Promise<FormData> => {
  const form = new FormData();
  const image = sharp({ create: { width: 3, height: 2, channels: 3, background: "teal" } });
  form.append("file", new Blob([Uint8Array.from(await image.png().toBuffer())]), "picture.png");
  return form;
};
const aGatewayBody = async () => {
  const { id } = await pulse.db.selectFrom("hardware_types").select("id").limit(1).executeTakeFirstOrThrow();
  return { name: name(), hardware_type_id: id, mac: `AC233F${String(++serial).padStart(6, "0")}`, lat: 1, lon: 2 };
};
const newTracker = () => ({
  name: name(),
  type: "KKM",
  mac: `AC23F0${serial.toString(16).padStart(6, "0")}`,
});
const csv = (text: string): FormData => {
  const form = new FormData();
  form.append("file", new Blob([text]), "things.csv");
  return form;
};
const reportOf = async (kind: string): Promise<[path: string, body: object]> => {
  const { content } = await call(pulse, "GET", "users/me", { token: administrator });
  const span = "start_time_utc=2026-10-24T00:00:00Z&end_time_utc=2026-10-25T00:00:00Z";
  const deliveries_list = [{ type: "email", user_email: content["email"] }];
  return [`reports/${kind}?site_id=${site.id}&${span}`, { formats_list: ["csv"], deliveries_list }];
};
const aReport = async (kind: string): Promise<Answer> => asAdministrator("POST", ...(await reportOf(kind)));
const newCustomer = async (): Promise<string> => (await aCustomer(pulse)).id;
const beacon = async () => ({
  floor_id: site.floorId,
  ...localFrame(site.origin).toLatLon({ x: 10, y: -10 }),
  tracker_id: (await anAsset(pulse, customer, site)).trackerId,
  start: new Date().toISOString(),
});
const points = () => `sites/${site.id}/calibration/points`;
const code = async (): Promise<string> => {
  const of = pulse.db.selectFrom("customers").select("customer_code").where("id", "=", customer.id);
  return (await of.executeTakeFirstOrThrow()).customer_code;
};
const signUpBody = async () => ({
  email: `signed${++serial}@pulse.test`,
  given_name: "Signed",
  family_name: "Up",
  customer_code: await code(),
  password,
});
const signedUp = async (): Promise<string> => {
  const body = await signUpBody();
  return call(pulse, "POST", "signup", { body }).then(() => body.email);
};

/** How each of them is done; a new one has to be added here. */
const acts: Record<string, () => Promise<Answer>> = {
  createFirstSuperadmin: () =>
    send("POST", "setup/superadmin", {
      token: firstToken,
      email: "root@pulse.test",
      given_name: "Ro",
      family_name: "Ot",
      phone_number: "+12025550100",
      password,
    }),
  signUp: async () => send("POST", "signup", await signUpBody()),
  verifyEmail: async () => {
    const email = await signedUp();
    return send("POST", "verify-email", { email, code: await codeTo(pulse, email) });
  },
  resendConfirmationCode: async () => send("POST", "resend-confirmation-code", { email: await signedUp() }),
  forgotPassword: async () => send("POST", "forgot-password", { email: (await aPerson(pulse, customer)).email }),
  changeForgotPassword: async () => {
    const { email } = await aPerson(pulse, customer);
    await call(pulse, "POST", "forgot-password", { body: { email } });
    return send("POST", "change-forgot-password", {
      email,
      password: "Another-pass-7",
      code: await codeTo(pulse, email),
    });
  },
  migrateAccount: async () => {
    const { email } = await aPerson(pulse, customer, { pool: "legacy" });
    return send("POST", "migration/signup", { password }, (await tokensOf(pulse, email, password, "legacy")).idToken);
  },
  enableMfa: async () => {
    const { email } = await aPerson(pulse, customer, { phone: "verified" });
    return send("PUT", "migration/enable-mfa", undefined, (await tokensOf(pulse, email)).idToken);
  },
  updateOwnAttribute: () => asAdministrator("PUT", "users/me/locale", { value: "de" }),
  verifyOwnAttribute: async () => {
    const { email, phoneNumber } = await aPerson(pulse, customer, { phone: "given" });
    const { idToken, accessToken } = await tokensOf(pulse, email);
    await call(pulse, "PUT", "users/me/phone_number", { token: idToken, body: { value: phoneNumber } });
    const body = { code: await codeTo(pulse, phoneNumber) };
    return send("PUT", "users/me/phone_number/verify", body, idToken, { "x-access-token": accessToken });
  },
  createUser: () => asAdministrator("POST", "users", newcomer(customer)),
  updateUser: async () => asAdministrator("PUT", `users/${await invited()}`, { given_name: "Renamed" }),
  deleteUser: async () => asAdministrator("DELETE", `users/${await invited()}`),
  resendInvitation: async () => asAdministrator("POST", `users/${await invited()}/resend-invitation`),
  setUserActive: async () => asAdministrator("PUT", `users/${await invited()}/active`, { active: false }),
  resetUserFactors: async () => asAdministrator("POST", `users/${await invited()}/reset-factors`),
  createRole: () => asAdministrator("POST", "roles", { name: name(), operation_ids: [] }),
  updateRole: async () => asAdministrator("PUT", `roles/${await aRole(pulse, customer, [])}`, { name: name() }),
  deleteRole: async () => asAdministrator("DELETE", `roles/${await aRole(pulse, customer, [])}`),
  createGroup: () => asAdministrator("POST", "groups", { name: name(), site_ids: [] }),
  updateGroup: async () => asAdministrator("PUT", `groups/${await aGroup()}`, { name: name() }),
  deleteGroup: async () => asAdministrator("DELETE", `groups/${await aGroup()}`),
  createApiKey: () => asAdministrator("POST", "api-keys", { name: name(), operation_ids: [] }),
  deleteApiKey: async () => asAdministrator("DELETE", `api-keys/${await anApiKey(pulse, customer)}`),
  setAssetImage: async () => asAdministrator("PUT", `assets/${asset.id}/image`, await picture()),
  deleteAssetImage: async () => {
    await call(pulse, "PUT", `assets/${asset.id}/image`, { token: administrator, body: await picture() });
    return asAdministrator("DELETE", `assets/${asset.id}/image`);
  },
  createAsset: () => asAdministrator("POST", `assets?site_id=${site.id}`, { name: name(), type: "Cart" }),
  updateAsset: () => asAdministrator("PUT", `assets/${asset.id}`, { description: name() }),
  deleteAsset: async () => asAdministrator("DELETE", `assets/${(await anAsset(pulse, customer, site)).id}`),
  archiveAsset: async () => asAdministrator("PUT", `assets/${(await anAsset(pulse, customer, site)).id}/archive`),
  unarchiveAsset: () => asAdministrator("PUT", `assets/${asset.id}/unarchive`),
  linkTracker: async () => {
    const { id, trackerId } = await anAsset(pulse, customer, site, { linked: false });
    return asAdministrator("POST", `assets/${id}/trackers`, { tracker_id: trackerId });
  },
  unlinkTracker: async () => {
    const { id, trackerId } = await anAsset(pulse, customer, site);
    return asAdministrator("DELETE", `assets/${id}/trackers/${trackerId}`);
  },
  createTracker: () => asAdministrator("POST", `trackers?site_id=${site.id}`, newTracker()),
  updateTracker: () => asAdministrator("PUT", `trackers/${asset.trackerId}`, { serial_no: name() }),
  deleteTracker: async () => asAdministrator("DELETE", `trackers/${(await anAsset(pulse, customer, site)).trackerId}`),
  archiveTracker: async () =>
    asAdministrator("PUT", `trackers/${(await anAsset(pulse, customer, site)).trackerId}/archive`),
  unarchiveTracker: () => asAdministrator("PUT", `trackers/${asset.trackerId}/unarchive`),
  importAssets: () => asAdministrator("POST", `assets/import?site_id=${site.id}`, csv(`name,type\n${name()},Cart\n`)),
  importTrackers: () => {
    const { name: its, type, mac } = newTracker();
    return asAdministrator("POST", `trackers/import?site_id=${site.id}`, csv(`name,type,mac\n${its},${type},${mac}\n`));
  },
  importHardwares: () => {
    const { mac } = newTracker();
    const body = csv(`name,hardware_type,mac\n${name()},KKM,${mac}\n`);
    return asAdministrator("POST", `hardwares/import?site_id=${site.id}`, body);
  },
  requestAssetHistory: () => aReport("asset-history"),
  requestGeofenceHistory: () => aReport("geofence-history"),
  requestAssetSearchHistory: () => aReport("asset-search-history"),
  requestActiveBeacons: () => aReport("active-beacons"),
  deleteReport: async () => {
    const [path, body] = await reportOf("active-beacons");
    const { content } = await call(pulse, "POST", path, { token: administrator, body });
    return asAdministrator("DELETE", `reports/${String(content["id"])}`);
  },
  createReportSchedule: async () =>
    asAdministrator("POST", "report-schedules", scheduleForm(name(), (await aPerson(pulse, customer)).email)),
  updateReportSchedule: async () =>
    asAdministrator("PUT", `report-schedules/${await aSchedule(pulse, customer)}`, { name: name() }),
  deleteReportSchedule: async () => asAdministrator("DELETE", `report-schedules/${await aSchedule(pulse, customer)}`),
  undoImport: async () => {
    const body = csv(`name,type\n${name()},Cart\n`);
    const { content } = await call(pulse, "POST", `assets/import?site_id=${site.id}`, { token: administrator, body });
    return asAdministrator("DELETE", `imports/${String(content["id"])}`);
  },
  createSite: () => asAdministrator("POST", "sites", { name: name() }),
  updateSite: () => asAdministrator("PUT", `sites/${site.id}`, { address: name() }),
  deleteSite: async () => asAdministrator("DELETE", `sites/${(await aSite(pulse, customer)).id}`),
  createSiteCredentials: () => asAdministrator("POST", `sites/${site.id}/mqtt-credentials`),
  setFloorDrawing: () =>
    asAdministrator("PUT", `sites/${site.id}/floors/${site.floorId}/drawing`, { outline: box(2, 2) }),
  ...underlayActs(() => ({ pulse, site, token: administrator }), asAdministrator),
  createCustomer: () => asSuperadmin("POST", "customers", { name: name(), customer_code: `w-${serial}` }),
  updateCustomer: async () => asSuperadmin("PUT", `customers/${await newCustomer()}`, { location: "Elsewhere" }),
  deleteCustomer: async () => asSuperadmin("DELETE", `customers/${await newCustomer()}`),
  createCustomerCredentials: async () => asSuperadmin("POST", `customers/${await newCustomer()}/mqtt-credentials`),
  ...ssoActs(() => ({ pulse, customer, token: administrator }), asAdministrator),
  createHardware: async () => asAdministrator("POST", `hardwares?site_id=${site.id}`, await aGatewayBody()),
  updateHardware: () => asAdministrator("PUT", `hardwares/${gateway.id}`, { lat: 51 + ++serial / 1e5 }),
  deleteHardware: async () =>
    asAdministrator("DELETE", `hardwares/${(await aGateway(pulse, customer, site, { x: 2, y: 2 })).id}`),
  ...gatewayAccountActs(() => ({ gatewayId: gateway.id, siteId: site.id }), asAdministrator),
  ...trackerDeviceActs(() => ({ trackerId: asset.trackerId, siteId: site.id }), asAdministrator),
  createGeofence: () =>
    asAdministrator("POST", `geofences?site_id=${site.id}`, {
      name: name(),
      type: "circle",
      lat: 1,
      lon: 2,
      radius: 3,
    }),
  updateGeofence: async () =>
    asAdministrator("PUT", `geofences/${(await aGeofence(pulse, customer, site)).id}`, { name: name() }),
  deleteGeofence: async () => asAdministrator("DELETE", `geofences/${(await aGeofence(pulse, customer, site)).id}`),
  ...failedMessageActs(() => aFailedMessage(pulse, { customer, site, gatewayId: gateway.id }), asSuperadmin),
  ...webhookActs({ make: () => aWebhook(pulse, customer, site), send: asAdministrator }),
  createTrackerCredentials: () => asAdministrator("POST", `trackers/${asset.trackerId}/mqtt-credentials`),
  addCalibrationPoint: async () => asAdministrator("POST", points(), await beacon()),
  deleteCalibrationPoint: async () => {
    const { content } = await call(pulse, "POST", points(), { token: administrator, body: await beacon() });
    return asAdministrator("DELETE", `${points()}/${String(content["id"])}`);
  },
  setActiveCalibration: () =>
    asAdministrator("PUT", `sites/${site.id}/calibration/active`, { version: 0, self_calibrating: false }),
};

/**
 * `fitCalibration` has a test of its own (calibrationRecords.test.ts), as `exchangeHardwarePlaces`, which changes two (gatewayPlaces.test.ts); what gateways hear and what breaks in a browser
 * is nobody's write; what somebody has read concerns nobody else; singleSignOn.test.ts sees trials and sign-ins of
 * companies; the identity provider records the end of a session (ownSessions.test.ts); a test message changes nothing here (reach.test.ts), and
 * a CAD drawing is only read (planDrawings.test.ts).
 */
const elsewhere =
  /^(checkReachAtSetup|end(OtherOwnSessions|OwnSession)|exchangeHardwarePlaces|fitCalibration|ingestScans|reportCrash|readPlanDrawing|redeemSsoTicket|sendTestMessage(AtSetup)?|testSso|updateNotificationState)$/;
const writes = endpoints.filter(({ method, id }) => method !== "GET" && !elsewhere.test(id));
describe("each write of the contract leaves one entry in the audit log and one event", () => {
  // The first superadmin can only be the first.
  const first = (id: string): number => (id === "createFirstSuperadmin" ? 0 : 1);
  const ids = writes.map(({ id }) => id).toSorted((a, b) => first(a) - first(b));

  test.each(ids)("the operation %s leaves one entry in the audit log and one event", async (id) => {
    expect(Object.keys(acts)).toContain(id);
    await pulse.settled();
    await pulse.db.deleteFrom("audit_entries").execute();
    const answer = await acts[id]!();
    expect([id, answer.status]).toEqual([id, writes.find((write) => write.id === id)!.status]);
    await pulse.settled();
    // Preparing the write leaves records of its own: only those of the one request count.
    const entries = await pulse.db.selectFrom("audit_entries").selectAll().where("user_agent", "=", agent).execute();
    expect(entries).toMatchObject([{ outcome: "ok", ip: "127.0.0.1" }]);
    const entry = entries[0]!;
    const told = pulse.db.selectFrom("events").selectAll().where("at", "=", entry.ts);
    // The report of an earlier write may become ready in the same millisecond.
    const events = await told.where("operation", "not in", ["report_ready", "report_failed"]).execute();
    const { entity_id, entity_name, customer_id, site_id, changes } = entry;
    expect(events).toMatchObject([{ entity_id, entity_name, customer_id, site_id, data: { changes } }]);
  });
});

test.each(["audit_entries", "events"])("a write that cannot be recorded in %s is not made", async (table) => {
  const body = { name: name(), operation_ids: [] };
  await sql`alter table ${sql.table(table)} rename to out_of_reach`.execute(pulse.db);
  try {
    expect((await asAdministrator("POST", "roles", body)).status).toBe(500);
  } finally {
    await sql`alter table out_of_reach rename to ${sql.table(table)}`.execute(pulse.db);
  }
  expect(await pulse.db.selectFrom("roles").select("id").where("name", "=", body.name).execute()).toEqual([]);
  expect((await asAdministrator("POST", "roles", body)).status).toBe(201);
});
