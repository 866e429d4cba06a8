import { describe, expect, it } from '@jest/globals';
import { LIMITS } from './limits.js';
import * as features from '../features.js';
import { firstViolation, type FieldRules, readField } from './field-rules.js';

const {
  LOGIN_RULES: login,
  MESSAGE_RULES: message,
  REGISTER_RULES: register,
  RESERVED_USERNAMES,
  WAITLIST_RULES: waitlist,
} = features;
const FORMS = Object.entries<unknown>(features).filter(([name]) => name.endsWith('_RULES'));

const NAMES = /^(?:displayName|name|passkeyName|title)$/;

describe('the rules of the forms', () => {
  it('NXT-421 stores every name and title on one line, without controls', () => {
    const names = FORMS.flatMap(([form, fields]) =>
      Object.entries<FieldRules>(Object(fields))
        .filter(([name]) => NAMES.test(name))
        .map(([name, rules]) => ({ field: `${form}.${name}`, rules })),
    );
    expect(names).toHaveLength(13);
    for (const { field, rules } of names) {
      const read = readField(rules, ' A\r\n\tB\u2028\u0085C\u202E\u2067\u009Bd\u2029');
      expect({ field, read }).toEqual({ field, read: 'A B Cd' });
    }
    expect(readField(message.content, 'A\nB')).toBe('A\nB');
  });

  it.each<[string, FieldRules, string, string | undefined]>([
    ['AUT-029', login.username, ' ', 'Error: ONI_ID required to access network'],
    ['AUT-033', login.username, 'a'.repeat(255), 'Error: ONI_ID must be less than 20 characters'],
    ['AUT-030', login.password, '', 'Error: password required to access network'],
    ['AUT-031', register.username, '', 'Error: ONI_ID required to create account'],
    ['AUT-032', register.username, 'ab', 'Error: ONI_ID must be at least 3 characters'],
    ['AUT-032', register.username, 'abc', undefined],
    ['AUT-033', register.username, 'a'.repeat(21), 'Error: ONI_ID must be less than 20 characters'],
    ['AUT-033', register.username, 'a'.repeat(20), undefined],
    [
      'AUT-034',
      register.username,
      'Abc',
      'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
    ],
    [
      'AUT-034',
      register.username,
      'a-b',
      'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
    ],
    ['GAP-027', register.username, 'A-', 'Error: ONI_ID must be at least 3 characters'],
    ['GAP-027', register.password, 'a', 'Error: password must be at least 8 characters long'],
    ['AUT-035', register.email, '', 'Error: email required to create account'],
    ['AUT-036', register.email, 'a@b', 'Error: please enter a valid email address'],
    ['AUT-036', register.email, 'a b@c.de', 'Error: please enter a valid email address'],
    ['AUT-036', register.email, 'a@b.cd\r\nbcc: e@f.gh', 'Error: please enter a valid email address'],
    ['AUT-036', register.email, ' a.b+c@d-e.fg ', undefined],
    ['AUT-036', register.email, `a@${'b'.repeat(250)}.de`, 'Error: please enter a valid email address'],
    ['AUT-037', register.password, '', 'Error: password required to create account'],
    ['AUT-038', register.password, 'Aa1@567', 'Error: password must be at least 8 characters long'],
    ['AUT-038', register.password, 'Aa1@5678', undefined],
    ['GAP-028', register.password, `Aa1@${'x'.repeat(124)}`, undefined],
    [
      'GAP-028',
      register.password,
      `Aa1@${'x'.repeat(125)}`,
      'Error: password must be at most 128 characters long',
    ],
    ['AUT-009', register.displayName, '', undefined],
    ['GAP-029', register.displayName, '☾'.repeat(50), undefined],
    ['GAP-029', register.displayName, '☾'.repeat(51), 'Error: Oni name must be at most 50 characters'],
    ['WTL-007', waitlist.oni_id, '', undefined],
    ['WTL-007', waitlist.access_key, '', undefined],
    ['WTL-006', waitlist.email, 'nowhere', 'Error: please enter a valid email address'],
    ['GAP-047', waitlist.oni_id, 'No', 'Error: ONI_ID must be at least 3 characters'],
    ['GAP-130', message.content, ' \n ', 'A message needs some text.'],
    ['GAP-130', message.content, '🌕'.repeat(4_000), undefined],
    ['GAP-130', message.content, '🌕'.repeat(4_001), 'A message can have up to 4,000 characters.'],
  ])('%s: reports the first violation (case %#)', (_, rules, text, expected) => {
    expect(firstViolation(rules, text)?.message).toBe(expected);
  });

  it.each(['AA1@5678', 'aa1@5678', 'Aab@cdef', 'Aa123456'])(
    'AUT-039 rejects %s, which lacks a class of characters',
    (password) => {
      expect(firstViolation(register.password, password)?.message).toBe(
        'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
      );
    },
  );

  it('LIM-001 LIM-002 use the limits of the specification', () => {
    expect(LIMITS.username).toEqual({ min: 3, max: 20 });
    expect(LIMITS.registerPassword.min).toBe(8);
  });

  it('GAP-041 reserves the usernames of the product', () => {
    for (const name of ['admin', 'oni', 'oniverse', 'api', 'me', 'null']) {
      expect(RESERVED_USERNAMES.has(name)).toBe(true);
    }
  });
});
