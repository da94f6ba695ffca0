import { getAccessibleOperations, getUserMe } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** Who is signed in. */
export function useMe() {
  const { api } = useServices();
  return useQuery({ queryKey: ["me"], queryFn: ({ signal }) => api.call(getUserMe, { signal }), staleTime: Infinity });
}

/** What the person may do. */
export function useAccess() {
  const { api } = useServices();
  return useQuery({
    queryKey: ["access"],
    queryFn: ({ signal }) => api.call(getAccessibleOperations, { signal }),
    staleTime: Infinity,
  });
}
