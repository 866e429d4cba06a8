import { expect } from '@jest/globals';
import {
  type Constellation,
  type ConstellationHistory,
  getConstellation,
  getConstellationHistory,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { drawCalls } from './canvas.js';
import { signIn } from './members.js';
import { mock } from './mock.js';
import { link, NO_HISTORY, node } from './network.js';
import { renderApp } from './render.js';

/** The last node has no link. */
export const CONSTELLATION: Constellation = {
  users: [node('a', 'vesper', true), node('b', 'otto_n'), node('c', 'juno_9'), node('d', 'sable')],
  connections: [link('a', 'b', 'maps', 'night_walks'), link('b', 'c', 'maps')],
};

/** Since the last `serveConstellation`. */
export let fetchCount = 0;
export function serveConstellation(
  constellation: Constellation = CONSTELLATION,
  history: ConstellationHistory = NO_HISTORY,
): void {
  fetchCount = 0;
  mock(getConstellation, () => {
    fetchCount += 1;
    return constellation;
  });
  mock(getConstellationHistory, history);
}

export const findCanvas = () => screen.findByRole('application', { name: /^Network graph/ });
export const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
export const getDetails = () => screen.getByRole('region', { name: 'Node details' });

/** Returns the centre of the last circle with this radius. */
export function ringPosition(radius: number): { x: number; y: number } {
  const [x, y] = drawCalls.findLast(({ method, args }) => method === 'arc' && args[2] === radius)?.args ?? [];
  if (typeof x !== 'number' || typeof y !== 'number')
    throw new Error(`No ring with radius ${radius} was drawn.`);
  return { x, y };
}

export async function clickCanvas(canvas: HTMLElement, { x, y }: { x: number; y: number }): Promise<void> {
  const at = { clientX: x, clientY: y, button: 0, bubbles: true };
  await act(async () => {
    for (const name of ['pointerdown', 'pointerup']) fireEvent(canvas, new MouseEvent(name, at));
  });
}

type Opened = ReturnType<typeof renderApp> & { canvas: HTMLElement };

/** Resolves once the constellation is drawn. */
export async function openConstellation(path = '/constellation'): Promise<Opened> {
  signIn({ id: 'a' });
  const view = renderApp(path);
  const canvas = await findCanvas();
  await waitFor(() => expect(drawCalls.some(({ method }) => method === 'arc')).toBe(true));
  return { ...view, canvas };
}
