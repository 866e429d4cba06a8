import { expect } from '@jest/globals';
import type { ModelChannel, ModelMessage } from './dimensions-model.js';
import { type Action, ask, idOf, type Scene } from './scene.js';
import type { Person } from './stage.js';

const namedIn = (content: string, whom: Person): string[] => (content.includes('@') ? [whom.id] : []);

/** Notes who hears that a message mentions them: those whom it did not mention before. */
function notice(
  { stage }: Scene,
  channel: ModelChannel,
  { seq, mentions }: ModelMessage,
  before: ReadonlySet<string> = new Set(),
): void {
  const fresh = [...mentions].filter((userId) => !before.has(userId));
  stage.hearsay.mention(fresh, { channelId: channel.id, seq });
}

/** Says something, over the socket where there is one, and now and then again, as where the answer got lost. */
const send: Action = async (scene) => {
  const { stage, step, actor, server, channel, whom } = scene;
  const status = stage.model.asMember(actor.id, server);
  const content = stage.words(whom);
  const nonce = `nonce ${stage.next()}`;
  const device = stage.devices.find(({ userId }) => userId === actor.id);
  const say = async (): Promise<{ status: number; id: string }> => {
    if (device && step.what % 2 === 0) {
      const { socket } = device.client;
      const answer = await socket.emitWithAck('message:send', { channelId: channel.id, content, nonce });
      if (!answer.ok) return { status: answer.code === 'not_found' ? 404 : 403, id: '' };
      return { status: 200, id: answer.message.id };
    }
    const path = `/channels/${channel.id}/messages`;
    const { status: answered, body } = await stage.call(step.backend, 'POST', path, actor, {
      content,
      nonce,
    });
    return { status: answered === 201 ? 200 : answered, id: idOf(body) };
  };
  const said = await say();
  expect(['send', said.status]).toEqual(['send', status]);
  if (status !== 200) return;
  const message = { id: said.id, authorId: actor.id, content };
  notice(scene, channel, stage.model.say(server, channel, message, namedIn(content, whom)));
  if (step.whom % 10 === 0) expect(await say()).toEqual(said);
};

/** Gives a message another text; mostly its author does. */
const edit: Action = async (scene) => {
  const { stage, step, server, channel, message, whom } = scene;
  if (!message) return;
  const author = stage.people.find(({ id }) => id === message.authorId);
  const actor = (step.isLikely && author) || scene.actor;
  const content = stage.words(whom);
  const before = message.mentions;
  const named = namedIn(content, whom);
  const status = stage.model.edit(actor.id, server, channel, message, content, named);
  await ask({ ...scene, actor }, 'PATCH', `/messages/${message.id}`, status, { content });
  if (status === 200) notice(scene, channel, message, before);
};

const bury: Action = async (scene) => {
  const { stage, actor, server, channel, message } = scene;
  if (!message) return;
  const status = stage.model.bury(actor.id, server, channel, message);
  await ask(scene, 'DELETE', `/messages/${message.id}`, status);
};

/** Reads up to somewhere, or past the end; all of the member's devices know. */
const read: Action = async (scene) => {
  const { stage, step, actor, server, channel } = scene;
  const seq = step.whom % (channel.messages.length + 3);
  const status = stage.model.read(actor.id, server, channel, seq);
  await ask(scene, 'PUT', `/channels/${channel.id}/read`, status, { seq });
  if (status !== 200) return;
  for (const { userId, lists } of stage.devices) {
    if (userId === actor.id) lists.read(channel.id, channel.marks.get(actor.id) ?? 0);
  }
};

/** What is done with messages. */
export const messageActions = { send, edit, bury, read };
