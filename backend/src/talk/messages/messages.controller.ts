import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  addReaction,
  createMessage,
  deleteMessage,
  editMessage,
  getMessageVersions,
  listChannelFiles,
  listMessages,
  listPins,
  listReactors,
  pinMessage,
  releaseHeldMessage,
  removeReaction,
  unpinMessage,
} from '@oniverse/contracts';
import type { FastifyReply } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { ChannelFilesService } from './channel-files.service.js';
import { HeldReleasesService } from './held-releases.service.js';
import { MessagesService } from './messages.service.js';
import { MessageChangesService } from './message-changes.service.js';
import { MessagePinsService } from './message-pins.service.js';
import { MessageReactionsService } from './message-reactions.service.js';

@Controller()
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Handles(listMessages)
  async history({ session, id, query }: Received<typeof listMessages>) {
    return this.messages.history(session.userId, id, query);
  }

  @Handles(createMessage)
  async send(
    { session, id, body }: Received<typeof createMessage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, created } = await this.messages.send(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }
}

@Controller()
export class MessageChangesController {
  constructor(private readonly changes: MessageChangesService) {}

  @Handles(editMessage)
  async edit({ session, id, body }: Received<typeof editMessage>) {
    return this.changes.edit(session.userId, id, body);
  }

  @Handles(getMessageVersions)
  async versions({ session, id }: Received<typeof getMessageVersions>) {
    return { versions: await this.changes.listVersions(session.userId, id) };
  }

  @Handles(deleteMessage)
  async delete({ session, id }: Received<typeof deleteMessage>) {
    await this.changes.delete(session.userId, id);
  }
}

@Controller()
export class MessageReactionsController {
  constructor(private readonly reactions: MessageReactionsService) {}

  @Handles(listReactors)
  async list({ session, id, emoji, query }: Received<typeof listReactors>) {
    return this.reactions.listReactors(session.userId, id, emoji, query);
  }

  @Handles(addReaction)
  async add({ session, id, emoji }: Received<typeof addReaction>) {
    return this.reactions.add(session.userId, id, emoji);
  }

  @Handles(removeReaction)
  async remove({ session, id, emoji }: Received<typeof removeReaction>) {
    return this.reactions.remove(session.userId, id, emoji);
  }
}

@Controller()
export class MessagePinsController {
  constructor(private readonly pins: MessagePinsService) {}

  @Handles(listPins)
  async list({ session, id, query }: Received<typeof listPins>) {
    return this.pins.list(session.userId, id, query);
  }

  @Handles(pinMessage)
  async pin({ session, id }: Received<typeof pinMessage>) {
    return this.pins.pin(session.userId, id);
  }

  @Handles(unpinMessage)
  async unpin({ session, id }: Received<typeof unpinMessage>) {
    return this.pins.unpin(session.userId, id);
  }
}

@Controller()
export class ChannelFilesController {
  constructor(private readonly files: ChannelFilesService) {}

  @Handles(listChannelFiles)
  async list({ session, id, query }: Received<typeof listChannelFiles>) {
    return this.files.list(session.userId, id, query);
  }
}

@Controller()
export class HeldReleasesController {
  constructor(private readonly releases: HeldReleasesService) {}

  @Handles(releaseHeldMessage)
  async release({ session, id, heldId }: Received<typeof releaseHeldMessage>) {
    await this.releases.release({ callerId: session.userId, serverId: id, id: heldId });
  }
}
