import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const toast = readFileSync('frontend/src/ui/toast.css', 'utf8');
const field = readFileSync('frontend/src/ui/field.css', 'utf8');
const navigation = readFileSync('frontend/src/frame/navigation.css', 'utf8');
const base = readFileSync('frontend/src/styles/base.css', 'utf8');
const rule = (sheet: string, selector: string) =>
  new RegExp(`\\n *${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`, 'u').exec(sheet)?.[1] ?? '';

describe('style sheets', () => {
  it('TOA-006 the toast viewport is at most 420 px wide', () => {
    expect(rule(toast, '.toaster')).toMatch(/max-width: 420px/u);
  });

  it('a handle of 20 characters is never truncated', () => {
    const messages = textOf('features/talk/messages/messages.css');
    for (const handle of [
      rule(messages, '.message__author'),
      rule(messages, '.message__author button'),
      rule(textOf('features/talk/dimensions/dimensions.css'), '.present-member__name'),
      rule(textOf('features/people/constellation/node-details.css'), '.node-links__target'),
    ]) {
      expect(handle).toMatch(/overflow-wrap: (?:anywhere|inherit)/u);
      expect(handle).not.toMatch(/ellipsis|nowrap/u);
    }
    const width = /max-width: ([\d.]+)ch/u.exec(rule(navigation, '.nav__name'))?.[1];
    expect(Number(width)).toBeGreaterThanOrEqual(20);
  });

  it('NXT-444 the initials of an avatar are not copied with a text', () => {
    expect(rule(readFileSync('frontend/src/ui/avatar.css', 'utf8'), '.avatar')).toMatch(/user-select: none/u);
  });

  it('NAV-001 the navigation bar is fixed', () => {
    expect(rule(navigation, '.nav')).toMatch(/position: fixed/u);
  });

  it('GAP-023 the first word of an error is upper-cased by CSS only', () => {
    expect(rule(field, '.error__word')).toMatch(/text-transform: uppercase/u);
  });

  it('nothing moves when reduced motion is preferred', () => {
    expect(base).toMatch(
      /prefers-reduced-motion: reduce\)[\s\S]*animation: none !important;\s*transition: none/u,
    );
    expect(base).toMatch(/effects-off~='motion'\][\s\S]*animation: none !important;\s*transition: none/u);
  });

  it('the system preference and our own switch have the same effect everywhere', () => {
    const sheetsWith = (pattern: RegExp) =>
      sheets.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    const expected = ['styles/base.css', 'styles/tokens.css'];
    expect(sheetsWith(/prefers-reduced-motion/u).toSorted()).toEqual(expected);
    expect(sheetsWith(/effects-off~='motion'/u).toSorted()).toEqual(expected);
  });
});

const SOURCE = 'frontend/src';
const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: readFileSync(`${SOURCE}/${path}`, 'utf8') }));
const LAYERS = /@layer ([\w, ]+);/u
  .exec(readFileSync('frontend/src/styles/layers.css', 'utf8'))?.[1]
  ?.split(', ');

