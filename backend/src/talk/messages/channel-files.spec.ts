import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChannelFileFilter, CHANNEL_FILE_FILTERS, type MessageView } from '@oniverse/contracts';
import type { Attachment } from '@oniverse/data';
import { makeMember } from '@oniverse/testing';
import { makeAttachment } from '../../testing/album.js';
import { bearer } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Kind = NonNullable<Attachment['kind']>;

const STAR_MAP = 'https://skywatch.example/map';

describe('files of a channel', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const setUp = () => makeStaffedServer(db());
  const post = async (
    caller: SignedInMember,
    path: string,
    kinds: Kind[],
    content = '',
  ): Promise<MessageView> => {
    const attachments = [];
    for (const kind of kinds) {
      const { id } = await makeAttachment(db(), caller.user.id, { kind });
      attachments.push({ id });
    }
    return (await two.callAs(caller, 'post', path, { content, attachments }).expect(201)).body;
  };
  const send = (caller: SignedInMember, channelId: string, kinds: Kind[], content?: string) =>
    post(caller, `/channels/${channelId}/messages`, kinds, content);
  const reply = (caller: SignedInMember, { id }: MessageView, kinds: Kind[], content?: string) =>
    post(caller, `/messages/${id}/thread`, kinds, content);
  const list = async (
    caller: SignedInMember,
    channelId: string,
    kind: ChannelFileFilter,
  ): Promise<MessageView[]> =>
    (await two.callAs(caller, 'get', `/channels/${channelId}/files?kind=${kind}`).expect(200)).body;
  const ids = (messages: readonly MessageView[]) => messages.map(({ id }) => id);

  it('TLK-380 list their messages once each, newest first, with all files, for every reader', async () => {
    const { channel, owner, member } = await setUp();
    const one = await send(member, channel.id, ['picture', 'file', 'picture'], 'Two of them.');
    await send(owner, channel.id, [], 'Nothing.');
    const newer = await send(owner, channel.id, ['picture']);
    const visitor = await makeMember(db());
    for (const reader of [member, visitor]) {
      expect(await list(reader, channel.id, 'pictures')).toEqual([newer, one]);
    }
    const { body } = await two.callAs(visitor, 'get', `/channels/${channel.id}/files`).expect(200);
    expect(ids(body)).toEqual([newer.id, one.id]);
  });

  it('TLK-381 are filtered: pictures, sound with videos, and all else', async () => {
    const { channel, member } = await setUp();
    const picture = await send(member, channel.id, ['picture']);
    const sound = await send(member, channel.id, ['sound']);
    const file = await send(member, channel.id, ['file']);
    const both = await send(member, channel.id, ['video', 'sound', 'file']);
    expect(ids(await list(member, channel.id, 'pictures'))).toEqual([picture.id]);
    expect(ids(await list(member, channel.id, 'sound'))).toEqual([both.id, sound.id]);
    expect(ids(await list(member, channel.id, 'files'))).toEqual([both.id, file.id]);
    expect(await list(member, channel.id, 'links')).toEqual([]);
    const refused = await two.callAs(member, 'get', `/channels/${channel.id}/files?kind=all`).expect(400);
    expect(refused.body).toMatchObject({
      fields: { kind: expect.stringContaining('pictures, sound, files') },
    });
  });

  it('TLK-382 list the messages with links, without addresses in code', async () => {
    const { channel, member } = await setUp();
    const plain = await send(member, channel.id, [], `Look: ${STAR_MAP}.`);
    await send(member, channel.id, [], `\`${STAR_MAP}\``);
    await send(member, channel.id, [], 'No address, not even http://');
    const labelled = await send(member, channel.id, [], `> [the map](${STAR_MAP})`);
    const edited = await send(member, channel.id, [], STAR_MAP);
    expect(ids(await list(member, channel.id, 'links'))).toEqual([edited.id, labelled.id, plain.id]);
    await two.callAs(member, 'patch', `/messages/${edited.id}`, { content: 'It moved.' }).expect(200);
    expect(ids(await list(member, channel.id, 'links'))).toEqual([labelled.id, plain.id]);
  });

  it.each(CHANNEL_FILE_FILTERS)(
    'TLK-383 come in pages by cursor, also after its message was deleted: %s',
    async (kind) => {
      const { channel, member } = await setUp();
      const kinds: Kind[] = kind === 'sound' ? ['sound', 'video'] : kind === 'files' ? ['file'] : ['picture'];
      const messages = [];
      for (let n = 0; n < 5; n += 1) messages.push(await send(member, channel.id, kinds, `${STAR_MAP}/${n}`));
      const newestFirst = ids(messages).toReversed();
      const page = async (cursor?: string) => {
        const path = `/api/channels/${channel.id}/files?kind=${kind}&limit=2`;
        const { body, headers } = await two
          .api(1)
          .get(cursor === undefined ? path : `${path}&cursor=${cursor}`)
          .set(...bearer(member.sessionId))
          .expect(200);
        return { ids: ids(body), next: headers['x-next-cursor'] };
      };
      const first = await page();
      expect(first).toEqual({ ids: newestFirst.slice(0, 2), next: newestFirst[1] });
      await two.callAs(member, 'delete', `/messages/${first.next}`).expect(200);
      const second = await page(first.next);
      expect(second).toEqual({ ids: newestFirst.slice(2, 4), next: newestFirst[3] });
      expect(await page(second.next)).toEqual({ ids: newestFirst.slice(4), next: undefined });
    },
  );

  it('TLK-383 go on after a page whose addresses are all in code', async () => {
    const { channel, member } = await setUp();
    const linked = await send(member, channel.id, [], STAR_MAP);
    const inCode = await send(member, channel.id, [], `\`${STAR_MAP}\``);
    const path = `/channels/${channel.id}/files?kind=links&limit=1`;
    const first = await two.callAs(member, 'get', path).expect(200);
    expect([first.body, first.headers['x-next-cursor']]).toEqual([[], inCode.id]);
    const second = await two.callAs(member, 'get', `${path}&cursor=${inCode.id}`).expect(200);
    expect(ids(second.body)).toEqual([linked.id]);
  });

  it('TLK-384 end with the deletion of their messages', async () => {
    const { channel, member, moderator } = await setUp();
    const message = await send(member, channel.id, ['picture', 'sound', 'file'], STAR_MAP);
    for (const kind of CHANNEL_FILE_FILTERS) {
      expect([kind, ids(await list(member, channel.id, kind))]).toEqual([kind, [message.id]]);
    }
    await two.callAs(moderator, 'delete', `/messages/${message.id}`).expect(200);
    for (const kind of CHANNEL_FILE_FILTERS) {
      expect([kind, await list(member, channel.id, kind)]).toEqual([kind, []]);
    }
  });

  it('TLK-385 of a thread are listed in the thread, and its attachments in the channel too', async () => {
    const { channel, member } = await setUp();
    const start = await send(member, channel.id, ['picture'], `${STAR_MAP}/1`);
    const within = await reply(member, start, ['picture'], `${STAR_MAP}/2`);
    const other = await send(member, channel.id, [], 'Elsewhere.');
    await reply(member, other, ['picture']);
    const listed = async (channelId: string, kind: ChannelFileFilter) =>
      (await list(member, channelId, kind)).map(({ id, channelId: place }) => [id, place]);
    expect(await listed(within.channelId, 'pictures')).toEqual([[within.id, within.channelId]]);
    expect(await listed(within.channelId, 'links')).toEqual([[within.id, within.channelId]]);
    expect((await listed(channel.id, 'pictures')).slice(-2)).toEqual([
      [within.id, within.channelId],
      [start.id, channel.id],
    ]);
    expect(await listed(channel.id, 'pictures')).toHaveLength(3);
    expect(await listed(channel.id, 'links')).toEqual([[start.id, channel.id]]);
  });
});
