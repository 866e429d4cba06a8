import { beforeEach, describe, expect, it } from '@jest/globals';
import { getConstellation, getProfile } from '@oniverse/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setMedia } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { drawCalls, installCanvas } from '../../../testing/canvas.js';
import {
  getButton,
  findCanvas,
  clickCanvas,
  getDetails,
  openConstellation,
  ringPosition,
  serveConstellation,
  CONSTELLATION,
} from '../../../testing/constellation.js';
import { link, node } from '../../../testing/network.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

beforeEach(() => {
  installCanvas();
  // The layout settles immediately.
  setMedia('(prefers-reduced-motion: reduce)');
  serveConstellation();
});

const UNLOADED_ID = '0193a000-0000-7000-8000-0000000000ff';

describe('navigating the constellation', () => {
  const finder = () => screen.getByRole('combobox', { name: 'Find a node or tag' });

  it('NXT-138 finds a node by name with the keyboard alone and moves it to the middle', async () => {
    const { user, canvas } = await openConstellation();
    finder().focus();
    await user.keyboard('o');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '@otto_n',
      '@juno_9',
    ]);
    await user.keyboard('{ArrowDown}');
    expect(finder()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { selected: true }).id,
    );
    await user.keyboard('{Enter}');
    expect(within(getDetails()).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
    expect([finder(), screen.queryByRole('option')]).toEqual([document.activeElement, null]);
    expect(finder()).toHaveValue('');
    await user.click(getButton('Clear selection'));
    await clickCanvas(canvas, { x: 400, y: 300 });
    expect(within(getDetails()).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
  });

  it('NXT-138 lists the member with the whole Oni ID before better connected ones', async () => {
    serveConstellation({
      users: [node('a', 'vesper', true), node('b', 'otto_n'), node('c', 'otto')],
      connections: [link('a', 'b', 'maps')],
    });
    const { user } = await openConstellation();
    const first = () => screen.getAllByRole('option')[0]?.textContent;
    await user.type(finder(), 'ott');
    expect(first()).toBe('@otto_n');
    await user.type(finder(), 'o');
    expect(first()).toBe('@otto');
  });

  it('NXT-138 finds a tag, and shows its links only', async () => {
    const { user } = await openConstellation();
    await user.type(finder(), '#night{Enter}');
    expect(screen.getByRole('combobox', { name: 'Tag' })).toHaveTextContent('#night_walks');
  });

  it('NXT-139 finds a member outside of the chart by the whole Oni ID, and centres the chart there', async () => {
    const profiles = mock(getProfile, ({ username }) =>
      username === 'halcyon'
        ? { ...member({ id: UNLOADED_ID, username }), hasFeed: false }
        : problem('not_found'),
    );
    const { user } = await openConstellation();
    await user.type(finder(), 'nobody{Enter}');
    expect(await screen.findByText('No member with this Oni ID can be seen here.')).toBeInTheDocument();
    const charts = mock(getConstellation, {
      ...CONSTELLATION,
      users: [...CONSTELLATION.users, node(UNLOADED_ID, 'halcyon')],
    });
    await user.clear(finder());
    await user.type(finder(), '@Halcyon{Enter}');
    await waitFor(() => expect(charts.at(-1)?.query.around).toBe(UNLOADED_ID));
    expect(await within(getDetails()).findByText('@halcyon')).toBeInTheDocument();
    expect(profiles.map(({ username }) => username)).toEqual(['nobody', 'halcyon']);
  });

  it('NXT-329 moves between table rows, in the order of names, with the arrow keys', async () => {
    const { user } = await openConstellation();
    getButton(/^@vesper/).focus();
    await user.keyboard('{ArrowDown}');
    expect(getButton(/^@juno_9/)).toHaveFocus();
    expect(getButton(/^@juno_9$/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('filters links by tag and hides nodes without a visible link', async () => {
    const { user } = await openConstellation();
    await user.click(screen.getByRole('combobox', { name: 'Tag' }));
    await user.click(screen.getByRole('option', { name: '#night_walks' }));
    expect(screen.getByRole('link', { name: '#night_walks' })).toHaveAttribute('href', '/t/night_walks');
    const table = screen.getByRole('table');
    expect(within(table).queryByRole('button', { name: /^@juno_9/ })).not.toBeInTheDocument();
    expect(within(table).getByRole('button', { name: /^@otto_n/ })).toBeInTheDocument();
    await user.click(getButton('Show all links'));
    expect(within(table).getByRole('button', { name: /^@juno_9/ })).toBeInTheDocument();
  });

  it('shows an error and retries on request', async () => {
    signIn({ id: 'a' });
    mock(getConstellation, () => problem('unavailable', 'Temporarily unavailable.'));
    const { user } = renderApp('/constellation');
    expect(await screen.findByText('Temporarily unavailable.')).toBeInTheDocument();
    serveConstellation();
    await user.click(getButton('Try again'));
    expect(await findCanvas()).toBeInTheDocument();
  });

  it('centres on the member in the URL', async () => {
    const requests = mock(getConstellation, CONSTELLATION);
    await openConstellation('/constellation?around=b');
    expect(requests.map(({ query }) => query.around)).toEqual(['b']);
    expect(screen.getByText('otto_n', { selector: '.constellation__from bdi' })).toBeInTheDocument();
  });

  it('explains that the member in the URL does not exist, and links back', async () => {
    mock(getConstellation, ({ query }) =>
      query.around === undefined ? CONSTELLATION : problem('not_found'),
    );
    signIn();
    const { user } = renderApp('/constellation?around=b');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading')).toHaveTextContent('That node does not exist or is private');
    expect(within(alert).queryByRole('button')).toBeNull();
    await user.click(within(alert).getByRole('link', { name: 'Back to your own' }));
    expect(await findCanvas()).toBeInTheDocument();
  });

  it('explains that the filter hides the selected node, and clears the filter on request', async () => {
    const { user, canvas } = await openConstellation();
    await user.click(getButton(/^@juno_9/));
    const details = getDetails();
    expect(within(details).queryByText('The filter hides this node.')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Tag' }));
    await user.click(screen.getByRole('option', { name: '#night_walks' }));
    expect(within(details).getByText('The filter hides this node.')).toBeInTheDocument();
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
    drawCalls.length = 0;
    fireEvent.keyDown(canvas, { key: 'ArrowUp' });
    await waitFor(() => expect(drawCalls.some(({ method }) => method === 'drawImage')).toBe(true));
    const outermost = () => drawCalls.filter(({ method, args }) => method === 'arc' && args[2] === 34);
    expect(outermost()).toEqual([]);
    await user.click(within(details).getByRole('button', { name: 'Show all links' }));
    expect(within(details).queryByText('The filter hides this node.')).toBeNull();
    await waitFor(() => expect(outermost()).not.toEqual([]));
  });

  it('filters by strength with the keyboard, and says when no link matches', async () => {
    await openConstellation();
    const range = screen.getByRole('slider', { name: /^Strength/ });
    expect(range).toHaveAttribute('aria-valuetext', 'any strength');
    const table = screen.getByRole('table');
    fireEvent.change(range, { target: { value: '2' } });
    expect(range).toHaveAttribute('aria-valuetext', '2 shared tags or more');
    expect(within(table).queryByRole('button', { name: /^@juno_9/ })).toBeNull();
    fireEvent.change(range, { target: { value: '3' } });
    expect(screen.getByText('No links match the filter.')).toBeInTheDocument();
    expect(
      within(table)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['@vesperYour Node']);
  });

  it('closes the suggestions and then clears the search on Escape', async () => {
    const { user } = await openConstellation();
    await user.type(finder(), 'juno');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('option'), finder()]).toEqual([null, document.activeElement]);
    expect(finder()).toHaveValue('juno');
    await user.keyboard('{Escape}');
    expect(finder()).toHaveValue('');
  });

  it('keeps the selection in the URL and restores it from there', async () => {
    const { user, navigate } = await openConstellation('/constellation?node=b');
    const shown = () => within(getDetails()).getByText('Node ID').nextSibling;
    expect(shown()).toHaveTextContent('otto_n');
    expect(getButton(/^@otto_n/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(within(getDetails()).getByRole('button', { name: '@juno_9' }));
    expect(shown()).toHaveTextContent('juno_9');
    navigate('/constellation?node=d');
    await waitFor(() => expect(shown()).toHaveTextContent('sable'));
    await user.click(getButton('Clear selection'));
    expect(within(getDetails()).queryByText('Node ID')).toBeNull();
  });

  it('explains that the member in the URL is not in the constellation', async () => {
    await openConstellation('/constellation?node=gone');
    expect(within(getDetails()).getByText('This node is not in the constellation.')).toBeInTheDocument();
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
  });

  it('clears the selection and zooms with the keyboard', async () => {
    const { user, canvas } = await openConstellation();
    getButton(/^@vesper/).focus();
    await user.keyboard('{End}');
    const details = getDetails();
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('sable');
    expect(within(details).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/u/sable');
    await user.keyboard('{Home}');
    expect(getButton(/^@vesper/)).toHaveFocus();
    canvas.focus();
    await user.keyboard('+');
    expect(screen.getByText('x1.20')).toBeInTheDocument();
    await user.keyboard('-0');
    expect(screen.getByText('x1.00')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
  });

  it('tells a member without links how to get some', async () => {
    serveConstellation({ ...CONSTELLATION, connections: [] });
    await openConstellation();
    const details = getDetails();
    expect(within(details).getByText('Click on a node to explore connections')).toBeInTheDocument();
    expect(within(details).getByText(/^You have no links yet/)).toBeInTheDocument();
    expect(within(details).getByRole('link', { name: 'Write a post' })).toHaveAttribute('href', '/homepage');
    for (const radius of [16, 28, 44]) expect(ringPosition(radius)).toEqual(ringPosition(8));
  });

  it('tells a private member why there are no links', async () => {
    serveConstellation({ users: [node('a', 'vesper', true)], connections: [] });
    signIn({ id: 'a', isPublic: false });
    renderApp('/constellation');
    await findCanvas();
    expect(await screen.findByText(/^Your profile is private/)).toBeInTheDocument();
    expect(within(getDetails()).getByRole('link', { name: 'Profile settings' })).toHaveAttribute(
      'href',
      '/settings',
    );
  });

  it('shows placeholders while loading', async () => {
    signIn({ id: 'a' });
    mock(getConstellation, async () => new Promise<never>(() => undefined));
    renderApp('/constellation');
    expect(await screen.findByRole('application', { name: 'Network graph' })).toBeInTheDocument();
    expect(getDetails()).toBeInTheDocument();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('total nodes').nextSibling).toHaveTextContent('—');
    expect(screen.getByRole('region', { name: 'Nodes' })).toHaveTextContent('Loading the constellation');
    expect(getButton('Save PNG')).toBeDisabled();
  });

  it('CON-008 opens a sheet with the details of a tapped node on a phone; closing it keeps the selection', async () => {
    const before = window.innerWidth;
    window.innerWidth = 390;
    try {
      const { canvas, user } = await openConstellation();
      await clickCanvas(canvas, ringPosition(8));
      const sheet = await screen.findByRole('dialog', { name: 'Node details' });
      expect(within(sheet).getByText('@vesper')).toBeInTheDocument();
      await user.click(within(sheet).getByRole('button', { name: /otto_n/ }));
      expect(within(sheet).getByText('Node ID').nextSibling).toHaveTextContent('otto_n');
      await user.click(within(sheet).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(sheet).not.toBeInTheDocument());
      expect(within(getDetails()).getByText('Node ID').nextSibling).toHaveTextContent('otto_n');
    } finally {
      window.innerWidth = before;
    }
  });
});
