import { Controller } from '@nestjs/common';
import {
  declineHeldMessage,
  deleteOwnHeldMessage,
  getFilters,
  listOwnHeldMessages,
  setFilters,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { FiltersService } from './filters.service.js';
import { HeldMessagesService } from './held-messages.service.js';

@Controller()
export class FiltersController {
  constructor(private readonly filters: FiltersService) {}

  @Handles(getFilters)
  async get({ session, id }: Received<typeof getFilters>) {
    return this.filters.get(session.userId, id);
  }

  @Handles(setFilters)
  async set({ session, id, body }: Received<typeof setFilters>) {
    return this.filters.set(session.userId, id, body);
  }
}

@Controller()
export class HeldMessagesController {
  constructor(private readonly held: HeldMessagesService) {}

  @Handles(declineHeldMessage)
  async decline({ session, id, heldId, body }: Received<typeof declineHeldMessage>) {
    await this.held.decline({ callerId: session.userId, serverId: id, id: heldId }, body);
  }

  @Handles(listOwnHeldMessages)
  async listOwn({ session, query }: Received<typeof listOwnHeldMessages>) {
    return this.held.listOwn(session.userId, query);
  }

  @Handles(deleteOwnHeldMessage)
  async delete({ session, id }: Received<typeof deleteOwnHeldMessage>) {
    await this.held.deleteOwn(session.userId, id);
  }
}
