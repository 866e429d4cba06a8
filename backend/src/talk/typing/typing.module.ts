import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { TypingGateway } from './typing.gateway.js';
import { TypingService } from './typing.service.js';

@Module({ imports: [AccessModule], providers: [TypingService, TypingGateway] })
export class TypingModule {}
