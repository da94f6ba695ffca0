import { expect, test } from "vitest";
import { addressesInUse, maxAddresses, suspectMs } from "./addressesInUse.ts";

const minuteMs = 60_000;
const address = (nth: number): string => `40:00:00:00:00:${nth.toString(16).padStart(2, "0").toUpperCase()}`;

test("a phone that changes its address every quarter of an hour is one device for a whole day", () => {
  const phone = addressesInUse();
  for (let atMs = 0; atMs < 24 * 60 * minuteMs; atMs += 1_000) {
    const nth = Math.floor(atMs / (15 * minuteMs));
    expect(phone.areTooMany(address(nth % 256), atMs)).toBe(false);
    // The old address is still heard for a moment.
    if (nth > 0 && atMs % (15 * minuteMs) < 5_000) expect(phone.areTooMany(address((nth - 1) % 256), atMs)).toBe(false);
  }
  expect(phone.excess(24 * 60 * minuteMs)).toBeNull();
});

test("a phone with three advertising sets that all change their address at once is one device", () => {
  const phone = addressesInUse();
  for (const nth of [0, 1, 2, 3, 4, 5]) expect(phone.areTooMany(address(nth), nth)).toBe(false);
});

test("more addresses at once than a device can have are several devices", () => {
  const crowd = addressesInUse();
  for (let nth = 0; nth < maxAddresses; nth++) expect(crowd.areTooMany(address(nth), nth)).toBe(false);
  for (let nth = maxAddresses; nth < 200; nth++) expect(crowd.areTooMany(address(nth), nth)).toBe(true);
  expect(crowd.excess(200)).toEqual({ addresses: 64, atMs: 199 });
});

test("few addresses are not believed either until a quarter of an hour has passed", () => {
  const crowd = addressesInUse();
  for (let nth = 0; nth <= maxAddresses; nth++) crowd.areTooMany(address(nth), 0);
  expect(crowd.areTooMany(address(0), suspectMs)).toBe(true);
  expect(crowd.areTooMany(address(0), suspectMs + 1)).toBe(false);
  expect(crowd.excess(suspectMs)).toEqual({ addresses: maxAddresses + 1, atMs: 0 });
  expect(crowd.excess(suspectMs + 1)).toBeNull();
});

test("the addresses of an outage that are delivered hours later are not counted as in use at once", () => {
  const phone = addressesInUse();
  phone.areTooMany(address(99), 10 * 60 * minuteMs);
  for (let nth = 0; nth < 40; nth++) expect(phone.areTooMany(address(nth), nth * 15 * minuteMs)).toBe(false);
  // A history that comes in order is one address after the other, too.
  const silent = addressesInUse();
  for (let nth = 0; nth < 40; nth++) expect(silent.areTooMany(address(nth), nth * 15 * minuteMs)).toBe(false);
});
