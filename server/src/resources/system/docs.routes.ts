import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import { asyncApiDocument } from "@pulse/contract/asyncapi";
import { endpoints } from "@pulse/contract/endpoints";
import { versions } from "@pulse/contract/limits";
import { openApiDocument } from "@pulse/contract/openapi";
import type { FastifyInstance } from "fastify";
import type { MqttAddress } from "../../platform/devices/mqttAddress.ts";

/** Put in place by `npm run build` (scripts/releaseBundle.mjs), which copies these files beside the code. */
declare const pulseRelease: object | undefined;

const swaggerFolder =
  typeof pulseRelease === "undefined"
    ? dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
    : join(import.meta.dirname, "swagger-ui");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pulse API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body><p style="font-family:sans-serif;margin:12px 20px">Live socket and MQTT: <a href="/api/v3/asyncapi.json">AsyncAPI</a> · HTTP: <a href="/api/v3/openapi.json">OpenAPI</a></p>
<div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body></html>`;
const start = `SwaggerUIBundle({ url: "/api/v3/openapi.json", dom_id: "#swagger-ui", deepLinking: true, persistAuthorization: false });`;

let openApi: string | null = null;
/** Built when somebody first reads it, as a start has no time for it. */
const openApiText = (): string => (openApi ??= JSON.stringify(openApiDocument(endpoints, versions.server)));

/** The OpenAPI and AsyncAPI documents, and a page to browse it: Swagger UI from our own origin, so that it works without the internet. */
export async function docsRoutes(app: FastifyInstance, mqtt: MqttAddress): Promise<void> {
  app.get("/api/v3/openapi.json", async (_request, reply) => reply.type("application/json").send(openApiText()));
  app.get("/api/v3/asyncapi.json", async (request) => {
    const { host, port } = mqtt();
    return asyncApiDocument(versions.server, { http: request.host, mqtt: `${host}:${port}` });
  });
  app.get("/api/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/api/docs/start.js", async (_request, reply) => reply.type("text/javascript").send(start));
  await app.register(fastifyStatic, {
    root: swaggerFolder,
    prefix: "/api/docs/assets/",
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
}
