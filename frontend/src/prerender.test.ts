import { describe, expect, it } from '@jest/globals';
import { PAGES, prerender } from './prerender.js';

/** What is drawn, as a browser reads it. */
async function drawn(page: (typeof PAGES)[number]) {
  const root = document.createElement('div');
  root.innerHTML = await prerender(page);
  return root;
}

const HEADINGS = {
  '/': 'ONIVERSE',
  '/auth': 'Come back in.',
  '/clean-auth': 'dev_access',
  '/purpose': /^A social platform of dreams and galaxies/u,
  '/instructions': 'Instructions',
  '/fund': 'Star Fuel',
} as const;

describe('what is drawn before the client runs', () => {
  it.each(PAGES)('%s has its content, and nothing that the policy of the pages refuses', async (page) => {
    const root = await drawn(page);
    expect(root.querySelector('h1')?.textContent).toEqual(
      typeof HEADINGS[page] === 'string' ? HEADINGS[page] : expect.stringMatching(HEADINGS[page]),
    );
    expect(root.querySelectorAll('script, style, [style]')).toHaveLength(0);
  });

  it.each(PAGES)('the forms and buttons of %s take nothing yet, its links do', async (page) => {
    const root = await drawn(page);
    const forms = root.querySelectorAll('form');
    expect(forms).toHaveLength(['/', '/auth', '/clean-auth'].includes(page) ? 1 : 0);
    for (const control of root.querySelectorAll('form, button')) expect(control).toHaveAttribute('inert');
    expect(root.querySelectorAll('a[href]').length).toBeGreaterThan(0);
    expect(root.querySelectorAll('a[inert]')).toHaveLength(0);
  });

  it('LND-012 counts nothing before the first answer', async () => {
    expect((await drawn('/')).querySelector('[data-testid=count]')).toHaveTextContent('—');
  });
});
