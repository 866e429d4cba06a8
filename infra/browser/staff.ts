import type { CALLS, StaffRole } from '@oniverse/contracts';
import { Passkey, User } from '@oniverse/data';
import { uniqueName } from '@oniverse/testing';
import type { Page } from '@playwright/test';
import type { ProductUnderTest, VisitingMember } from './product.js';

const NO_ID = '019abb00-0000-7000-8000-0000000000ff';

/** Makes a member one of the platform's staff, with a second factor. */
export async function appoint(
  { dataSource }: ProductUnderTest,
  { user }: VisitingMember,
  staffRole: StaffRole,
): Promise<void> {
  await dataSource.getRepository(User).update({ id: user.id }, { staffRole });
  await dataSource
    .getRepository(Passkey)
    .insert({ userId: user.id, credentialId: uniqueName(), publicKey: 'none', name: 'Laptop' });
}

/** Makes calls without bodies as the page's member, also a suspended one. @returns those with another answer than expected */
export async function findOtherAnswers(page: Page, calls: typeof CALLS, expected: string): Promise<string[]> {
  const answers = await page.evaluate(
    async (requests) => {
      const sessionId = sessionStorage.getItem('oni-suspended') ?? localStorage.getItem('sessionId') ?? '';
      return Promise.all(
        requests.map(async ({ method, path }) => {
          const answer = await fetch(path, { method, headers: { Authorization: `Bearer ${sessionId}` } });
          const body: { code?: string } = await answer.json();
          return { call: `${method} ${path}`, answer: `${answer.status} ${body.code}` };
        }),
      );
    },
    calls.map(({ method, path }) => ({ method, path: `/api${path.replaceAll(/:\w+/gu, NO_ID)}` })),
  );
  return answers.flatMap(({ call, answer }) => (answer === expected ? [] : [`${call}: ${answer}`]));
}
