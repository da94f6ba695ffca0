/** Users, roles and groups each show names and counts of the others. */
export const accessNouns = ["users", "roles", "groups"] as const;

/** The path of people's pages, and the area that allows reading them. */
export const people = { path: "/access/users", area: "user_management" } as const;
