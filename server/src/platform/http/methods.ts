import { AppError } from "@pulse/contract/errors";
import type { FastifyInstance } from "fastify";

/** An address that routes were registered for. */
interface Address {
  url: string;
  parts: string[];
  methods: Set<string>;
}

/**
 * Refuses requests that no route takes: 405 with `Allow` if the address takes other methods, otherwise 404. Must be
 * called before the first route is registered.
 */
export function registerMethods(app: FastifyInstance): void {
  const addresses = new Map<string, Address>();
  app.addHook("onRoute", ({ url, method }) => {
    // The web app's wildcard matches every address.
    if (url.includes("*")) return;
    const address = addresses.get(url) ?? { url, parts: url.split("/"), methods: new Set() };
    addresses.set(url, address);
    for (const oneMethod of [method].flat()) address.methods.add(oneMethod);
  });
  // Before the body is read, since nobody would use it.
  app.addHook("onRequest", async (request) => {
    if (request.is404) throw refusalOf(request.url, request.method);
  });
  // For requests that a route passed on as not found.
  app.setNotFoundHandler(async (request) => {
    throw refusalOf(request.url, request.method);
  });

  function refusalOf(url: string, method: string): AppError {
    const path = url.split("?", 1)[0]!;
    const parts = path.split("/");
    const exact = addresses.get(path);
    // Like the router, it prefers literal segments to parameters.
    const matching = exact ? [exact] : [...addresses.values()].filter((address) => matchesPath(address.parts, parts));
    const methods = new Set(matching.flatMap((address) => [...address.methods]));
    if (methods.size === 0 || methods.has(method)) return new AppError("not_found");
    return new AppError("method_not_allowed", { headers: { allow: [...methods].toSorted().join(", ") } });
  }
}

/** Whether a route's address matches a path. */
function matchesPath(address: readonly string[], path: readonly string[]): boolean {
  return (
    address.length === path.length &&
    address.every((part, index) => (part.startsWith(":") ? path[index] !== "" : part === path[index]))
  );
}
