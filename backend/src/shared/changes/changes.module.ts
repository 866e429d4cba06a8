import { Module } from '@nestjs/common';
import { MemberChanges } from './member-changes.js';
import { Quotas } from './quotas.js';

@Module({ providers: [MemberChanges, Quotas], exports: [MemberChanges, Quotas] })
export class ChangesModule {}
