/** The part of localStorage that is used. */
export type KeyValues = Pick<Storage, "getItem" | "setItem" | "removeItem">;
