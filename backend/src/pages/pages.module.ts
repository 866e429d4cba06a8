import { Module } from '@nestjs/common';
import { InvitesModule } from '../invites/invites.module.js';
import { OwnOriginsPipe } from '../objects/own-origins.decorator.js';
import { PostsModule } from '../posts/posts.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { SiteHeads } from './site-heads.js';

@Module({
  imports: [InvitesModule, PostsModule, ProfilesModule, TagsModule],
  providers: [SiteHeads, OwnOriginsPipe],
})
export class PagesModule {}
