import { useParams } from "react-router";
import { useLiveSite } from "../map/live/useLiveSite.ts";

/** In place of the map's page: the site's live data without its pictures, which WebGL would draw. */
export default function MapOutline() {
  const { siteId = "" } = useParams();
  useLiveSite(siteId);
  return <section aria-label={`Map of ${siteId}`} />;
}
