/** The room a tag is most likely in, and how likely that is, 0–1. */
export interface RoomGuess {
  id: string;
  probability: number;
}
