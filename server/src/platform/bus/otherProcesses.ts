import { randomUUID } from "node:crypto";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import type { Role } from "../config/roles.ts";

/** How often a process announces itself. */
const announceMs = 1_000;
/** One without an announcement for this long has ended, or cannot reach us. */
const expiryMs = 3_500;

const Presence = z.object({
  id: z.string(),
  roles: z.array(z.enum(["api", "ingest", "locate", "jobs"])),
  ends: z.boolean(),
});

/** The other processes of this installation that are running now. */
export interface OtherProcesses {
  /** Of this process. */
  id: string;
  count(): number;
  /** Whether another process has this role. */
  has(role: Role): boolean;
  /** Announces that this process ends. */
  close(): void;
}

/** Each process announces every second which roles it has; the others know from that how many answers to expect. */
export function otherProcesses(parts: {
  connection: NatsConnection;
  cluster: string;
  roles: ReadonlySet<Role>;
  /** A clock that is never set, ms. */
  monotonicMs(): number;
}): OtherProcesses {
  const { connection, cluster, monotonicMs } = parts;
  const id = randomUUID();
  const subject = `${cluster}.processes`;
  const others = new Map<string, { roles: readonly Role[]; seenMs: number }>();
  const announce = (ends = false): void => {
    if (!connection.isClosed()) connection.publish(subject, JSON.stringify({ id, roles: [...parts.roles], ends }));
  };
  connection.subscribe(subject, {
    callback: (_error, message) => {
      const presence = presenceOf(message.data);
      if (presence === null || presence.id === id) return;
      if (presence.ends) {
        others.delete(presence.id);
        return;
      }
      // Whoever is new learns at once who is there.
      const isNew = !others.has(presence.id);
      others.set(presence.id, { roles: presence.roles, seenMs: monotonicMs() });
      if (isNew) announce();
    },
  });
  announce();
  const timer = setInterval(() => announce(), announceMs);
  const running = (): (readonly Role[])[] => {
    for (const [other, { seenMs }] of others) if (monotonicMs() - seenMs > expiryMs) others.delete(other);
    return [...others.values()].map(({ roles }) => roles);
  };
  return {
    id,
    count: () => running().length,
    has: (role) => running().some((roles) => roles.includes(role)),
    close: () => {
      clearInterval(timer);
      announce(true);
    },
  };
}

/** Null: not one of our messages. */
function presenceOf(data: Uint8Array): z.infer<typeof Presence> | null {
  try {
    return Presence.safeParse(JSON.parse(Buffer.from(data).toString())).data ?? null;
  } catch {
    return null;
  }
}
