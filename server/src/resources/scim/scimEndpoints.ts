import type { Area, Letter } from "@pulse/contract/access";
import { type Endpoint, endpoint } from "@pulse/contract/endpoint";
import { z } from "zod";

/** What a directory's request needs: an API key with the letter of the resource's area. */
export function scimEndpoint(noun: "Users" | "Groups", letter: Letter): Endpoint {
  const area: Area = noun === "Users" ? "user_management" : "group_management";
  const methods = { c: "POST", r: "GET", u: "PUT", d: "DELETE" } as const;
  return endpoint({
    id: `scim${noun}${letter.toUpperCase()}`,
    method: methods[letter],
    path: `/scim/v2/${noun}`,
    tag: "SCIM",
    summary: `SCIM ${noun}`,
    access: { all: [{ area, letter }] },
    principals: ["apiKey"],
    content: z.unknown(),
  });
}
