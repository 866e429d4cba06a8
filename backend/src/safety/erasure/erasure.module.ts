import { Module } from '@nestjs/common';
import { ErasureRecords, ObjectStore } from '@oniverse/platform';
import { AccountActivityModule } from '../../account/account-activity/account-activity.module.js';
import { AccountsModule } from '../../account/accounts/accounts.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { MessagesModule } from '../../talk/messages/messages.module.js';
import { PasswordsModule } from '../../account/passwords/passwords.module.js';
import { PostsModule } from '../../writing/posts/posts.module.js';
import { ServersModule } from '../../talk/servers/servers.module.js';
import { SessionsModule } from '../../account/sessions/sessions.module.js';
import { WaitlistModule } from '../../account/waitlist/waitlist.module.js';
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
