import { Module } from '@nestjs/common';
import { InvitesModule } from '../invites/invites.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { SiteHeads } from './site-heads.js';

@Module({
  imports: [InvitesModule, PostsModule, ProfilesModule, TagsModule],
  providers: [SiteHeads],
})
export class PagesModule {}
