import type { RateLimitName } from '@oniverse/platform';

/** The limits that a wrong password counts against. No password is checked once one of them is exhausted. */
export type FailureCounts = readonly (readonly [limit: RateLimitName, key: string])[];

/** Returns the counts of an unknown device: by name, by address, and by both together. */
export const countsOfUnknownDevice = (name: string, address: string): FailureCounts => [
  ['passwordByName', name],
  ['passwordByAddress', address],
  ['passwordByNameAndAddress', `${name}|${address}`],
];

/** Returns the count of a known browser. It has its own, so that failures elsewhere cannot lock it out. */
export const countsOfDevice = (device: string): FailureCounts => [['passwordByDevice', `device:${device}`]];

/** Returns the count of a session, which is trusted like a known device. */
export const countsOfSession = (publicId: string): FailureCounts => [
  ['passwordByDevice', `session:${publicId}`],
];
