import { call } from '../shared/call.js';
import { phrases } from '../shared/phrases.js';
import { object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

/**
 * The work for one call: with PBKDF2, a key that begins with a prefix. About a second on a laptop, a few on a phone; a site
 * checks it with one derivation.
 */
export const PROOF = {
  algorithm: 'PBKDF2/SHA-256',
  /** Iterations of a derivation. */
  cost: 5_000,
  /** How the key begins, in hexadecimal digits: one key in 256. */
  keyPrefix: '00',
  expiresMs: 10 * 60 * 1_000,
} as const;

/** The header of a proof: the challenge and its solution as JSON, in base64. */
export const PROOF_HEADER = 'oniverse-proof';

export const PROOF_MESSAGES = phrases({
  proofRequired:
    'This site asks browsers for a little work at the moment. Reload the page over https and try again.',
  proofRefused: 'The work of this browser took too long, or was used already. Try again.',
});

const hexadecimal = (description: string) =>
  text(description, { pattern: '^[0-9a-f]+$', example: '5f0c9d1e7a3b4c2d8e6f1a0b9c8d7e6f' });

/** As `altcha-lib` makes it. */
export const proofChallengeSchema = object(
  'ProofChallenge',
  'A task for the browser, in the form of ALTCHA.',
  {
    parameters: object('ProofParameters', 'What the task is.', {
      algorithm: text('The derivation of the key.', { example: PROOF.algorithm }),
      cost: wholeNumber('Iterations of a derivation.', { example: PROOF.cost }),
      expiresAt: wholeNumber('When it expires, in seconds since 1970.', { example: 1_796_083_200 }),
      keyLength: wholeNumber('Bytes of the key.', { example: 32 }),
      keyPrefix: hexadecimal('How the key begins.'),
      nonce: hexadecimal('What the counter is appended to.'),
      salt: hexadecimal('The salt.'),
    }),
    signature: hexadecimal('Of the parameters, by this site.'),
  },
);
export type ProofChallenge = TypeOf<typeof proofChallengeSchema>;

export const getProofChallenge = call('GET', '/auth/proof-challenge', {
  summary: 'Returns a task for the browser',
  description: `While the operators or the staff of the site have switched it on, some calls answer \`proof_required\` without the header \`${PROOF_HEADER}\`: the challenge and its solution as JSON, in base64. Each challenge works once, for ten minutes.`,
  access: 'public',
  answer: proofChallengeSchema,
});
