import { beforeEach, describe, expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { renderApp } from '../testing/render.js';
import { isComposing } from './composing.js';
import { keyOf } from './keys.js';
import { useReservedKeys } from './use-reserved-keys.js';

const OWNED_KEYS = [
  ['a key during a composition', { isComposing: true }],
  ["the key that ended a composition, in WebKit's order", { keyCode: 229 }],
  ['a key during a composition in Chromium on Windows', { isComposing: true, keyCode: 229 }],
] as const;

describe('keyOf', () => {
  it.each(OWNED_KEYS)('leaves %s to the input method', (_, init) => {
    const keys: string[] = [];
    render(<input onKeyDown={(event) => keys.push(keyOf(event), keyOf(event.nativeEvent))} />);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...init });
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', keyCode: 13 });
    expect(keys).toEqual(['', '', 'Enter', 'Enter']);
  });
});

describe('isComposing', () => {
  it('tells a change during a composition from one after it', () => {
    const changes: boolean[] = [];
    const record = (event: Parameters<typeof isComposing>[0]) => void changes.push(isComposing(event));
    render(<input onChange={record} onCompositionEnd={record} />);
    const field = screen.getByRole('textbox');
    const inputEvent = (value: string, composing: boolean) =>
      createEvent.input(field, { target: { value }, isComposing: composing });
    fireEvent(field, inputEvent('n', true));
    fireEvent.compositionEnd(field);
    fireEvent(field, inputEvent('nn', false));
    expect(changes).toEqual([true, false, false]);
  });
});

describe('useReservedKeys', () => {
  beforeEach(() => void renderHook(useReservedKeys));

  const fields = () => {
    render(
      <>
        <input aria-label="line" />
        <textarea aria-label="text" />
      </>,
    );
    return { line: screen.getByLabelText('line'), text: screen.getByLabelText('text') };
  };

  it.each(OWNED_KEYS)('prevents that %s submits a form or closes a dialog', (_, init) => {
    const { line, text } = fields();
    expect(fireEvent.keyDown(line, { key: 'Enter', ...init })).toBe(false);
    for (const field of [line, text])
      expect(fireEvent.keyDown(field, { key: 'Escape', ...init })).toBe(false);
  });

  it('leaves every other key to the page', () => {
    const { line, text } = fields();
    expect(fireEvent.keyDown(text, { key: 'Enter', isComposing: true })).toBe(true);
    for (const key of ['Enter', 'Escape', 'a']) {
      for (const field of [line, text]) expect(fireEvent.keyDown(field, { key })).toBe(true);
    }
  });
});

describe('a page', () => {
  it('leaves the keys of an input method to it from the start, for visitors too', async () => {
    renderApp('/auth');
    const field = await screen.findByLabelText('ONI_ID');
    for (const key of ['Enter', 'Escape']) {
      expect(fireEvent.keyDown(field, { key, keyCode: 229 })).toBe(false);
      expect(fireEvent.keyDown(field, { key })).toBe(true);
    }
  });
});
