import { decoder } from "@pulse/contract/decode";
import { encoder } from "@pulse/contract/encode";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { CursorMetadata, PageMetadata } from "@pulse/contract/page";
import type { z } from "zod";
import { toWire } from "@pulse/contract/wire";
import { elevationKeys } from "./elevation.ts";
import { storable } from "./storableText.ts";

/** Reads and writes one endpoint's values, compiled once from its schemas. */
export interface EndpointWire {
  /**
   * The part of query and body that the contract names, ready for validation. Throws a 400 for text that cannot be
   * stored.
   */
  query(input: unknown): unknown;
  body(input: unknown): unknown;
  /** The envelope as text. Throws if the content is not what the contract promises. */
  answer(
    content: unknown,
    metadata: PageMetadata | CursorMetadata | undefined,
    shown: "all" | "withoutElevation",
  ): string;
}

export function endpointWire({ query, body, content }: Endpoint): EndpointWire {
  const write = { all: encoder(content), withoutElevation: encoder(content, { without: elevationKeys }) };
  return {
    query: reader(query),
    body: reader(body),
    answer: (result, metadata, shown) => {
      const page = metadata === undefined ? "" : `,"metadata":${JSON.stringify(toWire(metadata))}`;
      return `{"result":{"content":${write[shown](result)}${page}}}`;
    },
  };
}

function reader(schema: z.ZodType | undefined): (input: unknown) => unknown {
  if (schema === undefined) return () => undefined;
  const read = decoder(schema);
  return (input) => storable(read(input));
}
