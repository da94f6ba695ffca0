import type { FenceShape } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import pg from "pg";

/** The same fences in PostGIS. */
export interface PostgisFences {
  /** The number of pairs of a place and a fence around it. */
  inside(places: readonly LatLon[]): Promise<number>;
  close(): Promise<void>;
}

/** A new table with its index, in a new database. Null: the server has no PostGIS. */
export async function fencesInPostgis(
  url: string,
  fences: readonly { shape: FenceShape }[],
): Promise<PostgisFences | null> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = `pulse_bench_fences_${process.pid}_${fences.length}`;
  const { rowCount } = await admin.query("select from pg_available_extensions where name = 'postgis'");
  if (rowCount === 0) {
    await admin.end();
    return null;
  }
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: own.href });
  await client.connect();
  await client.query("create extension postgis");
  await client.query("create table fences (ground geometry(Polygon, 4326) not null)");
  for (let from = 0; from < fences.length; from += 5000)
    await client.query(
      "insert into fences select st_setsrid(st_geomfromgeojson(shape), 4326) from unnest($1::text[]) as shape",
      [fences.slice(from, from + 5000).map(({ shape }) => JSON.stringify(shape))],
    );
  await client.query("create index on fences using gist (ground)");
  await client.query("vacuum analyze fences");
  return {
    inside: async (places) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count
         from unnest($1::float8[], $2::float8[]) as place (lon, lat)
         join fences on st_contains(ground, st_setsrid(st_makepoint(place.lon, place.lat), 4326))`,
        [places.map(({ lon }) => lon), places.map(({ lat }) => lat)],
      );
      return rows[0]!.count;
    },
    close: async () => {
      await client.end();
      await admin.query(`drop database ${name}`);
      await admin.end();
    },
  };
}
