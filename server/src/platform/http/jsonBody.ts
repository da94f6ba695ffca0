import { AppError } from "@pulse/contract/errors";
import type { FastifyInstance } from "fastify";

/** The deepest body of the contract has six levels, so code that walks our bodies need not expect more. */
const deepest = 32;

/**
 * Accepts JSON bodies, and refuses deep nesting before anything walks the value. An empty one is none: many clients
 * announce JSON with every request, also with those that send nothing.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text: string, done) => {
    if (text === "") return done(null, undefined);
    if (!isTooDeep(text)) return parse(request, text, done);
    const message = `must not be nested deeper than ${deepest} levels`;
    done(new AppError("invalid_parameter", { details: [{ path: "body", code: "invalid_parameter", message }] }));
  });
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a JSON text is nested deeper than any of our bodies, found without parsing it. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inString) {
      if (sign === backslash) at += 1;
      else if (sign === quote) inString = false;
    } else if (sign === quote) inString = true;
    else if (sign === openBracket || sign === openBrace) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (sign === closeBracket || sign === closeBrace) depth -= 1;
  }
  return false;
}
