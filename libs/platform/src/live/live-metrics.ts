import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics.js';
import { LiveService } from './live.service.js';

/** Says how many sockets this process holds; they are counted when somebody asks. */
@Injectable()
export class LiveMetrics {
  constructor(metrics: Metrics, live: LiveService) {
    const sockets = metrics.gauge('oniverse_live_sockets', 'Sockets that this process holds.');
    metrics.readAtScrape([sockets], async () => sockets.set([...live.sockets()].length));
  }
}
