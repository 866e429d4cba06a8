import type { RateLimit } from '@oniverse/platform';

/** Limits of wrong passwords. Those by name and address count unknown devices only. */
export const PASSWORD_LIMITS = {
  nameAndAddress: { name: 'passwordByNameAndAddress', points: 10, seconds: 15 * 60 },
  name: { name: 'passwordByName', points: 100, seconds: 60 * 60 },
  address: { name: 'passwordByAddress', points: 100, seconds: 60 * 60 },
  /** Of a device that has logged in to the account before, or of one session. */
  device: { name: 'passwordByDevice', points: 10, seconds: 15 * 60 },
} as const satisfies Record<string, RateLimit>;

/** The limits that a wrong password counts against. No password is checked once one of them is exhausted. */
export type FailureCounts = readonly (readonly [limit: RateLimit, key: string])[];

/** Returns the counts of an unknown device: by name, by address, and by both together. */
export const countsOfUnknownDevice = (name: string, address: string): FailureCounts => [
  [PASSWORD_LIMITS.name, name],
  [PASSWORD_LIMITS.address, address],
  [PASSWORD_LIMITS.nameAndAddress, `${name}|${address}`],
];

/** Returns the count of a known browser. It has its own, so that failures elsewhere cannot lock it out. */
export const countsOfDevice = (device: string): FailureCounts => [
  [PASSWORD_LIMITS.device, `device:${device}`],
];

/** Returns the count of a session, which is trusted like a known device. */
export const countsOfSession = (publicId: string): FailureCounts => [
  [PASSWORD_LIMITS.device, `session:${publicId}`],
];
