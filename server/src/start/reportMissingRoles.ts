import { allRoles } from "../platform/config/roles.ts";
import type { Readiness } from "../platform/health/readiness.ts";
import type { BaseContext } from "./baseContext.ts";
import type { OpenNats } from "./openNats.ts";

/** Reports in `readyz` which roles no process has, and how the connection between the processes is. */
export function reportMissingRoles(parts: {
  config: Pick<BaseContext["config"], "roles">;
  nats: OpenNats;
  readiness: Pick<Readiness, "part">;
  /** Why the log of the NATS server cannot be reached now; null: it can. */
  unhealthyReason(): string | null;
}): void {
  const { nats, readiness } = parts;
  const { roles } = parts.config;
  readiness.part("nats", parts.unhealthyReason);
  const missing = allRoles.filter((role) => !roles.has(role));
  for (const role of missing)
    readiness.part(`role_${role}`, () =>
      nats.others.has(role) ? null : `no process with the role ${role} is running`,
    );
}
