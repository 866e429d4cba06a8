import { describe, expect, it } from '@jest/globals';
import { PAGES, prerender } from './prerender.js';

/** Parses the prerendered markup of a page. */
async function parsePage(page: (typeof PAGES)[number]) {
  const root = document.createElement('div');
  root.innerHTML = await prerender(page);
  return root;
}

const HEADINGS = {
  '/': 'ONIVERSE',
  '/auth': 'Welcome back.',
  '/clean-auth': 'dev_access',
  '/purpose': /^A social platform of dreams and galaxies/u,
  '/instructions': 'Instructions',
  '/fund': 'Star Fuel',
} as const;

describe('prerender', () => {
  it.each(PAGES)('%s has its content, and nothing that the content security policy blocks', async (page) => {
    const root = await parsePage(page);
    expect(root.querySelector('h1')?.textContent).toEqual(
      typeof HEADINGS[page] === 'string' ? HEADINGS[page] : expect.stringMatching(HEADINGS[page]),
    );
    expect(root.querySelectorAll('script, style, [style]')).toHaveLength(0);
  });

  it.each(PAGES)('the forms and buttons of %s are inert, its links are not', async (page) => {
    const root = await parsePage(page);
    const forms = root.querySelectorAll('form');
    expect(forms).toHaveLength(['/', '/auth', '/clean-auth'].includes(page) ? 1 : 0);
    for (const control of root.querySelectorAll('form, button')) expect(control).toHaveAttribute('inert');
    expect(root.querySelectorAll('a[href]').length).toBeGreaterThan(0);
    expect(root.querySelectorAll('a[inert]')).toHaveLength(0);
  });

  it('LND-012 shows no count before the first response', async () => {
    expect((await parsePage('/')).querySelector('[data-testid=count]')).toHaveTextContent('—');
  });
});
