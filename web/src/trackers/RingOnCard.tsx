import { getTracker } from "@pulse/contract/trackers";
import { useQuery } from "@tanstack/react-query";
import { useCan } from "../entity/useCan.ts";
import { useServices } from "../services.tsx";
import { RingButton } from "./RingButton.tsx";

/** Lets the tracker of the map's card ring, if it can. */
export default function RingOnCard({ tracker }: { tracker: { id: string; name: string } }) {
  const { api } = useServices();
  const reads = useCan({ all: [{ area: "identifier_management", letter: "r" }] });
  const { data } = useQuery({
    queryKey: ["trackers", "one", tracker.id],
    enabled: reads === true,
    queryFn: ({ signal }) => api.call(getTracker, { params: { id: tracker.id }, signal }),
  });
  // Whoever may not read trackers learns it from the server's answer.
  const mayRing = reads === false || data?.capabilities.ring === true;
  return mayRing ? <RingButton tracker={tracker} h={30} /> : null;
}
