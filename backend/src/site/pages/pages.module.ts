import { Module } from '@nestjs/common';
import { ImagesModule } from '../../album/images/images.module.js';
import { InvitesModule } from '../../talk/invites/invites.module.js';
import { PostsModule } from '../../writing/posts/posts.module.js';
import { ProfilesModule } from '../../people/profiles/profiles.module.js';
import { TagsModule } from '../../people/tags/tags.module.js';
import { SiteHeads } from './site-heads.js';

@Module({
  imports: [ImagesModule, InvitesModule, PostsModule, ProfilesModule, TagsModule],
  providers: [SiteHeads],
})
export class PagesModule {}
