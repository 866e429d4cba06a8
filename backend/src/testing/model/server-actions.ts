import { expect } from '@jest/globals';
import { type Action, ask, idOf, made } from './scene.js';
import type { Backend, Person, Stage } from './stage.js';

const MOST_SERVERS = 6;
const MOST_CHANNELS = 4;

/** Makes a private server, in the model too. */
export async function makePrivateServer(stage: Stage, backend: Backend, actor: Person): Promise<void> {
  const name = `server ${stage.next()}`;
  const { status, body } = await stage.call(backend, 'POST', '/servers', actor, { name });
  expect(status).toBe(201);
  const id = idOf(body);
  const { body: channels } = await stage.call(backend, 'GET', `/servers/${id}/channels`, actor);
  expect(channels).toEqual([expect.objectContaining({ name: 'general', isDefault: true })]);
  const channelId = idOf(Array.isArray(channels) ? channels[0] : undefined);
  stage.addServer({ id, name, isPublic: false }, { id: channelId, name: 'general' }, actor.id);
}

const createServer: Action = async ({ stage, step, actor }) => {
  if (stage.model.servers.size < MOST_SERVERS) await makePrivateServer(stage, step.backend, actor);
};

const renameServer: Action = async (scene) => {
  const { stage, actor, server } = scene;
  const status = stage.model.asOwner(actor.id, server);
  const name = `server ${stage.next()}`;
  await ask(scene, 'PATCH', `/servers/${server.id}`, status, { name });
  if (status === 200) server.name = name;
};

const deleteServer: Action = async (scene) => {
  const { stage, actor, server } = scene;
  if (server.isPublic) return;
  await ask(scene, 'DELETE', `/servers/${server.id}`, stage.model.deleteServer(actor.id, server));
};

const createChannel: Action = async (scene) => {
  const { stage, actor, server } = scene;
  if (server.channels.length === MOST_CHANNELS) return;
  const status = stage.model.asStaff(actor.id, server);
  const name = `channel ${stage.next()}`;
  const answer = await ask(scene, 'POST', `/servers/${server.id}/channels`, made(status), { name });
  if (status === 200) stage.addChannel(server, { id: String(answer['id']), name, isDefault: false });
};

const renameChannel: Action = async (scene) => {
  const { stage, actor, server, channel } = scene;
  const status = stage.model.asStaff(actor.id, server);
  const name = `channel ${stage.next()}`;
  await ask(scene, 'PATCH', `/channels/${channel.id}`, status, { name });
  if (status === 200) channel.name = name;
};

const deleteChannel: Action = async (scene) => {
  const { stage, actor, server, channel } = scene;
  const status = stage.model.deleteChannel(actor.id, server, channel);
  await ask(scene, 'DELETE', `/channels/${channel.id}`, status);
};

/** What is done with dimensions and their channels. */
export const serverActions = {
  createServer,
  renameServer,
  deleteServer,
  createChannel,
  renameChannel,
  deleteChannel,
};
