import { PRODUCT_NAME, TOTP as PARAMETERS } from '@oniverse/contracts';
import { Secret, TOTP } from 'otpauth';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Accepted steps before and after the current one, for codes entered at the end of their time. */
const WINDOW = 1;
/** Steps within which a wrong code is explained by a wrong clock: five minutes. */
const CLOCK_WINDOW = 10;
const PERIOD_MS = PARAMETERS.periodSeconds * 1000;

/** The time step of a right code; or by how many minutes the clock of the device seems to be off, if it explains a wrong one. */
export type TotpCheck = { step: number } | { step: null; minutesOff: number | null };

const totpOf = (secret: string, username = ''): TOTP =>
  new TOTP({
    issuer: PRODUCT_NAME,
    label: username,
    algorithm: 'SHA1',
    digits: PARAMETERS.digits,
    period: PARAMETERS.periodSeconds,
    secret: Secret.fromBase32(secret),
  });

/** Returns a new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the content of the QR code of a secret. */
export const totpUri = (secret: string, username: string): string => totpOf(secret, username).toString();

/** Checks a code (RFC 6238). @param now in ms */
export function checkTotp(secret: string, code: string, now: number): TotpCheck {
  const totp = totpOf(secret);
  const step = Math.floor(now / PERIOD_MS);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta !== null) return { step: step + delta };
  const distant = totp.validate({ token: code, timestamp: now, window: CLOCK_WINDOW });
  return {
    step: null,
    minutesOff: distant === null ? null : Math.round((distant * PARAMETERS.periodSeconds) / 60),
  };
}
