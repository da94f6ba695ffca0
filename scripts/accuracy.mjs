// `npm run accuracy` lists the measurements of accuracy/src; `npm run accuracy -- NAME …` runs one.
import { readdirSync, readFileSync } from "node:fs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { runNode } from "./run.mjs";

// Each measurement's comment gives its command and says what it prints.
const described = /\/\*\*\s+(?:\*\s+)?`npm run accuracy -- (\w+)([^`]*)`(.*?)\*\//s;
const measurements = new Map(
  readdirSync(inRoot("accuracy", "src")).flatMap((file) => {
    const found = file.endsWith(".ts") ? described.exec(readFileSync(inRoot("accuracy", "src", file), "utf8")) : null;
    if (found === null) return [];
    const [, name, parameters, text] = found;
    return [
      [
        name,
        {
          parameters: parameters.trim(),
          text: text
            .replace(/^:/, "")
            .replace(/\s+(\*\s+)?/g, " ")
            .trim(),
        },
      ],
    ];
  }),
);

const [name, ...parameters] = process.argv.slice(2);
if (name === undefined || !measurements.has(name)) {
  if (name !== undefined) process.stderr.write(`pulse: no measurement ${name}; there are:\n`);
  for (const [each, about] of measurements) process.stdout.write(`${each} ${about.parameters}\n    ${about.text}\n`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  await ensureDependencies();
  process.exitCode = await runNode([
    "--disable-warning=ExperimentalWarning",
    inRoot("accuracy", "src", `${name}.ts`),
    ...parameters,
  ]);
}
