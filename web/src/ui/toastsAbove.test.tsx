import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { toastsAbove } from "./toastsAbove.ts";

it("makes toasts keep clear of a card at the lower edge for as long as it is open", () => {
  const bottom = (): string => document.documentElement.style.getPropertyValue("--pulse-toasts-bottom");
  const top = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  try {
    top.mockReturnValue(new DOMRect(400, window.innerHeight - 180, 692, 164));
    const { unmount } = render(<section ref={toastsAbove} />);
    expect(bottom()).toBe("192px");
    top.mockReturnValue(new DOMRect(400, window.innerHeight - 280, 692, 264));
    window.dispatchEvent(new Event("resize"));
    expect(bottom()).toBe("292px");
    // Far from the lower edge it is in nobody's way.
    top.mockReturnValue(new DOMRect(400, 100, 692, 60));
    document.dispatchEvent(new Event("scroll"));
    expect(bottom()).toBe("");
    top.mockReturnValue(new DOMRect(400, window.innerHeight - 60, 692, 60));
    document.dispatchEvent(new Event("scroll"));
    expect(bottom()).toBe("72px");
    unmount();
    expect(bottom()).toBe("");
  } finally {
    top.mockRestore();
  }
});
