import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  addRadioTrack,
  type ChannelView,
  createAttachment,
  createObjectAddress,
  deleteRadio,
  deleteRadioTrack,
  getRadio,
  listChannels,
  listenToRadio,
  listGroups,
  listMembers,
  listMessages,
  listServers,
  listTimeOuts,
  type RadioView,
  type ServerRole,
  setRadio,
  voteToSkip,
} from '@oniverse/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { problem } from '../../../testing/call-handler.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';
import { channelView, serverView } from '../../../testing/servers.js';
import { rateFor, setAudience, usePlayer } from './radio-player.js';

const ROOM = '/dimensions/private?server=s-own&channel=c-on-air';
const MINUTE = 60_000;
const AT = '2026-01-01T00:00:00.000Z';

const track = (id: string, username: string, minutes = 4) => ({
  id,
  title: `The ${id}`,
  durationMs: minutes * MINUTE,
  path: `/objects/${id}`,
  addedBy: { username, displayName: null, profileImageUrl: null },
  createdAt: AT,
});

let radio: RadioView;
let channels: ChannelView[];

/** A radio whose first track began a minute ago. */
const radioView = (given: Partial<RadioView> = {}): RadioView => ({
  channelId: 'c-on-air',
  trackId: 'rain',
  startedAt: new Date(Date.now() - MINUTE).toISOString(),
  quietFrom: null,
  quietTo: null,
  tracks: [track('rain', 'juno_9'), track('tide', 'vesper')],
  waiting: [],
  now: new Date().toISOString(),
  ...given,
});

function serve(role: ServerRole, given: Partial<RadioView> = {}): void {
  radio = radioView(given);
  channels = [channelView('on-air', { isDefault: true, hasRadio: true }), channelView('requests')];
  mock(listServers, [serverView(role)]);
  mock(listChannels, () => channels);
  mock(listMembers, []);
  mock(listMessages, []);
  mock(listGroups, []);
  mock(listTimeOuts, []);
  mock(getRadio, () => ({ ...radio, now: new Date().toISOString() }));
}

/** Lets players sound, which jsdom cannot. */
function installPlayer() {
  const { prototype } = HTMLMediaElement;
  const played: string[] = [];
  jest.spyOn(prototype, 'load').mockReturnValue();
  jest.spyOn(prototype, 'pause').mockReturnValue();
  jest.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    played.push(`${new URL(this.src).pathname} ${Math.round(this.currentTime)}`);
  });
  jest.spyOn(prototype, 'paused', 'get').mockImplementation(() => played.length === 0);
  jest.spyOn(prototype, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA);
  return played;
}

const strip = async () => within(await screen.findByRole('region', { name: 'Radio of #on-air' }));
const player = () => document.querySelector<HTMLAudioElement>('body > audio');
const serveListening = (given: { listeners?: number; votes?: number } = {}) =>
  mock(listenToRadio, () => ({
    trackId: 'rain',
    listeners: 1,
    votes: 0,
    hasVoted: false,
    now: new Date().toISOString(),
    ...given,
  }));
const serveAddress = () =>
  mock(createObjectAddress, ({ key }) => ({ url: `/objects/${key}?pass=x`, expiresAt: AT }));

beforeEach(installLayout);
beforeEach(() => {
  signIn();
});

