import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../metrics.js';
import { LiveService } from './live.service.js';

/** Says how many sockets this process holds; they are counted when somebody asks. */
@Injectable()
export class LiveMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly live: LiveService,
  ) {}

  onModuleInit(): void {
    const sockets = this.metrics.gauge('oniverse_live_sockets', 'Sockets that this process holds.');
    this.metrics.readAtScrape([sockets], async () => sockets.set([...this.live.sockets()].length));
  }
}
