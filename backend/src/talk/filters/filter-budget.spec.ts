import { describe, expect, it } from '@jest/globals';
import type { Filter } from '@oniverse/contracts';
import { FilterBudget } from './filter-budget.js';

const pattern = (text: string): Filter => ({ kind: 'pattern', text, action: 'refuse' });
const word = (text: string): Filter => ({ kind: 'word', text, action: 'refuse' });
const many = (make: (n: number) => Filter): Filter[] => Array.from({ length: 200 }, (_, n) => make(n));

describe('FilterBudget', () => {
  const budget = new FilterBudget();

  it('TLK-272 accepts 200 words or patterns of usual forms', async () => {
    expect(await budget.findFault([])).toBeUndefined();
    expect(await budget.findFault(many((n) => word(`free nitro number ${n}`)))).toBeUndefined();
    expect(await budget.findFault(many((n) => pattern(`\\bbuy\\s+thing${n}s?\\b`)))).toBeUndefined();
  });

  it.each(['(', '(?=lookahead)', '\\1', 'a{1001}', '(a{1000}){1000}'])(
    'TLK-272 names the invalid pattern %s',
    async (invalid) => {
      const fault = await budget.findFault([pattern('fine'), word('('), pattern(invalid)]);
      expect(fault).toEqual({ reason: 'invalidPattern', filter: invalid });
    },
  );

  it('TLK-272 names a pattern that matches every message', async () => {
    expect(await budget.findFault([pattern('fine'), pattern('x*')])).toEqual({
      reason: 'broadPattern',
      filter: 'x*',
    });
  });

  it('TLK-272 refuses patterns that take far too long for a message that they have not seen, and names one', async () => {
    const hostile = many((n) => pattern(`\\x{449}.{${n}}\\x{436}`));
    expect(await budget.findFault(hostile)).toMatchObject({ reason: 'slowFilters' });
    const named = await budget.findFault([...many(() => word('fine')).slice(0, 3), pattern('a.{900}b')]);
    expect(named).toEqual({ reason: 'slowFilters', filter: 'a.{900}b' });
  });
});
