import { IconCornerDownLeft } from "@tabler/icons-react";
import { type Hit, plain } from "./hits.ts";
import { kindIcons } from "./kinds.ts";
import classes from "./SearchPalette.module.css";

interface Props {
  id: string;
  hit: Hit;
  typed: string;
  isChosen: boolean;
  onPick(): void;
}

/** One hit, with the typed text highlighted in its name. The focus stays in the box: the row itself takes none. */
export function SearchRow({ id, hit, typed, isChosen, onPick }: Props) {
  const Icon = hit.icon ?? kindIcons[hit.kind];
  return (
    <div
      id={id}
      className={classes["row"]}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={({ key }) => {
        if (key === "Enter") onPick();
      }}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
      <span className={classes["name"]}>
        <Marked text={hit.name} typed={typed} />
      </span>
      {hit.detail === "" ? null : <span className={classes["detail"]}>{hit.detail}</span>}
      {isChosen ? <IconCornerDownLeft size={15} stroke={1.75} aria-hidden="true" className={classes["enter"]} /> : null}
    </div>
  );
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const query = plain(typed);
  const from = query === "" ? -1 : plain(text).indexOf(query);
  // Accents stored as separate characters would shift the position.
  if (from === -1 || plain(text).length !== text.length) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, from + query.length)}</mark>
      {text.slice(from + query.length)}
    </>
  );
}
