import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { followTranslatedText } from './translated-text.js';

beforeEach(followTranslatedText);

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
};

/** What translators do with a text, each with its own order of steps. */
const WAYS: Readonly<Record<string, (text: Text, font: Element) => void>> = {
  'replaces texts': (text, font) => text.replaceWith(font),
  'inserts before texts and removes them': (text, font) => {
    text.before(font);
    text.remove();
  },
  'inserts after texts and removes them': (text, font) => {
    text.after(font);
    text.remove();
  },
  'moves texts into its elements': (text, font) => {
    text.replaceWith(font);
    font.replaceChildren(text);
  },
};

const Page = ({ count, children }: { count: number; children?: ReactNode }) => (
  <main>
    {children}
    {count} unread, {count === 1 ? 'one' : 'many'} <b>{`of ${count}`}</b>
    {count > 1 && 'and a mention'}
    <ul>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>row {index}</li>
      ))}
    </ul>
  </main>
);

describe('a page that is translated', () => {
  for (const [way, replace] of Object.entries(WAYS)) {
    it(`NXT-440 shows what changed, and neither more nor less, if the translator ${way}`, async () => {
      const { container, rerender } = render(<Page count={3} />);
      const translate = () =>
        act(async () => {
          for (const text of textsIn(container)) {
            const font = document.createElement('font');
            font.textContent = text.data.toUpperCase();
            replace(text, font);
          }
          await Promise.resolve();
        });
      await translate();
      expect(container.querySelectorAll('font').length).toBeGreaterThan(5);
      const steps: ComponentProps<typeof Page>[] = [
        { count: 1 },
        { count: 2, children: 'and more' },
        { count: 4, children: 'other' },
        { count: 4 },
        { count: 0 },
      ];
      for (const step of steps) {
        rerender(<Page {...step} />);
        const fresh = render(<Page {...step} />);
        // What did not change may stay translated.
        expect(container.textContent?.toLowerCase()).toBe(fresh.container.textContent?.toLowerCase());
        fresh.unmount();
        await translate();
      }
    });
  }
});
