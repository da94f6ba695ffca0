import { writeFileSync } from "node:fs";

interface Chunk {
  type: "asset" | "chunk";
  moduleIds?: readonly string[];
}

/** A Vite plugin: lists the modules of packages that the site consists of, from which a release names their licences. */
export function packagesInside(file: string) {
  let isServers = false;
  return {
    name: "packages-inside",
    apply: "build" as const,
    configResolved({ build }: { build: { ssr: unknown } }) {
      isServers = Boolean(build.ssr);
    },
    generateBundle(_options: unknown, bundle: Record<string, Chunk>) {
      if (isServers) return;
      const modules = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
      const ofPackages = modules.filter((id) => id.includes("node_modules")).map((id) => id.replace(/^\0|\?.*$/g, ""));
      writeFileSync(file, JSON.stringify([...new Set(ofPackages)].toSorted()));
    },
  };
}
