import { expect } from '@jest/globals';
import { GOOD_PASSWORD, waitUntil } from '@oniverse/testing';
import { type Action, callAsActor } from './step-context.js';
import { createPrivateServer } from './server-actions.js';
import { pick } from './steps.js';

const open: Action = async ({ fixture, step, server, channel }) => {
  const device = pick(fixture.devices, step.actorIndex);
  if (!device) return;
  const expected = fixture.model.readerStatus(device.userId, server) === 200 ? undefined : 'not_found';
  expect(await device.open(channel.id)).toBe(expected);
};

const close: Action = async ({ fixture, step }) => {
  const device = pick(fixture.devices, step.actorIndex);
  const channelId = device && pick([...device.opened.keys()], step.itemIndex);
  if (!device || channelId === undefined) return;
  expect(await device.client.request('channel:close', { channelId })).toEqual({ ok: true });
  device.opened.delete(channelId);
};

/** Disconnects one device and connects others, possibly of the same member. */
const connect: Action = async ({ fixture, step }) =>
  fixture.reconnect(pick(fixture.devices, step.itemIndex), step.actorIndex, step.backend);

const erase: Action = async (context) => {
  const { fixture, step, actor } = context;
  await callAsActor(context, 'DELETE', '/users/me', 200, { password: GOOD_PASSWORD });
  fixture.model.eraseMember(actor.id);
  fixture.people.splice(fixture.people.indexOf(actor), 1);
  for (const { userId, client } of fixture.devices) {
    if (userId === actor.id) await waitUntil('the socket to be closed', () => !client.socket.connected);
  }
  fixture.devices = fixture.devices.filter(({ userId }) => userId !== actor.id);
  await fixture.addPerson();
  const [first] = fixture.people;
  if (first && fixture.model.servers.size === 0) await createPrivateServer(fixture, step.backend, first);
};

export const deviceActions = { open, close, connect, erase };
