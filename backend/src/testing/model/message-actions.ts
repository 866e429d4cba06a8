import { expect } from '@jest/globals';
import type { ModelChannel, ModelMessage } from './reference-model.js';
import { type Action, callAsActor, idOf, type StepContext } from './step-context.js';
import type { Person } from './model-fixture.js';

const mentionsIn = (content: string, target: Person): string[] => (content.includes('@') ? [target.id] : []);

function expectMentions(
  { fixture }: StepContext,
  channel: ModelChannel,
  { seq, mentions }: ModelMessage,
  before: ReadonlySet<string> = new Set(),
): void {
  const added = [...mentions].filter((userId) => !before.has(userId));
  fixture.eventOracle.expectMention(added, { channelId: channel.id, seq });
}

/** Sends a message over socket or REST. Sometimes repeats it, as after a lost response. */
const send: Action = async (context) => {
  const { fixture, step, actor, server, channel, target } = context;
  const status = fixture.model.memberStatus(actor.id, server);
  const content = fixture.nextText(target);
  const nonce = `nonce ${fixture.nextNumber()}`;
  const device = fixture.devices.find(({ userId }) => userId === actor.id);
  const post = async (): Promise<{ status: number; id: string }> => {
    if (device && step.itemIndex % 2 === 0) {
      const { socket } = device.client;
      const answer = await socket.emitWithAck('message:send', { channelId: channel.id, content, nonce });
      if (!answer.ok) return { status: answer.code === 'not_found' ? 404 : 403, id: '' };
      return { status: 200, id: answer.message.id };
    }
    const path = `/channels/${channel.id}/messages`;
    const { status: received, body } = await fixture.callApi(step.backend, 'POST', path, actor, {
      content,
      nonce,
    });
    return { status: received === 201 ? 200 : received, id: idOf(body) };
  };
  const sent = await post();
  expect(['send', sent.status]).toEqual(['send', status]);
  if (status !== 200) return;
  const message = { id: sent.id, authorId: actor.id, content };
  expectMentions(
    context,
    channel,
    fixture.model.addMessage(server, channel, message, mentionsIn(content, target)),
  );
  if (step.targetIndex % 10 === 0) expect(await post()).toEqual(sent);
};

/** Edits a message, mostly as its author. */
const edit: Action = async (context) => {
  const { fixture, step, server, channel, message, target } = context;
  if (!message) return;
  const author = fixture.people.find(({ id }) => id === message.authorId);
  const actor = (step.isLikely && author) || context.actor;
  const content = fixture.nextText(target);
  const before = message.mentions;
  const mentioned = mentionsIn(content, target);
  const status = fixture.model.editMessage(actor.id, server, channel, message, content, mentioned);
  await callAsActor({ ...context, actor }, 'PATCH', `/messages/${message.id}`, status, { content });
  if (status === 200) expectMentions(context, channel, message, before);
};

const softDelete: Action = async (context) => {
  const { fixture, actor, server, channel, message } = context;
  if (!message) return;
  const status = fixture.model.softDelete(actor.id, server, channel, message);
  await callAsActor(context, 'DELETE', `/messages/${message.id}`, status);
};

/** Moves the read mark, sometimes past the end, and applies it to all devices of the member. */
const markRead: Action = async (context) => {
  const { fixture, step, actor, server, channel } = context;
  const seq = step.targetIndex % (channel.messages.length + 3);
  const status = fixture.model.markRead(actor.id, server, channel, seq);
  await callAsActor(context, 'PUT', `/channels/${channel.id}/read`, status, { seq });
  if (status !== 200) return;
  for (const { userId, lists } of fixture.devices) {
    if (userId === actor.id) lists.markRead(channel.id, channel.readMarks.get(actor.id) ?? 0);
  }
};

export const messageActions = { send, edit, softDelete, markRead };
