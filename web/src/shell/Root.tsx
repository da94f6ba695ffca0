import { Outlet } from "react-router";
import { NavProgress } from "./NavProgress.tsx";

/** Around every page, signed in or not. */
export function Root() {
  return (
    <>
      <NavProgress />
      <Outlet />
    </>
  );
}
