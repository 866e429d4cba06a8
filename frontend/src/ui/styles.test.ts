import { readdirSync, readFileSync } from 'node:fs';
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
    expect(base).toMatch(/effects-off~='motion'\][\s\S]*animation: none !important;\s*transition: none/u);
  });

  it('the two ways of asking for less motion are told apart nowhere', () => {
    const asks = (way: RegExp) => sheets.filter(({ text }) => way.test(text)).map(({ path }) => path);
    const everywhere = ['styles/base.css', 'styles/tokens.css'];
    expect(asks(/prefers-reduced-motion/u).toSorted()).toEqual(everywhere);
    expect(asks(/effects-off~='motion'/u).toSorted()).toEqual(everywhere);
  });
});

const SOURCE = 'frontend/src';
const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: readFileSync(`${SOURCE}/${path}`, 'utf8') }));
const textOf = (path: string) => sheets.find((sheet) => sheet.path === path)?.text ?? '';
const tokens = { main: textOf('styles/tokens.css'), nineties: textOf('theme/nineties/tokens.css') };

/** The tokens that the blocks of some selectors define, with their values. */
function defined(sheet: string, ...selectors: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, selector = '', body = ''] of sheet.matchAll(/(?:^|\n)([^{}@/]+) \{([^}]*)\}/gu)) {
    if (!selectors.some((one) => selector.split(',').some((part) => part.trim() === one))) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+): ([^;]+);/gu))
      found.set(name, value.trim());
  }
  return found;
}
const ofMain = (mode: string) =>
  defined(tokens.main, "[data-theme='main-cyberpunk']", `[data-theme='main-cyberpunk'][data-mode='${mode}']`);
const ofNineties = (mode: string) =>
  defined(tokens.nineties, "[data-theme='90s-computer']", `[data-theme='90s-computer'][data-mode='${mode}']`);

describe('themes', () => {
  it.each(['dark', 'light'])('THM-008 THM-009 each has a whole set of tokens of its own, %s', (mode) => {
    const needed = [...ofMain(mode).keys()];
    expect(needed).toEqual(expect.arrayContaining(['--accent', '--warm', '--bg', '--font-text', '--r-1']));
    expect([...ofMain('dark').keys()]).toEqual(needed);
    const own = new Set(ofNineties(mode).keys());
    expect(needed.filter((name) => !own.has(name))).toEqual([]);
  });

  it('THM-009 light differs from dark in accent, second colour and ground', () => {
    for (const theme of [ofMain, ofNineties]) {
      for (const name of ['--accent', '--warm', '--bg']) {
        expect(theme('light').get(name)).not.toBe(theme('dark').get(name));
      }
    }
  });

  it('THM-011 GAP-073 the 90s computer is set in Chicago, or what comes near it', () => {
    expect(ofNineties('light').get('--font-display')).toMatch(/^'Jersey 20', 'Chicago', .*sans-serif$/u);
  });

  it('THM-010 THM-012 the 90s computer has windows and a picture behind them, in both modes', () => {
    const looks = textOf('theme/nineties/nineties.css');
    for (const mode of ['light', 'dark']) expect(looks).toContain(`--desk: url(./desk-${mode}.png)`);
    expect(looks).toMatch(/background: var\(--desk\)/u);
    expect(looks).toContain('.win__t');
  });

  it('the 90s computer touches nothing outside itself', () => {
    const looks = textOf('theme/nineties/nineties.css').replaceAll(/\/\*[\s\S]*?\*\//gu, '');
    const tops = looks.split('\n').filter((line) => /^[^\s}]/u.test(line));
    expect(tops.filter((line) => !line.startsWith("[data-theme='90s-computer']"))).toEqual([]);
  });

  it.each(['frontend/index.html', 'frontend/__ui.html'])(
    'the frame of the browser has the ground’s colour: %s',
    (page) => {
      const [, shown, dark, light] =
        /name="theme-color" content="(.+?)" data-dark="(.+?)" data-light="(.+?)"/u.exec(
          readFileSync(page, 'utf8'),
        ) ?? [];
      expect([shown, dark, light]).toEqual([dark, ofMain('dark').get('--bg'), ofMain('light').get('--bg')]);
    },
  );
});

describe('tokens', () => {
  it('are the one place of colours; masks, which show none, aside', () => {
    const literals = sheets
      .filter(({ path }) => !path.endsWith('tokens.css'))
      .flatMap(({ path, text }) =>
        text
          .replaceAll(/(?:-webkit-)?mask(?:-image)?:[^;]+;/gu, '')
          .split('\n')
          .filter((line) => /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/iu.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(literals).toEqual([]);
  });

  it('are there where the components name them', () => {
    const known = new Set(
      sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+):/gu)].map(([, name]) => name)),
    );
    const missing = sheets
      .filter(({ path }) => !path.startsWith('features/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/var\((--(?!radix-)[\w-]+)/gu)]
          .map(([, name]) => name)
          .filter((name) => !known.has(name))
          .map((name) => `${path}: ${name}`),
      );
    expect(missing).toEqual([]);
  });
});
