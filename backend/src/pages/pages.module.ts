import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { InvitesModule } from '../invites/invites.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { SiteHeads } from './site-heads.js';

@Module({
  imports: [ImagesModule, InvitesModule, PostsModule, ProfilesModule, TagsModule],
  providers: [SiteHeads],
})
export class PagesModule {}
