/** The kinds of work of a process. */
export const allRoles = ["api", "ingest", "locate", "jobs"] as const;
export type Role = (typeof allRoles)[number];
