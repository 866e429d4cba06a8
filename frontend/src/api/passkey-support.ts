/** Why a request with a passkey failed in this browser. */
export type PasskeyProblem = 'cancelled' | 'registered' | 'failed';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';

  constructor(
    readonly problem: PasskeyProblem,
    cause: unknown,
  ) {
    super(`The passkey was not used: ${problem}.`, { cause });
  }
}

/** Returns why this page cannot use passkeys of a domain; undefined if it can. */
export function passkeyObstacle(domain: string): 'unsupported' | 'other-domain' | undefined {
  const { hostname } = window.location;
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) return 'other-domain';
  return 'PublicKeyCredential' in window ? undefined : 'unsupported';
}
