import type { Plugin } from "vite";

const component = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*\.mjs$/;
const classNames = /from "\.\.?\/[^"]*?([A-Za-z]+)\.module\.mjs"/g;

/**
 * Gives each Mantine component the styles that belong to it, so that they are loaded with its code and none without it. They
 * lie in the layer `mantine`: our own styles come first however late they are loaded. While developing, all are there at once.
 */
export function mantineStyles(): Plugin {
  let isBuild = false;
  return {
    name: "pulse-mantine-styles",
    configResolved: ({ command }) => void (isBuild = command === "build"),
    transform(code, id) {
      if (!isBuild)
        return id.endsWith("/src/app/main.tsx") ? `import "@mantine/core/styles.layer.css";\n${code}` : null;
      if (!component.test(id)) return null;
      const names = [...code.matchAll(classNames)].map(([, name]) => name);
      if (names.length === 0) return null;
      // Last: the styles of what it is made of come before its own.
      const imports = names.map((name) => `import "@mantine/core/styles/${name}.layer.css";`);
      return { code: `${code}\n${imports.join("\n")}\n`, map: null, moduleSideEffects: null };
    },
  };
}
