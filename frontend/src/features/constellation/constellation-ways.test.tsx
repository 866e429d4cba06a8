import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setMedia } from '../../testing/browser.js';
import { drawn, installCanvas } from '../../testing/canvas.js';
import {
  button,
  canvasOf,
  detailsOf,
  node,
  open,
  placeOfRing,
  serve,
  SKY,
} from '../../testing/constellation.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';

beforeEach(() => {
  installCanvas();
  // Settled at once.
  setMedia('(prefers-reduced-motion: reduce)');
  serve();
});

describe('ways through the constellation', () => {
  it('the table filters by name, and Enter selects who is found', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Find a node' }), 'juno{Enter}');
    const details = detailsOf();
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^sable/ })).not.toBeInTheDocument());
  });

  it('the arrow keys go from node to node in the table', async () => {
    const { user } = await open();
    button(/^vesper/).focus();
    await user.keyboard('{ArrowDown}');
    expect(button(/^otto_n/)).toHaveFocus();
    expect(button(/^otto_n$/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows only lines of a tag or a strength, and the nodes that they join', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Tag' }));
    await user.click(screen.getByRole('option', { name: '#night_walks' }));
    const table = screen.getByRole('table');
    expect(within(table).queryByRole('button', { name: /^juno_9/ })).not.toBeInTheDocument();
    expect(within(table).getByRole('button', { name: /^otto_n/ })).toBeInTheDocument();
    await user.click(button('Show all lines'));
    expect(within(table).getByRole('button', { name: /^juno_9/ })).toBeInTheDocument();
  });

  it('tells of a failure, and tries again when asked', async () => {
    signIn({ id: 'a' });
    server.use(
      http.get('/api/constellation', () =>
        HttpResponse.json({ message: 'Away for a moment.' }, { status: 503 }),
      ),
    );
    const { user } = renderApp('/constellation');
    expect(await screen.findByText('Away for a moment.')).toBeInTheDocument();
    serve();
    await user.click(button('Try again'));
    expect(await canvasOf()).toBeInTheDocument();
  });

  it('looks around another member, named in the address', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('/api/constellation', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('around'));
        return HttpResponse.json(SKY);
      }),
    );
    await open('/constellation?around=b');
    expect(asked).toEqual(['b']);
    expect(screen.getByText('Around otto_n')).toBeInTheDocument();
  });

  it('says where there is no such member to look around, and leads back', async () => {
    const sky = http.get('/api/constellation', ({ request }) =>
      request.url.includes('around')
        ? HttpResponse.json({ message: 'There is no such thing here.' }, { status: 404 })
        : HttpResponse.json(SKY),
    );
    signIn();
    server.use(sky);
    const { user } = renderApp('/constellation?around=b');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading')).toHaveTextContent('There is no such node to look from');
    expect(within(alert).queryByRole('button')).toBeNull();
    await user.click(within(alert).getByRole('link', { name: 'Back to your own' }));
    expect(await canvasOf()).toBeInTheDocument();
  });

  it('a filter that hides who is selected says so, and shows all again when asked', async () => {
    const { user, canvas } = await open();
    await user.click(button(/^juno_9/));
    const details = detailsOf();
    expect(within(details).queryByText('The filter hides this node on the chart.')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Tag' }));
    await user.click(screen.getByRole('option', { name: '#night_walks' }));
    expect(within(details).getByText('The filter hides this node on the chart.')).toBeInTheDocument();
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('juno_9');
    drawn.length = 0;
    fireEvent.keyDown(canvas, { key: 'ArrowUp' });
    await waitFor(() => expect(drawn.some(({ what }) => what === 'drawImage')).toBe(true));
    const outermost = () => drawn.filter(({ what, args }) => what === 'arc' && args[2] === 34);
    expect(outermost()).toEqual([]);
    await user.click(within(details).getByRole('button', { name: 'Show all lines' }));
    expect(within(details).queryByText('The filter hides this node on the chart.')).toBeNull();
    await waitFor(() => expect(outermost()).not.toEqual([]));
  });

  it('filters by strength from the keyboard, and says where no line is like this', async () => {
    const { user } = await open();
    const range = screen.getByRole('slider', { name: /^Strength/ });
    expect(range).toHaveAttribute('aria-valuetext', 'any strength');
    const table = screen.getByRole('table');
    fireEvent.change(range, { target: { value: '2' } });
    expect(range).toHaveAttribute('aria-valuetext', '2 shared tags or more');
    expect(within(table).queryByRole('button', { name: /^juno_9/ })).toBeNull();
    fireEvent.change(range, { target: { value: '3' } });
    expect(screen.getByText('No line is like this.')).toBeInTheDocument();
    expect(
      within(table)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['vesperYour Node']);
    await user.type(screen.getByRole('searchbox', { name: 'Find a node' }), 'juno');
    expect(await screen.findByText('No node that the filter shows has this name.')).toBeInTheDocument();
  });

  it('says where no node has a name, and Escape brings all of them back', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Find a node' }), 'nobody{Enter}');
    expect(await screen.findByText('No node has this name.')).toBeInTheDocument();
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: /^sable/ })).toBeInTheDocument();
  });

  it('keeps who is selected in the address, and finds them there', async () => {
    const { user, go } = await open('/constellation?node=b');
    const shown = () => within(detailsOf()).getByText('Node ID').nextSibling;
    expect(shown()).toHaveTextContent('otto_n');
    expect(button(/^otto_n/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(button(/^juno_9$/));
    expect(shown()).toHaveTextContent('juno_9');
    go('/constellation?node=d');
    await waitFor(() => expect(shown()).toHaveTextContent('sable'));
    await user.click(button('Clear selection'));
    expect(within(detailsOf()).queryByText('Node ID')).toBeNull();
  });

  it('selects nobody where the address names one who is not on the chart, and says so', async () => {
    await open('/constellation?node=gone');
    expect(within(detailsOf()).getByText('This node is not on the chart.')).toBeInTheDocument();
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
  });

  it('by keys the canvas lets go of the selection, and the rows lead to the profile', async () => {
    const { user, canvas } = await open();
    button(/^vesper/).focus();
    await user.keyboard('{End}');
    const details = detailsOf();
    expect(within(details).getByText('Node ID').nextSibling).toHaveTextContent('sable');
    expect(within(details).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/u/sable');
    await user.keyboard('{Home}');
    expect(button(/^vesper/)).toHaveFocus();
    canvas.focus();
    await user.keyboard('+');
    expect(screen.getByText('x1.20')).toBeInTheDocument();
    await user.keyboard('-0');
    expect(screen.getByText('x1.00')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.getByText('Click on a node to explore connections')).toBeInTheDocument();
  });

  it('tells a member without lines how to have some', async () => {
    serve({ ...SKY, connections: [] });
    await open();
    const details = detailsOf();
    expect(within(details).getByText('Click on a node to explore connections')).toBeInTheDocument();
    expect(within(details).getByText(/^You have no lines yet/)).toBeInTheDocument();
    expect(within(details).getByRole('link', { name: 'Write a post' })).toHaveAttribute('href', '/homepage');
    // A line that does not exist yet is dotted: three rings around one's own node.
    for (const radius of [16, 28, 44]) expect(placeOfRing(radius)).toEqual(placeOfRing(8));
  });

  it('tells a private member why there are no lines', async () => {
    serve({ users: [node('a', 'vesper', true)], connections: [] });
    signIn({ id: 'a', isPublic: false });
    renderApp('/constellation');
    await canvasOf();
    expect(await screen.findByText(/^Your profile is private/)).toBeInTheDocument();
    expect(within(detailsOf()).getByRole('link', { name: 'Profile settings' })).toHaveAttribute(
      'href',
      '/settings',
    );
  });

  it('holds the place of everything while it is read', async () => {
    signIn({ id: 'a' });
    server.use(http.get('/api/constellation', () => new Promise(() => undefined)));
    renderApp('/constellation');
    expect(await screen.findByRole('application', { name: 'Network graph' })).toBeInTheDocument();
    expect(detailsOf()).toBeInTheDocument();
    const stats = screen.getByRole('region', { name: 'Network Stats' });
    expect(within(stats).getByText('total nodes').nextSibling).toHaveTextContent('—');
    expect(screen.getByRole('region', { name: 'Nodes' })).toHaveTextContent('Reading the sky');
    expect(button('Save PNG')).toBeDisabled();
  });
});