describe('the radio of a channel', () => {
  it('TLK-614 shows what plays, who added it, how far it is and what comes next, without a sound', async () => {
    serve('member');
    renderApp(ROOM);
    const shown = await strip();
    expect(shown.getByText('On air')).toBeInTheDocument();
    expect(shown.getByText('The rain')).toBeInTheDocument();
    expect(shown.getByRole('link', { name: '@juno_9' })).toBeInTheDocument();
    expect(shown.getByText(/^1:0\d of 4:00$/u)).toBeInTheDocument();
    expect(shown.getByText('The tide')).toBeInTheDocument();
    expect(player()).toBeNull();
  });

  it('TLK-614 unfolds, on narrow screens, what its two lines have no room for', async () => {
    serve('member');
    const { user } = renderApp(ROOM);
    const shown = await strip();
    await user.click(shown.getByRole('button', { name: 'Show more of the radio', expanded: false }));
    await user.click(shown.getByRole('button', { name: 'Show less of the radio', expanded: true }));
    expect(shown.getByRole('button', { name: 'Show more of the radio' })).toBeInTheDocument();
  });

  it('TLK-614 says that it is silent', async () => {
    serve('member', { trackId: null, tracks: [] });
    renderApp(ROOM);
    expect((await strip()).getByText('Silent')).toBeInTheDocument();
    expect((await strip()).queryByRole('button', { name: 'Listen' })).toBeNull();
  });

  it('TLK-602 TLK-614 says that it is quiet, and until when', async () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    serve('member', { quietFrom: (minute + 1_435) % 1_440, quietTo: (minute + 5) % 1_440 });
    renderApp(ROOM);
    expect((await strip()).getByText(/^Quiet until \d\d:\d\d UTC$/u)).toBeInTheDocument();
  });

  it('TLK-612 sounds after a click, where the radio is, and stops after another', async () => {
    serve('member');
    const played = installPlayer();
    serveAddress();
    const beats = serveListening();
    const { user } = renderApp(ROOM);
    await user.click((await strip()).getByRole('button', { name: 'Listen' }));
    await waitFor(() => expect(played).toHaveLength(1));
    expect(played[0]).toMatch(/^\/objects\/rain 6\d$/u);
    expect(player()?.src).toContain('?pass=x');
    expect(await (await strip()).findByText('1 listener')).toBeInTheDocument();
    await user.click((await strip()).getByRole('button', { name: 'Stop' }));
    expect(player()).toBeNull();
    await waitFor(() => expect(beats.at(-1)?.body).toEqual({ isListening: false }));
    expect(beats[0]?.body).toEqual({ isListening: true });
  });

  it('TLK-612 keeps the volume in this browser', async () => {
    serve('member');
    installPlayer();
    serveAddress();
    serveListening();
    const { user } = renderApp(ROOM);
    await user.click((await strip()).getByRole('button', { name: 'Listen' }));
    fireEvent.change((await strip()).getByRole('slider', { name: 'Volume' }), { target: { value: '30' } });
    expect(player()?.volume).toBe(0.3);
    expect(localStorage.getItem('oni-radio-volume')).toBe('0.3');
  });

  it('TLK-615 goes on in another channel of the dimension, which can stop it', async () => {
    serve('member');
    installPlayer();
    serveAddress();
    serveListening();
    const { user, navigate } = renderApp(ROOM);
    await user.click((await strip()).getByRole('button', { name: 'Listen' }));
    navigate('/dimensions/private?server=s-own&channel=c-requests');
    const stop = await screen.findByRole('button', { name: 'Stop the radio of #on-air' });
    expect(player()).not.toBeNull();
    await user.click(stop);
    expect(player()).toBeNull();
  });

  it('TLK-615 ends when the reader leaves the dimension', async () => {
    serve('member');
    installPlayer();
    serveAddress();
    serveListening();
    const { user, navigate } = renderApp(ROOM);
    await user.click((await strip()).getByRole('button', { name: 'Listen' }));
    navigate('/instructions');
    await waitFor(() => expect(player()).toBeNull());
  });

  it('TLK-615 tries again when a file cannot be loaded', async () => {
    serve('member');
    installPlayer();
    serveListening();
    mock(createObjectAddress, () => problem('unavailable'));
    const { user } = renderApp(ROOM);
    await user.click((await strip()).getByRole('button', { name: 'Listen' }));
    expect(await (await strip()).findByText('The sound was lost. Trying again...')).toBeInTheDocument();
  });

  it('TLK-608 shows the votes to skip, and takes one', async () => {
    serve('member');
    installPlayer();
    serveAddress();
    serveListening({ listeners: 3 });
    const votes = mock(voteToSkip, ({ body }) => ({
      trackId: body?.trackId ?? null,
      listeners: 3,
      votes: 1,
      hasVoted: true,
      now: new Date().toISOString(),
    }));
    const { user } = renderApp(ROOM);
    expect((await strip()).queryByRole('button', { name: /^Vote to skip/u })).toBeNull();
    await user.click((await strip()).getByRole('button', { name: 'Listen' }));
    const skip = await (await strip()).findByRole('button', { name: 'Vote to skip The rain: 0 of 2 votes' });
    expect(skip).toHaveTextContent('Skip 0 of 2');
    await user.click(skip);
    expect(await (await strip()).findByText('Voted, 1 of 2')).toBeInTheDocument();
    expect(votes).toMatchObject([{ id: 'c-on-air', body: { trackId: 'rain' } }]);
    act(() =>
      setAudience({
        trackId: 'tide',
        listeners: 3,
        votes: 0,
        hasVoted: false,
        now: new Date().toISOString(),
      }),
    );
    expect((await strip()).queryByText('Voted, 1 of 2')).toBeNull();
  });

  it('TLK-603 takes a file of the reader, and says that it is being read', async () => {
    serve('member');
    mock(createAttachment, {
      id: 'upload-1',
      uploadURL: 'http://localhost/uploads/token',
      method: 'PUT',
      expiresAt: AT,
    });
    server.use(
      http.put('http://localhost/uploads/token', () =>
        HttpResponse.json({ ok: true, objectPath: '/objects/new' }),
      ),
    );
    const added = mock(addRadioTrack, () => {
      const waiting = { id: 'new', title: 'wind', refusal: null };
      radio = { ...radio, waiting: [waiting] };
      return waiting;
    });
    const { user } = renderApp(ROOM);
    const input = await (await strip()).findByTestId('track-to-add');
    await user.upload(input, new File(['sound'], 'wind.opus', { type: 'audio/ogg' }));
    expect(await (await strip()).findByText('Added. It plays once it has been read.')).toBeInTheDocument();
    expect(added).toMatchObject([{ id: 'c-on-air', body: { attachmentId: 'upload-1' } }]);
  });

  it('TLK-606 TLK-614 lists the order, from which members take their own tracks and staff all', async () => {
    serve('member', { waiting: [{ id: 'bad', title: 'noise', refusal: 'unreadable' }] });
    const removed = mock(deleteRadioTrack, ({ trackId }) => {
      radio = { ...radio, tracks: radio.tracks.filter(({ id }) => id !== trackId) };
      return { ok: true };
    });
    const { user } = renderApp(ROOM);
    await user.click((await strip()).getByRole('button', { name: 'Order of the radio, 2 tracks' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'On the radio' }));
    const rows = dialog.getAllByRole('listitem');
    expect(rows[0]).toHaveAttribute('aria-current', 'true');
    expect(rows[0]).toHaveTextContent('The rainPlaying · 4:00 · added by @juno_9');
    expect(rows[2]).toHaveTextContent('Not played: it is no MP3, Ogg, Opus or FLAC, or it is damaged.');
    expect(dialog.queryByRole('button', { name: 'Remove The rain' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Remove noise' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Remove The tide' }));
    await user.click(screen.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(dialog.queryByText('The tide')).toBeNull());
    expect(removed).toMatchObject([{ id: 'c-on-air', trackId: 'tide' }]);
  });
});

