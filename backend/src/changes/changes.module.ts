import { Module } from '@nestjs/common';
import { MemberChanges } from './member-changes.js';

@Module({ providers: [MemberChanges], exports: [MemberChanges] })
export class ChangesModule {}
