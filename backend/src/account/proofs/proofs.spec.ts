import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROOF, PROOF_HEADER, PROOF_MESSAGES, type ProofChallenge } from '@oniverse/contracts';
import { ProofKey, UsedProof } from '@oniverse/data';
import { registration } from '@oniverse/testing';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { MAIL_SITE, statusesOf } from '../../testing/accounts.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Solution = NonNullable<Awaited<ReturnType<typeof solveChallenge>>>;

const encode = (proof: unknown): string => Buffer.from(JSON.stringify(proof)).toString('base64');

describe('proofs of work', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start({ ...MAIL_SITE, proofOfWork: true });
  });

  afterAll(async () => {
    await two.stop();
  });

  const fetchChallenge = async (): Promise<ProofChallenge> =>
    (await two.api(0).get('/api/auth/proof-challenge').expect(200).expect('cache-control', 'no-store')).body;
  const solve = async (challenge: ProofChallenge): Promise<Solution> => {
    const solution = await solveChallenge({ challenge, deriveKey });
    if (!solution) throw new Error('It was not solved.');
    return solution;
  };
  const register = (proof?: string, backend: 0 | 1 = 0) => {
    const request = two.api(backend).post('/api/auth/register');
    return (proof === undefined ? request : request.set(PROOF_HEADER, proof)).send(registration());
  };
  const expectRefused = async (proof: string) =>
    expect((await register(proof).expect(428)).body).toMatchObject({
      code: 'proof_required',
      reason: PROOF_MESSAGES.proofRefused.reason,
    });

  it('STF-100 are asked of those who register, join the waitlist or reset a password', async () => {
    for (const [path, body] of [
      ['/auth/register', registration()],
      ['/waitlist', { email: 'oni@example.org', source: 'landing' }],
      ['/auth/password/reset-requests', { email: 'oni@example.org' }],
    ] as const) {
      const send = () => two.api(0).post(`/api${path}`);
      const refused = await send().send(body).expect(428);
      expect(refused.body).toMatchObject({ code: 'proof_required', reason: 'proofRequired' });
      const challenge = await fetchChallenge();
      const proof = encode({ challenge, solution: await solve(challenge) });
      const answer = await send().set(PROOF_HEADER, proof).send(body);
      expect([path, Math.floor(answer.status / 100)]).toEqual([path, 2]);
    }
    await two.api(0).post('/api/auth/login').send({ username: 'nobody', password: 'Wrong@123' }).expect(401);
  });

  it('STF-101 work once, on every backend', async () => {
    const challenge = await fetchChallenge();
    const proof = encode({ challenge, solution: await solve(challenge) });
    const answers = await Promise.all([register(proof, 0), register(proof, 1), register(proof, 1)]);
    expect(statusesOf(answers)).toEqual([201, 428, 428]);
    await expectRefused(proof);
  });

  it('STF-101 expire after ten minutes', async () => {
    const { secret } = await two.stack.dataSource.getRepository(ProofKey).findOneByOrFail({ id: 1 });
    const { algorithm, cost, keyPrefix } = PROOF;
    const expired = await createChallenge({
      algorithm,
      cost,
      keyPrefix,
      deriveKey,
      expiresAt: new Date(Date.now() - 1_000),
      hmacSignatureSecret: secret,
    });
    const solution = await solveChallenge({ challenge: expired, deriveKey });
    await expectRefused(encode({ challenge: expired, solution }));
    const { parameters } = await fetchChallenge();
    const seconds = parameters.expiresAt - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  it('STF-102 are refused if they are forged, changed, unsolved or no proofs at all', async () => {
    const challenge = await fetchChallenge();
    const solution = await solve(challenge);
    const { parameters, signature } = challenge;
    const easier = { parameters: { ...parameters, cost: 1, keyPrefix: '0' }, signature };
    const endless = { parameters: { ...parameters, expiresAt: 9_999_999_999 }, signature };
    const { expiresAt: _, ...timeless } = parameters;
    for (const proof of [
      { challenge: easier, solution: await solve(easier) },
      { challenge: endless, solution },
      { challenge: { parameters: timeless, signature }, solution },
      { challenge: { ...challenge, signature: '0'.repeat(signature.length) }, solution },
      { challenge, solution: { ...solution, counter: solution.counter + 1 } },
      { challenge, solution: { ...solution, counter: -1 } },
      { challenge, solution: { ...solution, derivedKey: '00' } },
      { challenge, solution: null },
      { challenge: null, solution },
      [],
      null,
    ]) {
      await expectRefused(encode(proof));
    }
    for (const header of ['', 'no base64 %', 'x'.repeat(5_000)]) await expectRefused(header);
    await register(encode({ challenge, solution })).expect(201);
    const { parameters: used } = challenge;
    expect(await two.stack.dataSource.getRepository(UsedProof).findOneByOrFail({ signature })).toEqual({
      signature,
      expiresAt: new Date(used.expiresAt * 1_000),
    });
  });
});