describe('the settings of a radio', () => {
  const open = async (name: string) => {
    const { user } = renderApp(ROOM);
    await user.click(await screen.findByRole('button', { name: `Manage #${name}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Radio' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Radio of #${name}` }));
    const choose = async (option: string) => {
      await user.click(dialog.getByRole('combobox', { name: /radio/u }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    return { user, dialog, choose };
  };

  it('TLK-600 TLK-602 give a channel a radio with quiet hours', async () => {
    serve('moderator');
    channels = [channelView('requests', { isDefault: true })];
    const saved = mock(setRadio, ({ body }) => ({
      ...radio,
      quietFrom: body?.quietFrom ?? null,
      quietTo: body?.quietTo ?? null,
    }));
    const { user, dialog, choose } = await open('requests');
    await choose('Plays outside of quiet hours');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Enter two different times, such as 02:00 and 06:00.')).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText(/^from/u), { target: { value: '23:30' } });
    fireEvent.change(dialog.getByLabelText(/^until/u), { target: { value: '06:00' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toMatchObject([{ id: 'c-requests', body: { quietFrom: 1_410, quietTo: 360 } }]);
  });

  it('TLK-600 ask before they take a radio away', async () => {
    serve('owner');
    const ended = mock(deleteRadio, { ok: true });
    const { user, dialog, choose } = await open('on-air');
    await choose('None');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(ended).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Take it away' }));
    await waitFor(() => expect(ended).toMatchObject([{ id: 'c-on-air' }]));
  });
});

describe('the player', () => {
  it('TLK-613 corrects a drift by the rate, up to three hundredths', () => {
    expect([0, 10, -10].map(rateFor)).toEqual([1, 1, 1]);
    expect(rateFor(500)).toBeCloseTo(0.985);
    expect(rateFor(-500)).toBeCloseTo(1.015);
    expect([rateFor(1_900), rateFor(-1_900)]).toEqual([0.97, 1.03]);
  });

  it('TLK-612 plays nothing at first', () => {
    expect(usePlayer.getState()).toMatchObject({ channelId: null, status: 'off' });
  });
});
