import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccountLink, NotificationSettings, User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const MAIL = { smtpUrl: 'smtp://127.0.0.1:1', from: 'oni@example.org' };

describe('digests by mail', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ mail: MAIL }));
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const settings = () => stack.dataSource.getRepository(NotificationSettings);
  const change = (sessionId: string, body: object) =>
    backend.api
      .patch('/api/notifications/settings')
      .set(...bearer(sessionId))
      .send(body);
  const verified = () => makeMember(stack.dataSource, { emailVerifiedAt: new Date() });

  it('ACC-021 ends with the one request of a mail program, and with its repetition', async () => {
    const { user, sessionId } = await verified();
    await change(sessionId, { digest: 'weekly', digestKinds: ['mention'] }).expect(200);
    const token = await createAccountLink(stack.dataSource.manager, {
      purpose: 'unsubscribe',
      userId: user.id,
      email: user.email,
    });
    const address = `/api/mail/unsubscribe/${token}`;
    const requests = [
      backend.api.post(address).type('form').send('List-Unsubscribe=One-Click'),
      backend.api.post(address).field('List-Unsubscribe', 'One-Click'),
      // The page of the link in the text.
      backend.api.post(address).send({}),
      backend.api.post(address),
    ];
    for (const request of requests) await request.expect(200, { ok: true });
    expect(await settings().findOneByOrFail({ userId: user.id })).toMatchObject({
      digest: 'off',
      digestDueAt: null,
      digestKinds: ['mention'],
    });
  });

  it('ACC-021 does not end with a token of another purpose, an expired one or none', async () => {
    const { user, sessionId } = await verified();
    await change(sessionId, { digest: 'daily' }).expect(200);
    const link = { userId: user.id, email: user.email };
    const other = await createAccountLink(stack.dataSource.manager, { purpose: 'reset-password', ...link });
    const expired = await createAccountLink(stack.dataSource.manager, { purpose: 'unsubscribe', ...link });
    await stack.dataSource.query(
      `UPDATE account_tokens SET expires_at = now() - interval '1 second' WHERE purpose = 'unsubscribe'`,
    );
    for (const token of [other, expired, 'x'.repeat(43)]) {
      const answer = await backend.api.post(`/api/mail/unsubscribe/${token}`).expect(404);
      expect(answer.body.code).toBe('link_expired');
    }
    expect(await settings().findOneByOrFail({ userId: user.id })).toMatchObject({ digest: 'daily' });
  });

  it('ACC-023 can be chosen with a verified address only, and only where mail is sent', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const refused = await change(sessionId, { digest: 'daily' }).expect(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      fields: { digest: 'Verify your address first. Digests go to verified addresses only.' },
    });
    await stack.dataSource.getRepository(User).update({ id: user.id }, { emailVerifiedAt: new Date() });
    const { body } = await change(sessionId, { digest: 'daily', timeZone: 'Europe/Berlin' }).expect(200);
    expect(body).toMatchObject({ digest: 'daily', canDigest: true });
    const { digestDueAt } = await settings().findOneByOrFail({ userId: user.id });
    expect(digestDueAt!.getTime()).toBeGreaterThan(Date.now());
    expect(digestDueAt!.getTime()).toBeLessThanOrEqual(Date.now() + 25 * 60 * 60 * 1000);

    const silent = await BackendUnderTest.start(stack.config());
    try {
      const answer = await silent.api
        .patch('/api/notifications/settings')
        .set(...bearer(sessionId))
        .send({ digest: 'weekly' });
      expect(answer.body).toMatchObject({ statusCode: 503, code: 'mail_unavailable' });
    } finally {
      await silent.stop();
    }
  });
});
