import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ServerAuditModule } from '../server-audit/server-audit.module.js';
import { AuthorRemovalsRepository } from './author-removals.repository.js';
import { AuthorRemovals } from './author-removals.service.js';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFeed } from './channel-feed.js';
import { ChannelWriter } from './channel-writer.js';
import { Mentions } from './mentions.js';
import { MessageChangesController } from './message-changes.controller.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { MessageChangesService } from './message-changes.service.js';
import { MessageReactionsController } from './message-reactions.controller.js';
import { MessageReactionsRepository } from './message-reactions.repository.js';
import { MessageReactionsService } from './message-reactions.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesGateway } from './messages.gateway.js';
import { MessagesRepository } from './messages.repository.js';
import { MessagesService } from './messages.service.js';
import { OwnReactions } from './own-reactions.js';
import { ResumePages } from './resume-pages.js';
import { ThreadSummariesRepository } from './thread-summaries.repository.js';
import { ThreadSummaries } from './thread-summaries.js';

@Module({
  imports: [AccessModule, ServerAuditModule],
  controllers: [MessagesController, MessageChangesController, MessageReactionsController],
  providers: [
    MessagesService,
    MessagesRepository,
    MessageChangesService,
    MessageChangesRepository,
    MessageReactionsService,
    MessageReactionsRepository,
    OwnReactions,
    AuthorRemovals,
    AuthorRemovalsRepository,
    Mentions,
    ChannelWriter,
    ChannelActivity,
    ChannelFeed,
    ResumePages,
    ThreadSummaries,
    ThreadSummariesRepository,
    MessagesGateway,
  ],
  exports: [AuthorRemovals, MessageChangesService, MessagesService],
})
export class MessagesModule {}
