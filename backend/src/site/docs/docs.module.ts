import { Module } from '@nestjs/common';
import { DocsFiles } from './docs-files.js';
import { DocsController } from './docs.controller.js';
import { DocsService } from './docs.service.js';

@Module({ controllers: [DocsController], providers: [DocsFiles, DocsService], exports: [DocsService] })
export class DocsModule {}
