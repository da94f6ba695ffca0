import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { toastsAbove } from "./toastsAbove.ts";

it("the toasts stay clear of a card at the lower edge for as long as it is open", () => {
  const bottom = (): string => document.documentElement.style.getPropertyValue("--pulse-toasts-bottom");
  const top = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  try {
    top.mockReturnValue(new DOMRect(400, window.innerHeight - 180, 692, 164));
    const { unmount } = render(<section ref={toastsAbove} />);
    expect(bottom()).toBe("192px");
    top.mockReturnValue(new DOMRect(400, window.innerHeight - 280, 692, 264));
    window.dispatchEvent(new Event("resize"));
    expect(bottom()).toBe("292px");
    // Far from the lower edge it is not in the way.
    top.mockReturnValue(new DOMRect(400, 100, 692, 60));
    document.dispatchEvent(new Event("scroll"));
    expect(bottom()).toBe("");
    // Scrolled out below the window, it would pull the toasts out with it.
    top.mockReturnValue(new DOMRect(400, window.innerHeight + 86, 46, 136));
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

it("the toasts stay clear of the highest of several cards, and of the next once that is gone", () => {
  const bottom = (): string => document.documentElement.style.getPropertyValue("--pulse-toasts-bottom");
  const top = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  top.mockImplementation(function (this: HTMLElement) {
    const high = Number(this.dataset["high"]);
    return new DOMRect(0, window.innerHeight - high, 700, high);
  });
  try {
    const { rerender, unmount } = render([
      <i key="a" data-high="180" ref={toastsAbove} />,
      <i key="b" data-high="90" ref={toastsAbove} />,
    ]);
    expect(bottom()).toBe("192px");
    rerender([<i key="b" data-high="90" ref={toastsAbove} />]);
    expect(bottom()).toBe("102px");
    unmount();
    expect(bottom()).toBe("");
  } finally {
    top.mockRestore();
  }
});
