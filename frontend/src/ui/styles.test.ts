import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const components = readFileSync('frontend/src/styles/components.css', 'utf8');
const navigation = readFileSync('frontend/src/features/navigation/navigation.css', 'utf8');
const base = readFileSync('frontend/src/styles/base.css', 'utf8');
const rule = (sheet: string, selector: string) =>
  new RegExp(`(?:^|\\n)${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`, 'u').exec(sheet)?.[1] ?? '';

describe('style sheets', () => {
  it('TOA-006 the toast viewport is at most 420 px wide', () => {
    expect(rule(components, '.toaster')).toMatch(/max-width: 420px/u);
  });

  it('NAV-001 the bar is fixed', () => {
    expect(rule(navigation, '.nav')).toMatch(/position: fixed/u);
  });

  it('GAP-023 the first word of a message is upper-cased by style alone', () => {
    expect(rule(components, '.err__word')).toMatch(/text-transform: uppercase/u);
  });

  it('nothing moves where less motion is asked for', () => {
    expect(base).toMatch(
      /prefers-reduced-motion: reduce\)[\s\S]*animation: none !important;\s*transition: none/u,
    );
  });
});
