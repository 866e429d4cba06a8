import { describe, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { checkTotp, newTotpSecret, totpUri } from './totp.js';

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const SECRET = Secret.fromUTF8('12345678901234567890').base32;
const SECOND = 1000;
const NOW = Date.UTC(2026, 2, 20, 21, 14, 15);
/** What an authenticator app with a clock that is off shows. */
const codeAt = (time: number, secret = SECRET): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });

describe('codes of authenticator apps', () => {
  // The RFC has eight digits; six are its last ones.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('ACC-031 accepts the code of RFC 6238 at %i s', (seconds, code) => {
    expect(checkTotp(SECRET, code, seconds * SECOND)).toEqual({ step: Math.floor(seconds / 30) });
  });

  it('ACC-031 accepts the code of the step before and after, and names its step', () => {
    const step = Math.floor(NOW / 30_000);
    for (const [seconds, found] of [
      [-30, step - 1],
      [0, step],
      [30, step + 1],
    ] as const) {
      expect(checkTotp(SECRET, codeAt(NOW + seconds * SECOND), NOW)).toEqual({ step: found });
    }
  });

  it.each([
    [60, 1],
    [120, 2],
    [180, 3],
    [300, 5],
    [-60, -1],
    [-120, -2],
    [-300, -5],
  ])('ACC-031 explains a code of a clock that is off by %i s', (seconds, minutesOff) => {
    expect(checkTotp(SECRET, codeAt(NOW + seconds * SECOND), NOW)).toEqual({ step: null, minutesOff });
  });

  it('ACC-031 explains no code that is further off, of another secret, or no code at all', () => {
    const wrong = { step: null, minutesOff: null };
    expect(checkTotp(SECRET, codeAt(NOW + 330 * SECOND), NOW)).toEqual(wrong);
    expect(checkTotp(SECRET, codeAt(NOW - 330 * SECOND), NOW)).toEqual(wrong);
    expect(checkTotp(SECRET, codeAt(NOW, Secret.fromUTF8('another secret 12345').base32), NOW)).toEqual(
      wrong,
    );
    for (const code of ['', '1', '12345', '1234567', 'abcdef']) {
      expect(checkTotp(SECRET, code, NOW)).toEqual(wrong);
    }
  });

  it('ACC-030 makes secrets of 160 bits, each its own', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('ACC-030 describes a secret for the QR code with the parameters that all apps support', () => {
    const uri = new URL(totpUri(SECRET, 'vesper'));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.href).toContain('totp/Oniverse:vesper');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Oniverse',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
