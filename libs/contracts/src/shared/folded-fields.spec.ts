import { describe, expect, it } from '@jest/globals';
import { WAITLIST_RULES } from '../account/account-rules.js';
import { SECURITY_RULES } from '../account/account-security.js';
import { firstViolation, readField } from './field-rules.js';
import { REGISTER_RULES } from '../account/accounts.js';

describe('codes as they are typed', () => {
  it.each([
    '419203',
    '419 203',
    '419-203',
    '٤١٩٢٠٣',
    '४१९२०३',
    '４１９２０３',
    '𝟜𝟙𝟡𝟚𝟘𝟛',
    '419\u2011203',
    '\u200e419203',
  ])('NXT-463 are read with digits of every script, without separators: %j', (typed) => {
    for (const rules of [SECURITY_RULES.code, SECURITY_RULES.requiredCode]) {
      expect(firstViolation(rules, typed)).toBeUndefined();
      expect(readField(rules, typed)).toBe('419203');
    }
  });

  it('NXT-463 are recovery codes, too', () => {
    for (const typed of ['7KQM-2F9X', '7KQM – 2F9X', '७kqm२f९x']) {
      expect(firstViolation(SECURITY_RULES.recoveryCode, typed)).toBeUndefined();
    }
    expect(readField(SECURITY_RULES.recoveryCode, '७KQM – २F९X')).toBe('7KQM2F9X');
  });

  it('NXT-463 are refused with other characters or another length', () => {
    for (const typed of ['41920', '4192030', '41920a', '½19203', '']) {
      expect(firstViolation(SECURITY_RULES.requiredCode, typed)).toBeDefined();
    }
  });
});

describe('addresses as they are typed', () => {
  const rules = [WAITLIST_RULES.email, REGISTER_RULES.email, SECURITY_RULES.email];

  it('NXT-464 have the ASCII form of an international domain', () => {
    for (const rule of rules) {
      expect(firstViolation(rule, 'noor@Bücher.example')).toBeUndefined();
      expect(readField(rule, ' noor@Bücher.example ')).toBe('noor@xn--bcher-kva.example');
      expect(readField(rule, 'noor@例え。テスト')).toBe('noor@xn--r8jz45g.xn--zckzah');
      expect(readField(rule, 'Noor@Tidepool.example')).toBe('Noor@Tidepool.example');
    }
  });

  it('NXT-464 are refused if the domain or the part before it cannot be written', () => {
    for (const typed of [
      'nöor@tidepool.example',
      'noor@tide\u200fpool',
      'noor@bü cher.example',
      'noor@bü/cher.example',
      'noor@🌕.example',
    ]) {
      for (const rule of rules) expect(firstViolation(rule, typed)).toBeDefined();
    }
  });
});
