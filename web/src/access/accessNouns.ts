/** Users, roles and groups each show names and counts of the others. */
export const accessNouns = ["users", "roles", "groups"] as const;

/** Where people's pages are, and whose they are to read. */
export const people = { path: "/access/users", area: "user_management" } as const;
