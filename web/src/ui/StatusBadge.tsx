import { Glyph, type GlyphKind } from "./Glyph.tsx";
import classes from "./StatusBadge.module.css";

/** A state as a badge: its symbol and its word. */
export function StatusBadge({ kind, text, isLarge }: { kind: GlyphKind; text: string; isLarge?: boolean }) {
  return (
    <span className={classes["badge"]} data-kind={kind} data-large={isLarge || undefined}>
      <Glyph kind={kind} />
      {text}
    </span>
  );
}
