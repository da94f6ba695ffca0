import multipart, { type Multipart } from "@fastify/multipart";
import type { Endpoint, Form } from "@pulse/contract/endpoint";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ReceivedFile, UploadStore } from "../files/fileStore.ts";
import { isTooDeep } from "./jsonBody.ts";
import { type Answer, type Call, type Reach, route, type RouteContext } from "./route.ts";
import { refusalOfForm, uploadMs } from "./uploadRoute.ts";

export type { UploadStore } from "../files/fileStore.ts";

/** The files of a form by the names of their parts; those over the limit were not kept. */
export type FormFiles = ReadonlyMap<string, ReceivedFile | "too large">;

const maxParts = 200;
const maxJsonBytes = 4 * 1024 * 1024;
const noFiles: FormFiles = new Map();

/**
 * Registers an endpoint whose body is JSON, alone or as a part of a multipart form with files beside it. The files are
 * streamed to the store once the caller is allowed to send them, and deleted when the request has been handled. For an
 * Idempotency-Key their hashes are part of the body.
 */
export async function formRoute<E extends Endpoint & { form: Form }>(
  context: RouteContext,
  endpoint: E,
  store: UploadStore,
  handler: (call: Call<E>, files: FormFiles) => Promise<Answer<z.output<E["content"]>>>,
  reach?: Reach<E>,
): Promise<void> {
  // In a scope of its own, so that no other route accepts forms.
  await context.app.register(async (app) => {
    await app.register(multipart, { throwFileSizeLimit: false });
    app.addHook("onRoute", (options) => {
      options.config = { ...options.config, bodyMs: uploadMs };
    });
    const filesOf = new WeakMap<FastifyRequest, FormFiles>();
    const whileHere: RouteContext["whileHere"] = async (request, handle) => {
      if (!request.isMultipart()) return handle();
      const files = new Map<string, ReceivedFile | "too large">();
      try {
        const json = await receive(request, endpoint.form, store, files);
        const sums = [...files].map(([part, file]) => [part, file === "too large" ? file : file.sha256]);
        // No schema knows this key, so it only tells two requests apart.
        request.body = { ...json, $files: Object.fromEntries(sums) as unknown };
        filesOf.set(request, files);
        return await handle();
      } finally {
        for (const file of files.values()) if (file !== "too large") await store.discard(file);
      }
    };
    route(
      { ...context, app, whileHere },
      endpoint,
      (call) => handler(call, filesOf.get(call.request) ?? noFiles),
      reach,
    );
  });
}

/** The form's JSON; its files are put into `files` as they come. */
async function receive(
  request: FastifyRequest,
  form: Form,
  store: UploadStore,
  files: Map<string, ReceivedFile | "too large">,
): Promise<object> {
  let json: unknown;
  let bytes = 0;
  const limits = { fileSize: form.maxBytes, fieldSize: maxJsonBytes, files: maxParts, parts: maxParts };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.fieldname === form.part) {
        json = await jsonOf(part);
        continue;
      }
      if (part.type === "field") continue;
      if (files.has(part.fieldname)) {
        part.file.resume();
        continue;
      }
      const file = await store.receive(part.file, part.filename);
      files.set(part.fieldname, file);
      bytes += file.size;
      if (part.file.truncated) {
        files.set(part.fieldname, "too large");
        await store.discard(file);
      }
      if (bytes > form.maxTotalBytes) throw tooMuch(form.maxTotalBytes);
    }
  } catch (error) {
    throw error instanceof AppError ? error : refusalOfForm(error, { part: form.part, maxBytes: form.maxBytes });
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  if (json === undefined && form.isJsonOptional === true) return {};
  const code = json === undefined ? "field_required" : "invalid_parameter";
  const message = json === undefined ? errorMessage(code) : "must be a JSON object";
  throw new AppError(code, { details: [{ path: form.part, code, message }] });
}

/** The JSON of a part, whether it was sent as a field or as a file. Undefined: there is none. */
async function jsonOf(part: Multipart): Promise<unknown> {
  let text = part.type === "field" ? part.value : "";
  if (part.type === "file") {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= maxJsonBytes) chunks.push(chunk);
    }
    if (bytes > maxJsonBytes) throw tooMuch(maxJsonBytes);
    text = Buffer.concat(chunks).toString("utf8");
  }
  try {
    // Parts that call themselves JSON have been parsed already.
    const asText = typeof text === "string" ? text : JSON.stringify(text);
    return isTooDeep(asText) ? null : (JSON.parse(asText) as unknown);
  } catch {
    return null;
  }
}

function tooMuch(bytes: number): AppError {
  const max = `${bytes / 1024 / 1024} MB`;
  const message = errorMessage("file_too_large", { max });
  return new AppError("file_too_large", {
    values: { max },
    details: [{ path: "body", code: "file_too_large", message }],
  });
}
