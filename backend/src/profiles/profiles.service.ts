import { Injectable } from '@nestjs/common';
import {
  type CurrentUser,
  MESSAGES,
  type ProfileBody,
  type PublicProfile,
  tagsOf,
} from '@oniverse/contracts';
import { OUTBOX_TOPICS, type User } from '@oniverse/data';
import { brokenConstraint, notFound, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { MemberChanges, type Tagged } from '../changes/member-changes.js';
import { unauthorized } from '../sessions/current-session.decorator.js';
import { UsernamesService } from '../usernames/usernames.service.js';
import { type ProfileFields, ProfilesRepository } from './profiles.repository.js';
import { publicProfileView } from './profiles.view.js';

const usernameTaken = (): ProblemError => new ProblemError('username_taken', MESSAGES.usernameTaken);
const usernameReserved = (): ProblemError => new ProblemError('username_reserved', MESSAGES.usernameReserved);

/** A profile's text as a thing with tags: it is shown wherever its member is. */
const taggedText = (markdown: string): Tagged => ({ tags: tagsOf([], markdown), isPublic: true });

/** Members' pages: what others see of a member, and what the member makes of it. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly repository: ProfilesRepository,
    private readonly access: AccessService,
    private readonly accounts: AccountsService,
    private readonly changes: MemberChanges,
    private readonly usernames: UsernamesService,
  ) {}

  /**
   * The page of the member of that name.
   * @param askerId null for a visitor
   * @throws ProblemError `not_found`
   */
  async show(askerId: string | null, username: string): Promise<PublicProfile> {
    const id = await this.access.requireVisibleMember(askerId, username);
    const user = await this.repository.findById(id);
    if (!user) throw notFound();
    return publicProfileView(user);
  }

  /**
   * Changes what is given and different; a change of nothing leaves no trace.
   * @throws ProblemError `username_taken`, `username_reserved`
   */
  async update(userId: string, body: ProfileBody): Promise<CurrentUser> {
    try {
      await this.changes.run(userId, async (change) => {
        const before = await this.repository.held(change.manager, userId);
        const fields = differences(before, body);
        if (!fields) return;
        if (fields.username !== undefined) await this.claim(change.manager, before, fields.username);
        if (fields.profileMarkdown !== undefined) {
          change.retag(taggedText(before.profileMarkdown), taggedText(fields.profileMarkdown));
        }
        await this.repository.update(change.manager, userId, fields);
        if (fields.username !== undefined || fields.displayName !== undefined) {
          change.later(OUTBOX_TOPICS.memberTags, userId);
          change.later(OUTBOX_TOPICS.memberShown, userId);
        }
        // Only now: whoever turns public or private does it with the text that was just written.
        if (fields.isPublic !== undefined) await change.turn(fields.isPublic);
      });
    } catch (error) {
      if (brokenConstraint(error) === 'users_username_key') throw usernameTaken();
      throw error;
    }
    const user = await this.accounts.current(userId);
    if (!user) throw unauthorized();
    return user;
  }

  /** A name is free to take where nobody has it, or where it is kept for the member's own address. */
  private async claim(manager: EntityManager, member: User, username: string): Promise<void> {
    await this.usernames.lock(manager, username);
    const holder = await this.usernames.holderOf(manager, username);
    if (holder.kind === 'member') throw usernameTaken();
    if (holder.kind === 'reserved') throw usernameReserved();
    if (holder.kind === 'claimed' && holder.email !== member.email) throw usernameReserved();
  }
}

const ifOther = <T>(given: T | undefined, before: T): T | undefined => (given === before ? undefined : given);

/** What of a body is given and other than it was; undefined where that is nothing. */
function differences(before: User, body: ProfileBody): Partial<ProfileFields> | undefined {
  const fields = {
    profileMarkdown: ifOther(body.profileMarkdown, before.profileMarkdown),
    username: ifOther(body.username, before.username),
    displayName: ifOther(body.displayName, before.displayName),
    bio: ifOther(body.bio, before.bio),
    isPublic: ifOther(body.isPublic, before.isPublic),
    profileTheme: ifOther(body.profileTheme, before.profileTheme),
    profileThemeMode: ifOther(body.profileThemeMode, before.profileThemeMode),
  };
  return Object.values(fields).every((value) => value === undefined) ? undefined : fields;
}
