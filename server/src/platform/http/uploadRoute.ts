import multipart from "@fastify/multipart";
import type { Endpoint, Upload } from "@pulse/contract/endpoint";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ReceivedFile, UploadStore } from "../files/fileStore.ts";
import { type Answer, type Call, type Reach, route, type RouteContext } from "./route.ts";

export type { UploadStore } from "../files/fileStore.ts";

/** How long a file may take to arrive: 20 MB over a slow line of 300 kbit/s. */
export const uploadMs = 10 * 60_000;
const otherParts = 20;

/**
 * Registers an endpoint whose body is one file in a multipart form. The file is streamed to the store once the caller
 * is allowed to send it, and deleted when the request has been handled; the handler stores what is to be kept. For an
 * Idempotency-Key the file's hash stands for the body.
 */
export async function uploadRoute<E extends Endpoint & { upload: Upload }>(
  context: RouteContext,
  endpoint: E,
  store: UploadStore,
  handler: (call: Call<E>, file: ReceivedFile) => Promise<Answer<z.output<E["content"]>>>,
  reach: Reach<E>,
): Promise<void> {
  // In a scope of its own, so that no other route accepts forms.
  await context.app.register(async (app) => {
    await app.register(multipart);
    app.addHook("onRoute", (options) => {
      options.config = { ...options.config, bodyMs: uploadMs };
    });
    const files = new WeakMap<FastifyRequest, ReceivedFile>();
    const whileHere: RouteContext["whileHere"] = async (request, handle) => {
      const file = await receive(request, endpoint.upload, store);
      files.set(request, file);
      request.body = { [endpoint.upload.part]: { sha256: file.sha256, filename: file.filename } };
      try {
        return await handle();
      } finally {
        await store.discard(file);
      }
    };
    route({ ...context, app, whileHere }, endpoint, (call) => handler(call, files.get(call.request)!), reach);
  });
}

/** The file of a form. Throws if the request is no form, if the file is missing, or if it is too large. */
async function receive(request: FastifyRequest, upload: Upload, store: UploadStore): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError("file_type_invalid");
  let file: ReceivedFile | null = null;
  try {
    const limits = { fileSize: upload.maxBytes, files: otherParts, fields: otherParts, parts: otherParts };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") continue;
      // Refused at once: the rest of a file of gigabytes could take very long, and nobody reads it.
      part.file.once("limit", () => part.file.destroy(tooLarge(upload)));
      if (part.fieldname === upload.part && file === null) file = await store.receive(part.file, part.filename);
      else part.file.resume();
    }
  } catch (error) {
    if (file !== null) await store.discard(file);
    throw refusalOfForm(error, upload);
  }
  if (file !== null) return file;
  const message = errorMessage("field_required");
  throw new AppError("field_required", { details: [{ path: upload.part, code: "field_required", message }] });
}

function tooLarge({ part, maxBytes }: Pick<Upload, "part" | "maxBytes">, cause?: unknown): AppError {
  const max = `${maxBytes / 1024 / 1024} MB`;
  const message = errorMessage("file_too_large", { max });
  return new AppError("file_too_large", {
    values: { max },
    details: [{ path: part, code: "file_too_large", message }],
    cause,
  });
}

export function refusalOfForm(error: unknown, upload: Pick<Upload, "part" | "maxBytes">): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(upload, error);
  // An error of the disk is ours; any other is about the form.
  if (error instanceof Error && "syscall" in error) return error;
  const message = "This is not a complete multipart form, or one with too many parts";
  return new AppError("invalid_parameter", {
    details: [{ path: "body", code: "invalid_parameter", message }],
    cause: error,
  });
}
