import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join, resolve } from "node:path";
import { randomUUID } from "node:crypto";
import type { Config } from "../platform/config/config.ts";
import { databaseTime } from "../platform/database/databaseTime.ts";
import { httpProbe } from "../platform/http/httpProbe.ts";
import { isLoopbackUrl } from "../platform/http/secureAddress.ts";
import { smtpProbe } from "../platform/mail/smtpProbe.ts";
import { oneLine } from "../platform/runtime/oneLine.ts";
import { certificateFacts, readCertificate } from "../platform/tls/certificate.ts";
import { clockNames, type ClockReading } from "../resources/reach/clock.ts";
import type { AddressFinding, Probe, ReachFacts } from "../resources/reach/reachFacts.ts";
import { ownKeyIds } from "./ownKeyIds.ts";

/** How long a connection to this machine may take, ms. */
const connectMs = 2_000;

/**
 * Finds out whether people can be reached, by asking everything that the settings name at the same time. Nothing is sent
 * or changed, and the database folder is not opened, so a running Pulse is not disturbed.
 * @param isRunning whether this is asked by the running Pulse itself; otherwise its port is tried
 */
export async function gatherReach(config: Config, now: () => number, isRunning: boolean): Promise<ReachFacts> {
  const dataDir = resolve(config.dataDir);
  const [mail, service, address, certificate, others, dataFolder] = await Promise.all([
    config.smtp && smtpProbe(config.smtp.url).then((error): Probe => ({ error })),
    config.sms && httpProbe(config.sms.url, "HEAD", now),
    findAddress(config, dataDir, now, isRunning),
    findCertificate(config),
    otherClocks(config, dataDir, now),
    tryFolder(dataDir),
  ]);
  const clocks = [...others];
  const read = (url: string, offsetMs: number | null, isIndependent: boolean): void => {
    if (offsetMs !== null) clocks.push({ source: new URL(url).hostname, offsetMs, isIndependent });
  };
  if (config.sms && service && "status" in service)
    read(config.sms.url, service.offsetMs, !isLoopbackUrl(config.sms.url));
  // Mostly our own clock, behind a proxy perhaps that of another machine.
  read(config.publicUrl, address.offsetMs, false);
  return {
    nowMs: now(),
    identity: config.identity.mode,
    mail,
    // Whatever it answers to a request that sends nothing, it is there.
    texts: service && { error: "error" in service ? service.error : null },
    publicUrl: config.publicUrl,
    isPublicUrlSet: config.isPublicUrlSet,
    address: address.finding,
    certificate,
    clocks,
    dataFolder,
  };
}

async function findAddress(
  config: Config,
  dataDir: string,
  now: () => number,
  isRunning: boolean,
): Promise<{ finding: AddressFinding; offsetMs: number | null }> {
  const found = await httpProbe(`${config.publicUrl}/api/config`, "GET", now);
  const offsetMs = "status" in found ? found.offsetMs : null;
  const result = (finding: AddressFinding) => ({ finding, offsetMs });
  const pool = "status" in found ? poolOf(found.body) : null;
  if (pool === null) {
    if (!isRunning && !(await accepts(config))) return result({ kind: "notRunning" });
    if ("status" in found) return result({ kind: "notPulse", status: found.status });
    return result(isUntrusted(found.error) ? { kind: "untrusted" } : { kind: "unreachable", error: found.error });
  }
  if (config.identity.mode === "cognito")
    return result({ kind: pool === config.identity.current.userPoolId ? "this" : "anotherPulse" });
  const [own, shown] = await Promise.all([
    ownKeyIds(dataDir),
    httpProbe(`${config.publicUrl}/identity/${encodeURIComponent(pool)}/.well-known/jwks.json`, "GET", now),
  ]);
  const ids = "status" in shown ? keyIdsIn(shown.body) : [];
  return result({ kind: ids.some((id) => own.some((each) => each === id)) ? "this" : "anotherPulse" });
}

