import { getTracker } from "@pulse/contract/trackers";
import { useQuery } from "@tanstack/react-query";
import { useCan } from "../entity/useCan.ts";
import { useServices } from "../services/services.tsx";
import { RingButton } from "./RingButton.tsx";

/** Makes the tracker on the map's card ring, if it can. */
export default function RingOnCard({ tracker }: { tracker: { id: string; name: string } }) {
  const { api } = useServices();
  const reads = useCan({ all: [{ area: "identifier_management", letter: "r" }] });
  const { data } = useQuery({
    queryKey: ["trackers", "one", tracker.id],
    enabled: reads === true,
    queryFn: ({ signal }) => api.call(getTracker, { params: { id: tracker.id }, signal }),
  });
  // People who may not read trackers see from the server's answer whether it can.
  const mayRing = reads === false || data?.capabilities.ring === true;
  return mayRing ? <RingButton tracker={tracker} h={30} /> : null;
}
