import { AppError } from "@pulse/contract/errors";
import type { FastifyInstance } from "fastify";

/** An address that routes were registered for. */
interface Address {
  url: string;
  parts: string[];
  methods: Set<string>;
}

/**
 * Refuses what no route takes: 405 with `Allow` where the address takes other methods, else 404. To be called before the
 * first route is registered.
 */
export function registerMethods(app: FastifyInstance): void {
  const addresses = new Map<string, Address>();
  app.addHook("onRoute", ({ url, method }) => {
    // The web app's own pages have every address there is.
    if (url.includes("*")) return;
    const address = addresses.get(url) ?? { url, parts: url.split("/"), methods: new Set() };
    addresses.set(url, address);
    for (const each of [method].flat()) address.methods.add(each);
  });
  // Before a body is read that nobody takes.
  app.addHook("onRequest", async (request) => {
    if (request.is404) throw refusalOf(request.url, request.method);
  });
  // What a route hands on as not there.
  app.setNotFoundHandler(async (request) => {
    throw refusalOf(request.url, request.method);
  });

  function refusalOf(url: string, method: string): AppError {
    const path = url.split("?", 1)[0]!;
    const parts = path.split("/");
    const exact = addresses.get(path);
    // As the router does it: what stands there literally comes before what stands for anything.
    const taking = exact ? [exact] : [...addresses.values()].filter((address) => stands(address.parts, parts));
    const methods = new Set(taking.flatMap((address) => [...address.methods]));
    if (methods.size === 0 || methods.has(method)) return new AppError("not_found");
    return new AppError("method_not_allowed", { headers: { allow: [...methods].toSorted().join(", ") } });
  }
}

/** Whether a path is one that a route's address stands for. */
function stands(address: readonly string[], path: readonly string[]): boolean {
  return (
    address.length === path.length &&
    address.every((part, index) => (part.startsWith(":") ? path[index] !== "" : part === path[index]))
  );
}
