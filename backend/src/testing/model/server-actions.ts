import { expect } from '@jest/globals';
import { type Action, callAsActor, idOf, createdStatus } from './step-context.js';
import type { Backend, Person, ModelFixture } from './model-fixture.js';

const MAX_SERVERS = 6;
const MAX_CHANNELS = 4;

export async function createPrivateServer(
  fixture: ModelFixture,
  backend: Backend,
  actor: Person,
): Promise<void> {
  const name = `server ${fixture.nextNumber()}`;
  const { status, body } = await fixture.callApi(backend, 'POST', '/servers', actor, { name });
  expect(status).toBe(201);
  const id = idOf(body);
  const { body: channels } = await fixture.callApi(backend, 'GET', `/servers/${id}/channels`, actor);
  expect(channels).toEqual([expect.objectContaining({ name: 'general', isDefault: true })]);
  const channelId = idOf(Array.isArray(channels) ? channels[0] : undefined);
  fixture.addServer({ id, name, isPublic: false }, { id: channelId, name: 'general' }, actor.id);
}

const createServer: Action = async ({ fixture, step, actor }) => {
  if (fixture.model.servers.size < MAX_SERVERS) await createPrivateServer(fixture, step.backend, actor);
};

const renameServer: Action = async (context) => {
  const { fixture, actor, server } = context;
  const status = fixture.model.ownerStatus(actor.id, server);
  const name = `server ${fixture.nextNumber()}`;
  await callAsActor(context, 'PATCH', `/servers/${server.id}`, status, { name });
  if (status === 200) server.name = name;
};

const deleteServer: Action = async (context) => {
  const { fixture, actor, server } = context;
  if (server.isPublic) return;
  await callAsActor(context, 'DELETE', `/servers/${server.id}`, fixture.model.deleteServer(actor.id, server));
};

const createChannel: Action = async (context) => {
  const { fixture, actor, server } = context;
  if (server.channels.length === MAX_CHANNELS) return;
  const status = fixture.model.staffStatus(actor.id, server);
  const name = `channel ${fixture.nextNumber()}`;
  const answer = await callAsActor(context, 'POST', `/servers/${server.id}/channels`, createdStatus(status), {
    name,
  });
  if (status === 200) fixture.addChannel(server, { id: String(answer['id']), name, isDefault: false });
};

const renameChannel: Action = async (context) => {
  const { fixture, actor, server, channel } = context;
  const status = fixture.model.staffStatus(actor.id, server);
  const name = `channel ${fixture.nextNumber()}`;
  await callAsActor(context, 'PATCH', `/channels/${channel.id}`, status, { name });
  if (status === 200) channel.name = name;
};

const deleteChannel: Action = async (context) => {
  const { fixture, actor, server, channel } = context;
  const status = fixture.model.deleteChannel(actor.id, server, channel);
  await callAsActor(context, 'DELETE', `/channels/${channel.id}`, status);
};

export const serverActions = {
  createServer,
  renameServer,
  deleteServer,
  createChannel,
  renameChannel,
  deleteChannel,
};
