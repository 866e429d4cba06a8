import { expect } from '@jest/globals';
import { GOOD_PASSWORD, until } from '@oniverse/testing';
import { type Action, ask } from './scene.js';
import { makePrivateServer } from './server-actions.js';
import { pick } from './steps.js';

const open: Action = async ({ stage, step, server, channel }) => {
  const device = pick(stage.devices, step.who);
  if (!device) return;
  const refused = stage.model.asReader(device.userId, server) === 200 ? undefined : 'not_found';
  expect(await device.open(channel.id)).toBe(refused);
};

const close: Action = async ({ stage, step }) => {
  const device = pick(stage.devices, step.who);
  const channelId = device && pick([...device.opened.keys()], step.what);
  if (!device || channelId === undefined) return;
  expect(await device.client.ask('channel:close', { channelId })).toEqual({ ok: true });
  device.opened.delete(channelId);
};

/** A device goes, and others come, some of the same member. */
const connect: Action = async ({ stage, step }) =>
  stage.reconnect(pick(stage.devices, step.what), step.who, step.backend);

/** A member goes for good, with all devices, and another one comes. */
const erase: Action = async (scene) => {
  const { stage, step, actor } = scene;
  await ask(scene, 'DELETE', '/users/me', 200, { password: GOOD_PASSWORD });
  stage.model.erase(actor.id);
  stage.people.splice(stage.people.indexOf(actor), 1);
  for (const { userId, client } of stage.devices) {
    if (userId === actor.id) await until('the socket to be closed', () => !client.socket.connected);
  }
  stage.devices = stage.devices.filter(({ userId }) => userId !== actor.id);
  await stage.addPerson();
  const [first] = stage.people;
  if (first && stage.model.servers.size === 0) await makePrivateServer(stage, step.backend, first);
};

/** What is done with devices, and with the account that they belong to. */
export const deviceActions = { open, close, connect, erase };
