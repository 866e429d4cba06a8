import type { ConstellationHistory } from '@oniverse/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  CONSTELLATION,
  fetchCount,
  getButton,
  openConstellation,
  serveConstellation,
} from '../../../../testing/constellation.js';
import { link, node } from '../../../../testing/network.js';
import { installCanvas } from '../../../../testing/canvas.js';
import { setMedia } from '../../../../testing/browser.js';
import { DAY_MS, pastOf, rangeOf } from './past.js';

const WEEKS = 10;
/** The Monday of the present week. */
const monday = () => {
  const day = Math.floor(Date.now() / DAY_MS);
  return (day - ((day + 3) % 7)) * DAY_MS;
};
const history = (): ConstellationHistory => {
  const from = monday() - (WEEKS - 1) * 7 * DAY_MS;
  return {
    from: new Date(from).toISOString().slice(0, 10),
    weeks: WEEKS,
    users: ['a', 'b', 'c', 'd'],
    // vesper and otto_n since week 6, otto_n and juno_9 since week 2, otto_n and sable in weeks 2 to 4.
    links: [
      [0, 1, 6, 9],
      [1, 2, 2, 9],
      [1, 3, 2, 4],
    ],
    own: [{ userId: 'b', formedAt: new Date(from + 44 * DAY_MS).toISOString() }],
  };
};

const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Date' });
const choose = async (week: number) => {
  fireEvent.change(await slider(), { target: { value: String(week) } });
};
const linksShown = async (count: number) =>
  screen.findByRole('application', {
    name: `Network graph, 4 nodes and ${count === 1 ? '1 link' : `${count} links`}`,
  });

describe('the time slider', () => {
  beforeEach(() => {
    installCanvas();
    setMedia('(prefers-reduced-motion: reduce)');
  });

  it('NXT-124 draws the links of the chosen week and nodes where they are, until "Back to now"', async () => {
    serveConstellation(CONSTELLATION, history());
    const { user } = await openConstellation();
    await linksShown(2);
    expect(await slider()).toHaveValue('9');
    expect(screen.getByText('Your line had formed')).toBeInTheDocument();
    await choose(3);
    await linksShown(2);
    expect(screen.getByText('0 of your 1 line had formed')).toBeInTheDocument();
    await choose(5);
    await linksShown(1);
    await choose(6);
    await linksShown(2);
    expect(screen.getByText('Your line had formed')).toBeInTheDocument();
    await choose(1);
    expect(await slider()).toHaveValue('2');
    await user.click(getButton('Back to now'));
    expect(await slider()).toHaveValue('9');
    expect((await slider()).getAttribute('aria-valuetext')).toMatch(/\d{4}, now$/);
  });

  it('NXT-124 moves by a month with the Page keys', async () => {
    serveConstellation(CONSTELLATION, history());
    await openConstellation();
    fireEvent.keyDown(await slider(), { key: 'PageDown' });
    expect([4, 5]).toContain((await slider()).valueAsNumber);
    fireEvent.keyDown(await slider(), { key: 'PageDown' });
    fireEvent.keyDown(await slider(), { key: 'PageUp' });
    await waitFor(async () => expect((await slider()).valueAsNumber).toBeGreaterThan(4));
  });

  it('NXT-190 stays at the chosen week while the view expands and shrinks', async () => {
    serveConstellation(CONSTELLATION, history());
    const { user } = await openConstellation();
    await choose(5);
    await linksShown(1);
    await user.click(getButton('Expand the constellation'));
    await waitFor(() => expect(fetchCount).toBe(2));
    await linksShown(1);
    await user.click(getButton('Shrink the constellation'));
    await linksShown(1);
    expect(await slider()).toHaveValue('5');
  });

  it('NXT-124 plays to the present, a week at a time', async () => {
    setMedia();
    serveConstellation(CONSTELLATION, history());
    const { user } = await openConstellation();
    await slider();
    await user.click(getButton(/^Play from /));
    await linksShown(2);
    expect(getButton('Pause')).toBeInTheDocument();
    await waitFor(async () => expect(await slider()).toHaveValue('9'), { timeout: 10_000 });
    expect(getButton(/^Play from /)).toBeInTheDocument();
  });

  it('NXT-124 goes on by a month under reduced motion', async () => {
    serveConstellation(CONSTELLATION, history());
    const { user } = await openConstellation();
    await slider();
    await user.click(getButton('Next month'));
    expect(await slider()).toHaveValue('2');
    await user.click(getButton('Next month'));
    await waitFor(async () => expect((await slider()).valueAsNumber).toBeGreaterThan(5));
  });

  it('says when there is no past yet', async () => {
    serveConstellation();
    await openConstellation();
    expect(await screen.findByText('From next week, you can look back in time here.')).toBeInTheDocument();
  });
});

describe('pastOf', () => {
  it('NXT-126 leaves out members who left since, and newcomers', () => {
    const past = history();
    const before = CONSTELLATION.users;
    const present = {
      users: [...before.filter(({ id }) => id !== 'c'), node('e', 'pell')],
      connections: [link('a', 'b', 'maps')],
    };
    expect(rangeOf(past)).toEqual({ first: 2, last: 9 });
    expect(pastOf(past, 7, before, present).users.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
    expect(pastOf(past, 7, before, present).connections[0]).toEqual(link('a', 'b', 'maps'));
    expect(pastOf(past, 5, before, present).connections).toEqual([
      { fromUserId: 'b', toUserId: 'c', strength: 1, sharedTags: [] },
    ]);
  });
});
