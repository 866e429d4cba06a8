import { expect } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { drawn } from './canvas.js';
import { signIn } from './members.js';
import { renderApp } from './render.js';
import { server } from './server.js';

/** A member as the server tells of one. */
export const node = (id: string, username: string, isCurrentUser = false) => ({
  id,
  username,
  displayName: null,
  isCurrentUser,
});
/** Two members and the tags that they share. */
export const link = (fromUserId: string, toUserId: string, ...sharedTags: string[]) => ({
  fromUserId,
  toUserId,
  strength: sharedTags.length,
  sharedTags,
});
/** Four members, of whom one has no line. */
export const SKY: Constellation = {
  users: [node('a', 'vesper', true), node('b', 'otto_n'), node('c', 'juno_9'), node('d', 'sable')],
  connections: [link('a', 'b', 'maps', 'night_walks'), link('b', 'c', 'maps')],
};

/** How often the constellation was asked for since it was last served. */
export let fetches = 0;
/** Lets the server answer with a constellation. */
export function serve(sky: Constellation = SKY): void {
  fetches = 0;
  server.use(
    http.get('/api/constellation', () => {
      fetches += 1;
      return HttpResponse.json(sky);
    }),
  );
}

export const canvasOf = () => screen.findByRole('application', { name: /^Network graph/ });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const detailsOf = () => screen.getByRole('region', { name: 'Node details' });

/** Where the circle of a radius was last drawn, in the drawing space. */
export function placeOfRing(radius: number): { x: number; y: number } {
  const [x, y] = drawn.findLast(({ what, args }) => what === 'arc' && args[2] === radius)?.args ?? [];
  if (typeof x !== 'number' || typeof y !== 'number') throw new Error(`No ring of ${radius} was drawn.`);
  return { x, y };
}

/** A press at a point of the canvas, as a mouse makes it. */
export async function click(canvas: HTMLElement, { x, y }: { x: number; y: number }): Promise<void> {
  const at = { clientX: x, clientY: y, button: 0, bubbles: true };
  await act(async () => {
    for (const name of ['pointerdown', 'pointerup']) fireEvent(canvas, new MouseEvent(name, at));
  });
}

type Opened = ReturnType<typeof renderApp> & { canvas: HTMLElement };

/** Opens the page as the first of the members. @returns it, once it is drawn */
export async function open(path = '/constellation'): Promise<Opened> {
  signIn({ id: 'a' });
  const view = renderApp(path);
  const canvas = await canvasOf();
  await waitFor(() => expect(drawn.some(({ what }) => what === 'arc')).toBe(true));
  return { ...view, canvas };
}
