import { Module } from '@nestjs/common';
import { AccountLinksController } from './account-links.controller.js';
import { AccountLinks } from './account-links.service.js';

@Module({ controllers: [AccountLinksController], providers: [AccountLinks], exports: [AccountLinks] })
export class AccountLinksModule {}
