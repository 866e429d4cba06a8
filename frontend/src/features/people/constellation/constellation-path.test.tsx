import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Constellation, findPath } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { setMedia } from '../../../testing/browser.js';
import { drawCalls, installCanvas } from '../../../testing/canvas.js';
import {
  CONSTELLATION,
  getButton,
  getDetails,
  openConstellation,
  ringPosition,
  serveConstellation,
} from '../../../testing/constellation.js';
import { link, node } from '../../../testing/network.js';
import { mock } from '../../../testing/mock.js';

/** The last member is not in the loaded constellation. */
const PATH: Constellation = {
  users: [...CONSTELLATION.users.slice(0, 3), node('e', 'halcyon')],
  connections: [
    link('a', 'b', 'maps', 'night_walks'),
    link('b', 'c', 'maps'),
    link('c', 'e', 'coast', 'moths', 'tides'),
  ],
};
const NO_PATH: Constellation = { users: [], connections: [] };

const requested: object[] = [];
function servePath(answer: (query: { without?: string }) => Constellation): void {
  mock(findPath, ({ query }) => {
    requested.push(query);
    return answer(query);
  });
}

const panel = () => within(screen.getByRole('region', { name: 'Path' }));
const steps = () =>
  panel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  requested.length = 0;
  installCanvas();
  setMedia('(prefers-reduced-motion: reduce)');
  serveConstellation();
  servePath(() => PATH);
});

describe('paths', () => {
  it('NXT-140 describes each step of a path, draws it, and adds its members to the chart', async () => {
    const { user, canvas } = await openConstellation();
    await user.type(panel().getByRole('combobox', { name: 'To' }), 'halcyon{Enter}');
    await waitFor(() =>
      expect(steps()).toEqual([
        'youthrough #maps and #night_walks',
        '@otto_nthrough #maps',
        '@juno_9through #coast, #moths and #tides',
        '@halcyon',
      ]),
    );
    expect(requested).toEqual([{ from: 'vesper', to: 'halcyon' }]);
    expect(canvas).toHaveAccessibleName('Network graph, 5 nodes and 3 links');
    // With reduced motion the path is complete at once: its end has two more rings.
    await waitFor(() => expect(ringPosition(23)).toEqual(ringPosition(14)));
    const labels = drawCalls.filter(({ method }) => method === 'fillText').map(({ args }) => args[0]);
    expect(labels).toEqual(expect.arrayContaining(['you', '@otto_n', '@juno_9', '@halcyon']));
  });

  it('NXT-442 draws and offers members by their names, each isolated from text of another direction', async () => {
    const named = { ...node('b', 'otto_n'), displayName: 'אוטו!' };
    serveConstellation({ ...CONSTELLATION, users: CONSTELLATION.users.with(1, named) });
    const { user } = await openConstellation();
    const to = panel().getByRole('combobox', { name: 'To' });
    await user.type(to, 'אוט');
    const isolated = [...screen.getByRole('option').querySelectorAll('bdi')];
    expect(isolated.map(({ textContent }) => textContent)).toEqual(['אוטו!', '@otto_n']);
    await user.keyboard('{Enter}');
    const chosen = panel().getByRole('combobox', { name: 'To' });
    expect(chosen).toHaveValue('\u2068אוטו!\u2069 @otto_n');
    expect(chosen).toHaveAttribute('dir', 'ltr');
    await waitFor(() => expect(requested).toEqual([{ from: 'vesper', to: 'otto_n' }]));
    // What was chosen is replaced as a whole, and stays the member if it is entered again.
    await user.click(chosen);
    await user.keyboard('{Enter}');
    expect(chosen).toHaveValue('\u2068אוטו!\u2069 @otto_n');
    await user.keyboard('halcyon{Enter}');
    expect(panel().getByRole('combobox', { name: 'To' })).toHaveValue('@halcyon');
    const labels = drawCalls.filter(({ method }) => method === 'fillText').map(({ args }) => args[0]);
    expect(labels).toContain('\u2068אוטו!\u2069');
  });

  it('NXT-140 starts from the details of a node, and ends with Clear', async () => {
    servePath(() => ({ users: PATH.users.slice(0, 3), connections: PATH.connections.slice(0, 2) }));
    const { user } = await openConstellation();
    await user.click(getButton(/^@juno_9/));
    await user.click(within(getDetails()).getByRole('button', { name: 'Path to this node' }));
    await waitFor(() => expect(steps()).toHaveLength(3));
    expect(panel().getByRole('combobox', { name: 'From' })).toHaveValue('you');
    await user.click(panel().getByRole('button', { name: 'Clear' }));
    expect(panel().queryByRole('listitem')).toBeNull();
    expect(panel().getByRole('combobox', { name: 'To' })).toHaveValue('');
    // The selection stays.
    expect(within(getDetails()).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
  });

  it('NXT-141 shows another path around the members of the first, then says that there is none', async () => {
    servePath(({ without }) => (without === undefined ? PATH : NO_PATH));
    const { user } = await openConstellation('/constellation?from=halcyon&to=vesper');
    await user.click(await panel().findByRole('button', { name: 'Another path' }));
    expect(await panel().findByText('There is no other path.')).toBeInTheDocument();
    const ends = { from: 'halcyon', to: 'vesper' };
    expect(requested).toEqual([ends, { ...ends, without: 'a,b,c,e' }]);
    await user.click(panel().getByRole('button', { name: 'Back to the first path' }));
    await waitFor(() => expect(steps()).toHaveLength(4));
  });

  it('NXT-142 says the same of an unknown member and of one without a path', async () => {
    servePath(() => NO_PATH);
    await openConstellation('/constellation?to=nobody');
    expect(await panel().findByText('No path of up to 6 links leads there.')).toBeInTheDocument();
  });

  it('NXT-140 draws one step after another', async () => {
    setMedia();
    const { user } = await openConstellation();
    await waitFor(() => expect(getButton('Save PNG')).toBeEnabled());
    const isComplete = () => drawCalls.some(({ method, args }) => method === 'arc' && args[2] === 23);
    await user.type(panel().getByRole('combobox', { name: 'To' }), 'halcyon{Enter}');
    await waitFor(() => expect(steps()).toHaveLength(4));
    expect(isComplete()).toBe(false);
    await waitFor(() => expect(isComplete()).toBe(true), { timeout: 10_000 });
  });
});
