import { Navigate } from "react-router";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useDeviceLists } from "./deviceFamily.tsx";

/** `/sites/{id}/devices`: the first list of devices that the person may read. */
export default function DevicesHome() {
  const { base } = useSiteScope();
  const [first] = useDeviceLists();
  return first === undefined ? null : <Navigate to={`${base}/devices/${first}`} replace />;
}
