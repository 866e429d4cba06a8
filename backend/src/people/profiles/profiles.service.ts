import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type CurrentUser,
  MEASURE_MESSAGES,
  type ProfileBody,
  type PublicProfile,
  publicProfileSchema,
  viewOf,
} from '@oniverse/contracts';
import { isProfileHidden, OUTBOX_TOPICS } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import { violatedConstraint, notFound, ProblemError, RateLimits } from '@oniverse/platform';
import { AccessService, countWriting, MemberChanges, type Tagged, unauthorized } from '../../shared/index.js';
import { AccountsService, type Claim, UsernamesService, usernameTaken } from '../../account/index.js';
import { PostHints } from '../../writing/index.js';
import { type ProfileFields, ProfilesRepository } from './profiles.repository.js';

/** Profile tags are visible whenever the member is. */
const taggedText = (markdown: string): Tagged => ({ tags: combineTags([], markdown), isPublic: true });

@Injectable()
export class ProfilesService {
  constructor(
    private readonly repository: ProfilesRepository,
    private readonly access: AccessService,
    private readonly accounts: AccountsService,
    private readonly changes: MemberChanges,
    private readonly usernames: UsernamesService,
    private readonly postHints: PostHints,
    private readonly limits: RateLimits,
  ) {}

  /** `askerId` is `null` for a visitor. @throws ProblemError `not_found` */
  async getPublicProfile(askerId: string | null, username: string): Promise<PublicProfile> {
    const id = await this.access.requireVisibleMember(askerId, username);
    const user = await this.repository.findById(id);
    if (!user) throw notFound();
    const hasFeed = user.isPublic && user.isVisibleToVisitors && user.hasFeed;
    const thenAt = await this.repository.findShownSnapshotAt(id);
    return { ...viewOf(publicProfileSchema, user), hasFeed, ...(thenAt && { thenAt: thenAt.toISOString() }) };
  }

  /** Writes only the fields that differ. @throws ProblemError `username_taken`, `username_reserved`, `forbidden`, `rate_limited` */
  async update(userId: string, body: ProfileBody, address: string): Promise<CurrentUser> {
    const { accessKey: _, ...given } = body;
    if (given.profileMarkdown !== undefined) await countWriting(this.limits, userId);
    const claim = await this.verifyClaim(userId, body, address);
    try {
      await this.changes.runChange(userId, async (change) => {
        const before = await this.repository.requireById(change.manager, userId);
        const fields = changedFields<ProfileFields>(before, given);
        if (Object.keys(fields).length === 0) return;
        if (fields.isPublic === true && (await isProfileHidden(change.manager, userId))) {
          throw new ProblemError('forbidden', MEASURE_MESSAGES.profileHidden);
        }
        if (fields.username !== undefined)
          await this.usernames.lockForMember(change.manager, fields.username, claim, userId);
        if (fields.profileMarkdown !== undefined) {
          change.retag(taggedText(before.profileMarkdown), taggedText(fields.profileMarkdown));
        }
        await this.repository.update(change.manager, userId, fields);
        if (fields.username !== undefined || fields.displayName !== undefined) {
          change.enqueue(OUTBOX_TOPICS.deriveMember, userId);
          change.enqueue(OUTBOX_TOPICS.announceMember, userId);
        }
        // Last, so that the new text is the one that becomes visible or hidden.
        if (fields.isPublic !== undefined) {
          await change.setPublic(fields.isPublic);
          change.afterCommit(async () => this.postHints.publishVisibility(userId));
        }
      });
    } catch (error) {
      if (violatedConstraint(error) === 'users_username_key') throw usernameTaken();
      throw error;
    }
    const user = await this.accounts.getCurrentUser(userId);
    if (!user) throw unauthorized();
    return user;
  }

  /** Checks the access key before the transaction, to keep the member's row locked only briefly. */
  private async verifyClaim(
    userId: string,
    { username, accessKey }: ProfileBody,
    address: string,
  ): Promise<Claim | undefined> {
    if (username === undefined) return undefined;
    const user = await this.repository.findById(userId);
    if (!user) throw unauthorized();
    // An account's email address is unverified, so a rename cannot use a claim that has no access key.
    return this.usernames.proveClaim(username, { email: user.email, accessKey, address }, { keyless: false });
  }
}

/** Returns the fields that differ from the stored ones. */
function changedFields<T extends object>(stored: T, given: Partial<T>): Partial<T> {
  const changed = { ...given };
  for (const name in changed) {
    if (changed[name] === undefined || isDeepStrictEqual(changed[name], stored[name])) delete changed[name];
  }
  return changed;
}
