import { Module } from '@nestjs/common';
import { InvitesModule } from '../invites/invites.module.js';
import { OwnOriginsPipe } from '../objects/own-origins.decorator.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { SiteHeads } from './site-heads.js';

@Module({ imports: [InvitesModule, ProfilesModule], providers: [SiteHeads, OwnOriginsPipe] })
export class PagesModule {}
