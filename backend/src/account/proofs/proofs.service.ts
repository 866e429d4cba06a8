import { Inject, Injectable } from '@nestjs/common';
import { isRecord, PROOF, PROOF_HEADER, PROOF_MESSAGES, type ProofChallenge } from '@oniverse/contracts';
import { CONFIG, type Config, ProblemError } from '@oniverse/platform';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { ConcurrencyLimit, SiteSettingsService } from '../../shared/index.js';
import { ProofsRepository } from './proofs.repository.js';

/** Longer than any proof, in characters. */
const MAX_LENGTH = 2_000;
/** Derivations at the same time: each takes a thread for some milliseconds. */
const MAX_DERIVATIONS = 2;

/** A proof of work, which anybody may have made up. */
interface Proof {
  challenge: ProofChallenge;
  solution: { counter: number; derivedKey: string };
}

/** Asks browsers for work while the site is attacked, without third parties: with the protocol of ALTCHA. */
@Injectable()
export class ProofsService {
  private readonly derivations = new ConcurrencyLimit(MAX_DERIVATIONS);
  private secret: Promise<string> | undefined;

  constructor(
    private readonly repository: ProofsRepository,
    private readonly settings: SiteSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async createChallenge(): Promise<ProofChallenge> {
    const { algorithm, cost, keyPrefix, expiresMs } = PROOF;
    const { parameters, signature = '' } = await createChallenge({
      algorithm,
      cost,
      keyPrefix,
      deriveKey,
      expiresAt: new Date(Date.now() + expiresMs),
      hmacSignatureSecret: await this.getSecret(),
    });
    const { expiresAt = 0, keyLength, nonce, salt } = parameters;
    return { parameters: { algorithm, cost, expiresAt, keyLength, keyPrefix, nonce, salt }, signature };
  }

  /**
   * Requires a proof of work for a call, and uses it up. Does nothing while none is asked for.
   * @param headers those of the request
   * @throws ProblemError `proof_required`
   */
  async require(headers: Readonly<Record<string, unknown>>): Promise<void> {
    if (!this.config.proofOfWork && !(await this.settings.get()).proofOfWork) return;
    const header = headers[PROOF_HEADER];
    if (header === undefined) throw new ProblemError('proof_required', PROOF_MESSAGES.proofRequired);
    const proof = typeof header === 'string' ? parseProof(header) : undefined;
    if (!proof || !(await this.isRight(proof))) throw refused();
    const { signature, parameters } = proof.challenge;
    if (!(await this.repository.use(signature, new Date(parameters.expiresAt * 1_000)))) throw refused();
  }

  /** The signature is checked before the work, so that wrong proofs cost no derivation. */
  private async isRight({ challenge, solution }: Proof): Promise<boolean> {
    const hmacSignatureSecret = await this.getSecret();
    const verify = async () => verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
    const result = await this.derivations.runTask(verify).catch(() => undefined);
    return result?.verified === true;
  }

  private async getSecret(): Promise<string> {
    this.secret ??= this.repository.findSecret();
    try {
      return await this.secret;
    } catch (error) {
      this.secret = undefined;
      throw error;
    }
  }
}

const refused = (): ProblemError => new ProblemError('proof_required', PROOF_MESSAGES.proofRefused);

/** Returns the parts of a header that have the form of a proof; undefined for anything else. */
function parseProof(header: string): Proof | undefined {
  if (header.length > MAX_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
    return isProof(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isProof(value: unknown): value is Proof {
  if (!isRecord(value)) return false;
  const { challenge, solution } = value;
  return (
    isRecord(challenge) &&
    typeof challenge['signature'] === 'string' &&
    isRecord(challenge['parameters']) &&
    // Without one, a challenge would never expire.
    typeof challenge['parameters']['expiresAt'] === 'number' &&
    isRecord(solution) &&
    typeof solution['counter'] === 'number' &&
    typeof solution['derivedKey'] === 'string'
  );
}
