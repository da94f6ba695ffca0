import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@pulse/contract/endpoints";
import { errorCatalogue } from "@pulse/contract/errors";
import { eventOperations } from "@pulse/contract/events";
import { areaOfKind, streamKinds } from "@pulse/contract/eventStream";
import { webhookKinds } from "@pulse/contract/webhooks";

/** What has to be complete is written from the source that decides it: settings, endpoints, errors, kinds of events. */
export function referencePages(root: string): [path: string, text: string][] {
  return [
    ["reference/settings.md", settingsPage(readFileSync(join(root, "README.md"), "utf8"))],
    ["reference/endpoints.md", endpointsPage()],
    ["reference/errors.md", errorsPage()],
    ["reference/events.md", eventsPage()],
  ];
}

/** The README's own table. */
function settingsPage(readme: string): string {
  const section = readme.slice(readme.indexOf("## Settings"), readme.indexOf("## Gateways"));
  return section.replace("## Settings", "# Settings").replaceAll("](docs/", "](../").replaceAll("(docs/", "(");
}

function endpointsPage(): string {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const parts = tags.map((tag) => {
    const rows = endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map(({ method, path, summary }) => `| \`${method} ${path}\` | ${cell(summary)} |`);
    return `## ${tag}\n\n| request | what it does |\n| --- | --- |\n${rows.join("\n")}`;
  });
  return `# Endpoints of the API

Which requests does the API answer? These. \`/api/docs\` of your own Pulse shows each with its fields and lets you try it;
\`/api/v3/openapi.json\` is the same for programs. [How to use the API](../guide/api.md) comes first.

${parts.join("\n\n")}
`;
}

function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, [status, text]]) => `| \`${code}\` | ${status} | ${cell(text)} |`,
  );
  return `# Error codes of the API

What does an error code mean? A refused request answers with one of these codes; the message names the values in braces.

| code | status | message |
| --- | --- | --- |
${rows.join("\n")}
`;
}

function eventsPage(): string {
  const areas: Readonly<Record<string, string>> = areaOfKind;
  const webhooks: ReadonlySet<string> = new Set(webhookKinds);
  const rows = streamKinds.map((kind) => {
    const readers = kind in areas ? `\`${areas[kind]}\` (\`r\`)` : readersOf[kind];
    return `| \`${kind}\` | ${readers} | ${webhooks.has(kind) ? "yes" : "no"} |`;
  });
  return `# Kinds of events

Which events do webhooks and the event stream (\`GET /api/v3/events\`) report? Those of these kinds. An event of a kind also has an
operation, so \`geofence.asset_entered_geofence\` is an asset that has entered a geofence. [Webhooks](../guide/webhooks.md) says
how to receive them.

| kind | who may read it | to webhooks |
| --- | --- | --- |
${rows.join("\n")}

## Operations that people are told of

The bell and the notification centre show these: ${eventOperations.map((operation) => `\`${operation}\``).join(", ")}.
`;
}

/** Of the kinds that no area opens. */
const readersOf: Readonly<Record<string, string>> = {
  customer: "superadmins",
  report: "whoever has requested the report",
};

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
