import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOTIFICATION_DEFAULTS, PUSHED_KINDS, type PushedKind } from '@oniverse/contracts';
import { makeMember, TestStack } from '@oniverse/testing';
import { NotificationSettings } from './entities/notification-settings.entity.js';

/** The columns that the previous release reads and writes. */
const COLUMNS = {
  mention: 'push_mentions',
  reply: 'push_replies',
  ripple: 'push_ripples',
  link: 'push_links',
  invite: 'push_invites',
  message: 'push_messages',
} as const;
type OldKind = keyof typeof COLUMNS;
const isOld = (kind: string): kind is OldKind => kind in COLUMNS;
const OLD_KINDS = PUSHED_KINDS.filter(isOld);
const OLD_DEFAULTS = NOTIFICATION_DEFAULTS.pushKinds.filter(isOld);

describe('the kinds that are pushed', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const newMember = async (): Promise<string> => (await makeMember(stack.dataSource)).user.id;
  /** Saves settings as the previous release does. */
  const saveColumns = async (userId: string, kinds: readonly PushedKind[]): Promise<void> => {
    const columns = OLD_KINDS.map((kind) => COLUMNS[kind]);
    await stack.dataSource.query(
      `INSERT INTO notification_settings (user_id, ${columns.join(', ')})
       VALUES ($1, ${OLD_KINDS.map((kind) => kinds.includes(kind)).join(', ')})
           ON CONFLICT (user_id) DO UPDATE SET ${columns.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`,
      [userId],
    );
  };
  const saveList = (userId: string, pushKinds: PushedKind[]) =>
    stack.dataSource.getRepository(NotificationSettings).upsert({ userId, pushKinds }, ['userId']);
  /** Returns the kinds by the list and by the columns. */
  const storedOf = async (userId: string): Promise<[list: string[], columns: string[]]> => {
    const [row]: { push_kinds: string[]; columns: Record<string, boolean> }[] = await stack.dataSource.query(
      'SELECT push_kinds, to_jsonb(own) AS columns FROM notification_settings own WHERE user_id = $1',
      [userId],
    );
    return [
      row?.push_kinds.toSorted() ?? [],
      OLD_KINDS.filter((kind) => row?.columns[COLUMNS[kind]]).toSorted(),
    ];
  };

  /** The same, without kinds that the previous release does not know. */
  const oldKindsOf = async (userId: string): Promise<[list: string[], columns: string[]]> => {
    const [list, columns] = await storedOf(userId);
    return [list.filter(isOld), columns];
  };

  it.each([
    ['the previous release', saveColumns],
    ['this release', saveList],
  ])('NXT-088 are the same in the list and in its former columns after a change by %s', async (_, save) => {
    const userId = await newMember();
    const choices: PushedKind[][] = [['link'], [], ['link', 'mention', 'ripple'], [...OLD_KINDS], ['reply']];
    for (const kinds of choices) {
      await save(userId, kinds);
      expect(await oldKindsOf(userId)).toEqual([kinds.toSorted(), kinds.toSorted()]);
    }
  });

  it('NXT-088 are the same in both forms while both releases write', async () => {
    const userId = await newMember();
    for (const [save, kinds] of [
      [saveList, ['link', 'mention']],
      [saveColumns, ['ripple', 'mention']],
      [saveList, []],
      [saveColumns, OLD_DEFAULTS],
      [saveList, ['message', 'reply']],
    ] as const) {
      await save(userId, [...kinds]);
      expect(await oldKindsOf(userId)).toEqual([kinds.toSorted(), kinds.toSorted()]);
    }
  });

  it('NXT-088 stay when another setting changes, and start with the defaults', async () => {
    const settings = stack.dataSource.getRepository(NotificationSettings);
    const userId = await newMember();
    await settings.insert({ userId });
    expect((await oldKindsOf(userId))[1]).toEqual(OLD_DEFAULTS.toSorted());
    await saveList(userId, ['link']);
    await settings.update({ userId }, { digest: 'daily' });
    expect(await oldKindsOf(userId)).toEqual([['link'], ['link']]);
  });

  it('NXT-088 include kinds that the previous release does not know', async () => {
    const userId = await newMember();
    await stack.dataSource.query(
      `INSERT INTO notification_settings (user_id, push_kinds) VALUES ($1, '{comet,link}')`,
      [userId],
    );
    await saveColumns(userId, ['reply']);
    expect(await storedOf(userId)).toEqual([['comet', 'reply'], ['reply']]);
  });
});
