import { Inject, Injectable } from '@nestjs/common';
import type { OperationName, OperationResult, Operations } from '@oniverse/contracts';
import { CONFIG, type Config, LOGGER, type Logger, ProblemError, siteOriginOf } from '@oniverse/platform';
import { ExportsService } from '../../account/index.js';
import { ErasureService } from '../../safety/index.js';
import { ServersService } from '../../talk/index.js';
import { StaffAnnouncementsService } from '../announcements/staff-announcements.service.js';
import { OPERATORS } from '../audit/staff-changes.js';
import { StaffMembersService } from '../members/staff-members.service.js';
import { RegistrationService } from '../registration/registration.service.js';
import { StorageService } from '../storage/storage.service.js';
import { StaffWaitlistService } from '../waitlist/staff-waitlist.service.js';

type Handlers = { [K in OperationName]: (input: Operations[K][0]) => Promise<Operations[K][1]> };

/** What the commands of operators do with the code that serves members and staff. */
@Injectable()
export class OperatorsService {
  private readonly handlers: Handlers;

  constructor(
    announcements: StaffAnnouncementsService,
    erasure: ErasureService,
    exports: ExportsService,
    members: StaffMembersService,
    registration: RegistrationService,
    servers: ServersService,
    storage: StorageService,
    waitlist: StaffWaitlistService,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.handlers = {
      'members.list': async (page) => members.list(page),
      'members.show': async ({ userId }) => members.find(OPERATORS, userId),
      'members.erase': async ({ userId }) => nothing(members.eraseOnRequest(OPERATORS, userId)),
      'members.export': async ({ userId }) => exports.createAddressOnRequest(userId, siteOriginOf(config)),
      'storage.list': async (page) => storage.list(page),
      'storage.limit': async ({ userId, limits }) => storage.limit(OPERATORS, userId, limits),
      'servers.transfer': async ({ serverId, userId }) =>
        nothing(servers.transferOnRequest(serverId, userId)),
      'servers.delete': async ({ serverId }) => nothing(servers.deleteOnRequest(serverId)),
      'waitlist.list': async (page) => waitlist.list(OPERATORS, page),
      'waitlist.invite': async ({ entryId }) => waitlist.invite(OPERATORS, entryId),
      'registration.get': async () => registration.get(),
      'registration.set': async ({ mode }) => registration.set(OPERATORS, mode),
      'registration.invite': async () => registration.invite(OPERATORS),
      'registration.invites': async (page) => registration.listInvites(page),
      'announcements.list': async (page) => announcements.list(page),
      'announcements.create': async (body) => announcements.create(OPERATORS, body),
      'announcements.delete': async ({ id }) => nothing(announcements.delete(OPERATORS, id)),
      'erasures.repeat': async ({ since }) => erasure.repeat(new Date(since)),
    };
  }

  /** Runs an operation. Never throws. */
  async run<K extends OperationName>(name: K, input: Operations[K][0]): Promise<OperationResult<K>> {
    try {
      return { answer: await this.handlers[name](input) };
    } catch (error) {
      if (error instanceof ProblemError) return { error: { code: error.code, message: messageOf(error) } };
      this.logger.error({ err: error, operation: name }, 'Operation failed');
      return { error: { code: 'failed', message: error instanceof Error ? error.message : String(error) } };
    }
  }
}

/** Returns what is wrong with the fields, or else with the whole. */
function messageOf({ message, details: { fields } }: ProblemError): string {
  if (!fields) return message;
  return Object.entries(fields)
    .map(([field, phrase]) => `${field}: ${phrase.message}`)
    .join(' ');
}

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}
