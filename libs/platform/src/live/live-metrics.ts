import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../metrics.js';
import { LiveService } from './live.service.js';

@Injectable()
export class LiveMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly live: LiveService,
  ) {}

  onModuleInit(): void {
    const sockets = this.metrics.gauge('oniverse_live_sockets', 'Open sockets of this process.');
    this.metrics.collectOnScrape([sockets], async () => sockets.set(this.live.socketCount));
  }
}
