import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINK_PURPOSES, type LinkPurpose } from '@oniverse/contracts';
import { EmailChange, ExportAddress } from '@oniverse/data';
import { GOOD_PASSWORD, TestStack, uniqueName } from '@oniverse/testing';
import { type Account, Accounts, MAIL_SITE } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const NEW_PASSWORD = 'Moth&Lantern7';
const newAddress = (): string => `${uniqueName()}@example.org`;

/** What happens to the account after its links were made. */
const CHANGES = [
  'address changed',
  'other address verified',
  'password changed',
  'reset by mail',
  'reset by operator',
  'sign-in disowned',
  'change undone',
  'address lost',
  'erased',
] as const;
type AccountChange = (typeof CHANGES)[number];
type Outcomes = Record<AccountChange, 'works' | 'ends'>;

/** All links were mailed to the address that the account had verified. A new kind of link needs a row. */
const OUTCOMES: Record<LinkPurpose | 'export-address', Outcomes> = {
  'verify-email': {
    'address changed': 'ends',
    'other address verified': 'ends',
    'password changed': 'works',
    'reset by mail': 'works',
    'reset by operator': 'works',
    'sign-in disowned': 'works',
    'change undone': 'ends',
    'address lost': 'ends',
    erased: 'ends',
  },
  'reset-password': {
    'address changed': 'works',
    'other address verified': 'ends',
    'password changed': 'ends',
    'reset by mail': 'ends',
    'reset by operator': 'ends',
    'sign-in disowned': 'works',
    'change undone': 'ends',
    'address lost': 'ends',
    erased: 'ends',
  },
  'undo-email': {
    'address changed': 'works',
    'other address verified': 'ends',
    'password changed': 'works',
    'reset by mail': 'works',
    'reset by operator': 'ends',
    'sign-in disowned': 'works',
    'change undone': 'works',
    'address lost': 'ends',
    erased: 'ends',
  },
  'disown-sign-in': {
    'address changed': 'works',
    'other address verified': 'ends',
    'password changed': 'ends',
    'reset by mail': 'ends',
    'reset by operator': 'ends',
    'sign-in disowned': 'works',
    'change undone': 'works',
    'address lost': 'ends',
    erased: 'ends',
  },
  // Opens no account, only a registration, which checks the owner of the address.
  'claim-email': {
    'address changed': 'works',
    'other address verified': 'works',
    'password changed': 'works',
    'reset by mail': 'works',
    'reset by operator': 'works',
    'sign-in disowned': 'works',
    'change undone': 'works',
    'address lost': 'works',
    erased: 'works',
  },
  // Only turns off a digest.
  unsubscribe: {
    'address changed': 'works',
    'other address verified': 'works',
    'password changed': 'works',
    'reset by mail': 'works',
    'reset by operator': 'works',
    'sign-in disowned': 'works',
    'change undone': 'works',
    'address lost': 'works',
    erased: 'ends',
  },
  // Made by a session, it ends when another one ends it.
  'export-address': {
    'address changed': 'works',
    'other address verified': 'works',
    'password changed': 'ends',
    'reset by mail': 'ends',
    'reset by operator': 'ends',
    'sign-in disowned': 'ends',
    'change undone': 'ends',
    'address lost': 'works',
    erased: 'ends',
  },
};

describe('links of accounts', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let accounts: Accounts;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config(MAIL_SITE));
    accounts = new Accounts(stack, () => backend);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const recordChange = async ({ id: userId, email: previousEmail }: Account): Promise<string> =>
    (await stack.dataSource.getRepository(EmailChange).save({ userId, previousEmail })).id;
  const moveTo = async (account: Account, email: string) =>
    accounts.callAs(account, 'put', '/email', { email }).expect(200);
  const verifyFor = async (account: Account, email: string) => {
    const token = await accounts.link('verify-email', account.id, email);
    await accounts.callAs(account, 'post', '/email/verify', { token }).expect(200);
  };
  const resetBy = async ({ id }: Account, email: string | null) => {
    const token = await accounts.link('reset-password', id, email);
    await accounts.call('post', '/password/reset', { token, newPassword: NEW_PASSWORD }).expect(200);
  };
  const causes: Record<AccountChange, (account: Account) => Promise<unknown>> = {
    'address changed': (account) => moveTo(account, newAddress()),
    'other address verified': async (account) => {
      const email = newAddress();
      await moveTo(account, email);
      await verifyFor(account, email);
    },
    'password changed': (account) =>
      accounts
        .callAs(account, 'patch', '/password', { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD })
        .expect(200),
    'reset by mail': (account) => resetBy(account, account.email),
    'reset by operator': (account) => resetBy(account, null),
    'sign-in disowned': async (account) => {
      await accounts.newSession(account);
      const { id } = (await accounts.activity(account.id)).at(-1)!;
      const token = await accounts.link('disown-sign-in', account.id, account.email, id);
      await accounts.call('post', '/sign-in/disown', { token }).expect(200);
    },
    'change undone': async (account) => {
      const changeId = await recordChange(account);
      const token = await accounts.link('undo-email', account.id, account.email, changeId);
      await accounts.call('post', '/email/undo', { token }).expect(200);
    },
    'address lost': async (account) => {
      await moveTo(account, newAddress());
      const owner = await accounts.join({ email: account.email });
      await verifyFor(owner, owner.email);
    },
    erased: async ({ sessionId }) =>
      backend.api
        .delete('/api/users/me')
        .set(...bearer(sessionId))
        .send({ password: GOOD_PASSWORD })
        .expect(200),
  };

  it.each(CHANGES)('ACC-190 ends every link that a change of the account makes stale: %s', async (change) => {
    const account = await accounts.joinVerified();
    const { id, email } = account;
    const [entry] = await accounts.activity(id);
    const subjects: Partial<Record<LinkPurpose, string>> = {
      'undo-email': await recordChange(account),
      'disown-sign-in': entry!.id,
    };
    const tokens = new Map<LinkPurpose, string>();
    for (const purpose of LINK_PURPOSES) {
      const userId = purpose === 'claim-email' ? null : id;
      tokens.set(purpose, await accounts.link(purpose, userId, email, subjects[purpose]));
    }
    await backend.api
      .post('/api/users/me/export')
      .set(...bearer(account.sessionId))
      .expect(200);
    await causes[change](account);

    const outcomes: Record<string, string> = {};
    for (const [purpose, token] of tokens) {
      const { status } = await accounts.call('post', '/links/check', { purpose, token });
      outcomes[purpose] = status === 200 ? 'works' : 'ends';
    }
    const hasAddress = await stack.dataSource.getRepository(ExportAddress).existsBy({ userId: id });
    outcomes['export-address'] = hasAddress ? 'works' : 'ends';
    expect(outcomes).toEqual(
      Object.fromEntries(Object.entries(OUTCOMES).map(([kind, row]) => [kind, row[change]])),
    );
  });
});
