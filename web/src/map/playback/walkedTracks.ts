import { type Track, trackOf } from "./track.ts";

/** So many positions before a piece say on which side of a wall it begins. */
const positionsBefore = 12;
/**
 * A piece of five minutes is matched within this time, ms, since it is played in 5 s at the highest speed. A track in a
 * building full of walls takes up to 80 ms; those that are left stay as they are stored.
 */
const budgetMs = 1_500;

interface Piece {
  /** The tracks as they are stored, by guid. */
  tracks: ReadonlyMap<string, Track>;
  /** Those of the piece before; undefined: it was not played. */
  before: ReadonlyMap<string, Track> | undefined;
  /** A track as somebody can have walked it. */
  match(track: Track): Track;
  /** Lets the page do something else. */
  rest(): Promise<void>;
  clockMs(): number;
}

/** The tracks of a piece of a whole site as somebody can have walked them, each from where the piece before has ended. */
export async function walkedTracks({
  tracks,
  before,
  match,
  rest,
  clockMs,
}: Piece): Promise<ReadonlyMap<string, Track>> {
  const walked = new Map<string, Track>();
  const endMs = clockMs() + budgetMs;
  for (const [guid, track] of tracks) {
    // What stood still all the time cannot have gone through a wall.
    const isToMatch = track.positions.length > 1 && clockMs() < endMs;
    walked.set(guid, isToMatch ? walkedOn(track, before?.get(guid), match) : track);
    if (isToMatch) await rest();
  }
  return walked;
}

function walkedOn(track: Track, before: Track | undefined, match: (track: Track) => Track): Track {
  const startMs = track.startsMs[0];
  if (startMs === undefined) return track;
  const tail = (before?.positions ?? []).filter((_, nth) => before!.startsMs[nth]! < startMs).slice(-positionsBefore);
  const matched = match(trackOf([...tail, ...track.positions]));
  const lastBefore = tail.at(-1);
  if (lastBefore === undefined) return matched;
  // From the last place before on, so that the way into this piece is known too.
  const fromMs = Date.parse(lastBefore.timestamp);
  const first = matched.startsMs.findIndex((ms) => ms >= fromMs);
  return {
    positions: matched.positions.slice(first),
    startsMs: matched.startsMs.slice(first),
    endsMs: matched.endsMs.slice(first),
  };
}
