import { type Shape, shapeKinds } from "./sketch.ts";

/**
 * Shapes with the ids that the server gave them. It answers with the shapes of each kind in the order in which they were
 * sent; shapes that were drawn since have none yet.
 */
export function withStoredIds(
  shapes: readonly Shape[],
  sent: readonly Shape[],
  stored: readonly Shape[],
): readonly Shape[] {
  const ids = new Map<string, string | null>();
  for (const kind of shapeKinds) {
    const saved = stored.filter((shape) => shape.kind === kind);
    for (const [nth, { key }] of sent.filter((shape) => shape.kind === kind).entries())
      ids.set(key, saved[nth]?.id ?? null);
  }
  return shapes.map((shape) => ({ ...shape, id: ids.get(shape.key) ?? shape.id }));
}
