import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { signIn } from '../testing/members.js';
import { renderApp } from '../testing/render.js';

const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const mouse = { pointerType: 'mouse', bubbles: true } as const;
const button = () => screen.getByRole('button', { name: 'Vesper Lund' });
const expanded = () => button().getAttribute('aria-expanded');
const move = (target: Element) => {
  const event = new MouseEvent('pointermove', { bubbles: true });
  Object.defineProperty(event, 'pointerType', { value: 'mouse' });
  fireEvent(target, event);
};
const leave = (target: Element) => {
  const event = new MouseEvent('pointerout', { bubbles: true, relatedTarget: document.body });
  Object.defineProperty(event, 'pointerType', { value: 'mouse' });
  fireEvent(target, event);
};

beforeEach(async () => {
  signIn();
  renderApp('/purpose');
  await screen.findByRole('button', { name: 'Vesper Lund' });
  jest.useFakeTimers();
});

describe('the timing of the user menu', () => {
  it('NAV-019 opens 200 ms after the pointer stops on it', async () => {
    move(button());
    await advance(150);
    expect(expanded()).toBe('false');
    await advance(60);
    expect(expanded()).toBe('true');
  });

  it('NAV-019 closes 150 ms after the pointer leaves', async () => {
    const trigger = button();
    move(trigger);
    await advance(250);
    leave(trigger);
    await advance(100);
    expect(expanded()).toBe('true');
    await advance(60);
    expect(expanded()).toBe('false');
  });

  it('stays open on a click right after a hover opened it', async () => {
    const trigger = button();
    move(trigger);
    await advance(250);
    fireEvent.click(trigger, mouse);
    expect(expanded()).toBe('true');
    await advance(600);
    fireEvent.click(trigger, mouse);
    expect(expanded()).toBe('false');
  });
});
