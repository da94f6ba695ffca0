import type { Area } from "@pulse/contract/access";
import type { Endpoint } from "@pulse/contract/endpoint";
import type { TablerIcon } from "@tabler/icons-react";
import type { z } from "zod";

/** The fields of every stored thing. */
export interface Stored {
  id: string;
  version: number;
  /** The customer, for things that belong to one. */
  customerId?: string | null;
}

/** An endpoint that answers with this content. */
export type EndpointOf<Content> = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Content>>;

/**
 * A noun for its screens: its name, address, scope, permissions and endpoints. Its list and its page are EntityList and
 * EntityPage around its own columns and fields.
 */
export interface Noun<Row extends Stored, Entity extends Row = Row> {
  /** The first part of its query keys; also names its files and its saved table settings: "groups". */
  name: string;
  /** The prefix of its texts in the catalogues. */
  texts: string;
  /** Its list's address within the scope: "/access/groups", "/assets". */
  path: string;
  /** Appended to the address of one thing if that has other pages too: "/details". */
  page?: string;
  icon: TablerIcon;
  /** The area whose letters decide what is offered; null: for superadmins, who may do everything. */
  area: Area | null;
  /** What its things belong to. */
  scope: Endpoint["scope"];
  endpoints: {
    list: EndpointOf<Row[]>;
    get: EndpointOf<Entity>;
    create: EndpointOf<Entity>;
    update: EndpointOf<Entity>;
    remove: Endpoint;
    /** The list as a file from the server, for people who may download it (asset_download). */
    download?: Endpoint;
  };
  /** For lists that show live state: how often an open one is fetched again. */
  liveMs?: number;
  nameOf(row: Row): string;
  /** Whether a thing is predefined: nobody changes or deletes it. */
  isFixed?(row: Row): boolean;
  /** Its deletion affects many other things: it is possible only on its own page, after typing the name. */
  isNameTyped?: boolean;
  /** The messages after creating, changing or deleting one have its name in a second line (texts `made`, `changed`, `deleted`). */
  isNamedApart?: boolean;
  /** The first parts of the keys of queries that show its names and counts, which are fetched again after a change. */
  shownIn?: readonly string[];
  /** Where to find the things that prevent a deletion, for people who may read them. */
  usedBy?: { path: string; area: Area };
  /** The part of an answer that is cached: no secrets, which are shown once. */
  toKeep?(saved: Entity): Entity;
}