/** Returns the layers that a sheet may fill. */
function layersFor(path: string): string[] {
  if (path.startsWith('theme/')) return ['theme'];
  if (/^(?:features|frame|specimen)\//u.test(path)) return ['features', 'theme', 'print'];
  const [, name = ''] = /^styles\/(\w+)[-.]/u.exec(path) ?? [];
  return LAYERS?.includes(name) === true ? [name] : ['components'];
}

describe('layers', () => {
  it('are declared before any other style of a page', () => {
    expect(LAYERS).toEqual(['tokens', 'base', 'components', 'features', 'theme', 'print']);
    for (const entry of ['main.tsx', 'specimen/main.tsx'])
      expect(readFileSync(`${SOURCE}/${entry}`, 'utf8')).toMatch(
        /^import '\.{1,2}\/styles\/layers\.css';\n/u,
      );
  });

  it.each(sheets.filter(({ path }) => !path.endsWith('/layers.css')))(
    'hold every rule of $path',
    ({ path, text }) => {
      const opened = text.split('\n').flatMap((line) => /^[^\s}/].*\{$/u.exec(line) ?? []);
      const allowed = ['@font-face {', ...layersFor(path).map((layer) => `@layer ${layer} {`)];
      expect(opened.filter((line) => !allowed.includes(line))).toEqual([]);
    },
  );
});

const textOf = (path: string) => sheets.find((sheet) => sheet.path === path)?.text ?? '';
const tokens = { main: textOf('styles/tokens.css'), nineties: textOf('theme/nineties/tokens.css') };

function tokensOf(sheet: string, ...selectors: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, selector = '', body = ''] of sheet.matchAll(/(?:^|\n)([^{}@/]+) \{([^}]*)\}/gu)) {
    if (!selectors.some((one) => selector.split(',').some((part) => part.trim() === one))) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+): ([^;]+);/gu))
      found.set(name, value.trim());
  }
  return found;
}
const mainTokens = (mode: string) =>
  tokensOf(
    tokens.main,
    "[data-theme='main-cyberpunk']",
    `[data-theme='main-cyberpunk'][data-mode='${mode}']`,
  );
const ninetiesTokens = (mode: string) =>
  tokensOf(
    tokens.nineties,
    "[data-theme='90s-computer']",
    `[data-theme='90s-computer'][data-mode='${mode}']`,
  );

describe('themes', () => {
  it.each(['dark', 'light'])('THM-008 THM-009 each theme defines every token, %s', (mode) => {
    const names = [...mainTokens(mode).keys()];
    expect(names).toEqual(expect.arrayContaining(['--accent', '--warm', '--bg', '--font-text', '--r-1']));
    expect([...mainTokens('dark').keys()]).toEqual(names);
    const own = new Set(ninetiesTokens(mode).keys());
    expect(names.filter((name) => !own.has(name))).toEqual([]);
  });

  it('THM-009 light differs from dark in accent, second colour and background', () => {
    for (const theme of [mainTokens, ninetiesTokens]) {
      for (const name of ['--accent', '--warm', '--bg']) {
        expect(theme('light').get(name)).not.toBe(theme('dark').get(name));
      }
    }
  });

  it('THM-011 GAP-073 the 90s theme uses Chicago or a similar typeface', () => {
    expect(ninetiesTokens('light').get('--font-display')).toMatch(/^'Jersey 20', 'Chicago', .*sans-serif$/u);
  });

  it('THM-010 THM-012 the 90s theme has windows and a desktop picture in both modes', () => {
    const looks = textOf('theme/nineties/nineties.css');
    for (const mode of ['light', 'dark']) expect(looks).toContain(`--desk: url(./desk-${mode}.png)`);
    expect(looks).toMatch(/background: var\(--desk\)/u);
    expect(looks).toContain('.window__title');
  });

  it('the 90s theme styles nothing outside its own elements', () => {
    const looks = sheets
      .filter(({ path }) => path.startsWith('theme/') && !/(?:fonts|tokens)\.css$/u.test(path))
      .map(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/^ {2}@media .*\{$/gmu, ''))
      .join('\n');
    const tops = looks.split('\n').filter((line) => /^ {2}[^\s}]/u.test(line));
    expect(tops.filter((line) => !line.trim().startsWith("[data-theme='90s-computer']"))).toEqual([]);
  });

  it.each(['frontend/index.html', 'frontend/__ui.html'])(
    'the browser’s theme colour equals the background: %s',
    (page) => {
      const [, shown, dark, light] =
        /name="theme-color" content="(.+?)" data-dark="(.+?)" data-light="(.+?)"/u.exec(
          readFileSync(page, 'utf8'),
        ) ?? [];
      expect([shown, dark, light]).toEqual([
        dark,
        mainTokens('dark').get('--bg'),
        mainTokens('light').get('--bg'),
      ]);
    },
  );
});

describe('tokens', () => {
  it('are the only place with colour literals, except in masks', () => {
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

  it('exist for every variable the components use', () => {
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
