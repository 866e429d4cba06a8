import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_AUDIT_DAYS } from '@oniverse/contracts';
import { ServerAuditEntry } from '@oniverse/data';
import { makeServer, TestStack } from '@oniverse/testing';
import { PurgeServerAudit } from './purge-server-audit.js';

describe('PurgeServerAudit', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('SAF-105 deletes entries after 365 days', async () => {
    const { server } = await makeServer(stack.dataSource);
    for (const days of [0, SERVER_AUDIT_DAYS - 1, SERVER_AUDIT_DAYS + 1]) {
      await stack.dataSource.query(
        `INSERT INTO server_audit (id, server_id, kind, detail) VALUES (uuidv7($2::interval), $1, 'invite_created', $3)`,
        [server.id, `-${days} days`, { name: String(days) }],
      );
    }
    const job = new PurgeServerAudit(stack.dataSource);
    expect(await job.run()).toBe(1);
    const entries = await stack.dataSource.getRepository(ServerAuditEntry).find({ order: { id: 'ASC' } });
    expect(entries.map(({ detail }) => detail.name)).toEqual([String(SERVER_AUDIT_DAYS - 1), '0']);
    expect(await job.run()).toBe(0);
  });
});
