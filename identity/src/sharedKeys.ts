import type { Kysely } from "kysely";
import type { KeyFolder, KeyStore } from "./keyFiles.ts";
import type { IdentityTables } from "./schema.ts";
import { secretsFile } from "./secrets.ts";

/**
 * Keys in the database, so that processes on several machines have the same ones. The first process gives it those of its
 * folder; the folder of each keeps a copy, for the tools that read it. Whoever can read the database can then sign tokens.
 */
export function sharedKeys(db: Kysely<IdentityTables>, folder: KeyFolder): KeyStore {
  const stored = async (name: string): Promise<string | null> => {
    const query = db.selectFrom("identity_keys").select("content").where("name", "=", name);
    return (await query.executeTakeFirst())?.content ?? null;
  };

  return {
    readOrMake: async (name, parse, make) => {
      const own = await folder.read(name);
      // Whoever comes second takes those of the first.
      if ((await stored(name)) === null)
        await db
          .insertInto("identity_keys")
          .values({ name, content: JSON.stringify(await folder.readOrMake(name, parse, make)) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      const content = await stored(name);
      if (content === null) throw new Error(`${name} disappeared from the database while it was read`);
      const value = JSON.parse(content) as unknown;
      if (own !== null && JSON.stringify(own) === content) return parse(value);
      // A folder of another installation must not lose what opens its secrets.
      if (own !== null && name === secretsFile)
        throw new Error(`${folder.path}/${name} does not belong to this database, which has other keys`);
      await folder.replace(name, value);
      return parse(value);
    },
    replace: async (name, value) => {
      const content = JSON.stringify(value);
      await db.updateTable("identity_keys").set({ content }).where("name", "=", name).execute();
      await folder.replace(name, value);
    },
    version: async (name) => (await stored(name)) ?? "",
  };
}
