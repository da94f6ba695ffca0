import type { Area } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { TablerIcon } from "@tabler/icons-react";
import type { z } from "zod";

/** What every stored thing has. */
export interface Stored {
  id: string;
  version: number;
  /** Of things of a customer: whose they are. */
  customerId?: string | null;
}

/** An endpoint that answers with this content. */
export type EndpointOf<Content> = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Content>>;

/**
 * A noun as its screens know it: what it is called, where it is, whose it is, who may do what with it, and how it is asked
 * for. Its list and its page are EntityList and EntityPage around its own columns and fields.
 */
export interface Noun<Row extends Stored, Entity extends Row = Row> {
  /** The first part of its query keys; also names its files and how people like its table: "groups". */
  name: string;
  /** Where its texts begin in the catalogues. */
  texts: string;
  /** Its list's address within the scope: "/access/groups", "/assets". */
  path: string;
  /** Behind the address of one thing, where its page is not the only one below it: "/details". */
  page?: string;
  icon: TablerIcon;
  /** Whose letters decide what is offered; null: it is for superadmins, who may do everything. */
  area: Area | null;
  /** Whose its things are. */
  scope: Endpoint["scope"];
  endpoints: {
    list: EndpointOf<Row[]>;
    get: EndpointOf<Entity>;
    create: EndpointOf<Entity>;
    update: EndpointOf<Entity>;
    remove: Endpoint;
    /** The list as a file of the server's, for those who may have it (asset_download). */
    download?: Endpoint;
  };
  /** Its list tells what is going on: how often an open one is asked for again. */
  liveMs?: number;
  nameOf(row: Row): string;
  /** It came with the product: nobody changes or deletes it. */
  isFixed?(row: Row): boolean;
  /** Its deletion takes much with it: the name is typed first, on its own page alone. */
  isNameTyped?: boolean;
  /** What is said once one was made, changed or deleted has its name in a second line (texts `made`, `changed`, `deleted`). */
  isNamedApart?: boolean;
  /** The first parts of the keys of what shows its names and counts, and is asked for again after a change. */
  shownIn?: readonly string[];
  /** Where the things are that keep one from being deleted, for those who may read them. */
  usedBy?: { path: string; area: Area };
  /** What of an answer is kept: no secrets, which are shown once. */
  toKeep?(saved: Entity): Entity;
}
