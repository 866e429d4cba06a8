import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNT = 'recentlyCreatedOwnerStacks';

/**
 * Makes React give all elements one stack, as it does once it has made many within a second. It notes for each where it
 * was made, which takes a tenth of the time of the tests and is shown by none.
 * @throws Error if React no longer counts them
 */
export function shareOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, INTERNALS);
  if (typeof internals !== 'object' || internals === null || !(COUNT in internals)) {
    throw new Error('React counts the stacks of elements no longer.');
  }
  Object.defineProperty(internals, COUNT, { get: () => Infinity, set() {} });
}
