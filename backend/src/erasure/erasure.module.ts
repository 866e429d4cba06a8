import { Module } from '@nestjs/common';
import { ErasureRecords, ObjectStore } from '@oniverse/platform';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ServersModule } from '../servers/servers.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { WaitlistModule } from '../waitlist/waitlist.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [
    AccountActivityModule,
    AccountsModule,
    ChangesModule,
    MessagesModule,
    PasswordsModule,
    PostsModule,
    ServersModule,
    SessionsModule,
    WaitlistModule,
  ],
  controllers: [ErasureController],
  providers: [
    ErasureService,
    ErasureRepository,
    {
      provide: ErasureRecords,
      inject: [ObjectStore],
      useFactory: (store: ObjectStore) => new ErasureRecords(store),
    },
  ],
})
export class ErasureModule {}