/** As OpenSSL says that it does not know who has issued a certificate. */
const isUntrusted = (error: string): boolean =>
  /self-signed certificate|unable to (verify|get).*certificate/i.test(error);

/** The id of the user pool in the answer of `GET /api/config`; null: this is no answer of Pulse's. */
function poolOf(body: unknown): string | null {
  const pool = at(body, "result", "content", "identity", "user_pool_id");
  return typeof pool === "string" ? pool : null;
}

const keyIdsIn = (body: unknown): unknown[] => {
  const keys = at(body, "keys");
  return Array.isArray(keys) ? keys.map((key: unknown) => at(key, "kid")) : [];
};

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === "object" && part !== null ? (part as Record<string, unknown>)[key] : undefined),
    value,
  );
}

/** Whether anything listens at the port of the settings. */
function accepts({ host, port }: Config): Promise<boolean> {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const socket = connect({ host: everywhere[host] ?? host, port, timeout: connectMs });
  return new Promise((done) => {
    const finish = (isOpen: boolean) => (): void => {
      socket.destroy();
      done(isOpen);
    };
    socket.once("connect", finish(true)).once("error", finish(false)).once("timeout", finish(false));
  });
}

async function findCertificate({ tls, publicUrl }: Config): Promise<ReachFacts["certificate"]> {
  if (tls === null) return null;
  try {
    return certificateFacts(await readCertificate(tls), new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1"));
  } catch (error) {
    return { error: oneLine(error) };
  }
}

/** The clocks of what the settings name besides the SMS service, and of the files that were written last. */
async function otherClocks(config: Config, dataDir: string, now: () => number): Promise<ClockReading[]> {
  const urls = [config.connectivityUrl, config.mapStyle?.url ?? null].filter((url) => url !== null);
  const overHttp = urls.map(async (url): Promise<ClockReading[]> => {
    const answer = await httpProbe(url, "HEAD", now);
    if (!("status" in answer) || answer.offsetMs === null) return [];
    return [{ source: new URL(url).hostname, offsetMs: answer.offsetMs, isIndependent: !isLoopbackUrl(url) }];
  });
  const readings = await Promise.all([...overHttp, databaseClock(config, now), newestFile(dataDir, now)]);
  return readings.flat();
}

async function databaseClock({ databaseUrl }: Config, now: () => number): Promise<ClockReading[]> {
  if (databaseUrl === null) return [];
  const requestedMs = now();
  const theirsMs = await databaseTime(databaseUrl).catch(() => Number.NaN);
  if (Number.isNaN(theirsMs)) return [];
  const isIndependent = URL.canParse(databaseUrl) && !isLoopbackUrl(databaseUrl.replace(/^postgres(ql)?:/, "http:"));
  return [{ source: clockNames.database, offsetMs: (requestedMs + now()) / 2 - theirsMs, isIndependent }];
}

/** A file of the future shows that the clock has been set back since; one of the past shows nothing. */
async function newestFile(dataDir: string, now: () => number): Promise<ClockReading[]> {
  const names = await readdir(dataDir).catch(() => []);
  const times = await Promise.all(
    names.map((name) =>
      stat(join(dataDir, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const offsetMs = now() - Math.max(0, ...times);
  return offsetMs >= 0 ? [] : [{ source: clockNames.newestFile, offsetMs, isIndependent: false }];
}

/** Writes a small file into the data folder and deletes it again. The start makes a folder that is missing. */
async function tryFolder(dataDir: string): Promise<Probe> {
  if (!(await isThere(dataDir)) && dirname(dataDir) !== dataDir) return tryFolder(dirname(dataDir));
  const file = join(dataDir, `doctor-${randomUUID()}`);
  try {
    await writeFile(file, "", { mode: 0o600 });
    return { error: null };
  } catch (error) {
    return { error: oneLine(error) };
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
