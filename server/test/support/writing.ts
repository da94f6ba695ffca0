import { fullAccess } from "@pulse/contract/access";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import type { Viewer } from "../../src/platform/http/viewer.ts";
import { openWriteRecording } from "../../src/start/openWriteRecording.ts";
import { offlineWrite, type Write } from "../../src/platform/writes/write.ts";
import { temporaryFolder } from "./database.ts";
import type { TestPulse } from "./testPulse.ts";

const folder = temporaryFolder();
export const silentLog = { error: () => undefined };
const origin = { ip: "127.0.0.1", userAgent: "a test", requestId: "a request" };

/** Audit log, events and unit of work of another process over the same database. */
export const anotherRecording = (pulse: TestPulse) =>
  openWriteRecording({
    db: pulse.db,
    dataDir: folder,
    log: silentLog,
    now: Date.now,
    problem: () => undefined,
    every: () => undefined,
    onStop: () => undefined,
  });

/** A write of this person, without a request. */
export const writeAs = <C>(pulse: TestPulse, viewer: Viewer): Write<C> =>
  offlineWrite(anotherRecording(pulse).unit, viewer, { person: viewer, origin });

/** Somebody who may do everything in a customer. */
export const aViewer = (customer: NewCustomer, more: Partial<Viewer> = {}): Viewer => ({
  userId: customer.id,
  email: "boss@pulse.test",
  customerId: customer.id,
  roleId: null,
  groupId: null,
  isSuperadmin: false,
  devToolEnabled: false,
  access: fullAccess(),
  siteIds: null,
  tokenExpiresMs: Date.now() + 3600_000,
  signedInMs: Date.now(),
  ...more,
});
