import { Injectable } from '@nestjs/common';
import { CONSTELLATION, type Constellation } from '@oniverse/contracts';
import { AccessService } from '../access/access.service.js';
import { ConstellationRepository, type NodeRow } from './constellation.repository.js';
import { constellationView } from './constellation.view.js';

/** Who shares tags with whom, as far as it is public. */
@Injectable()
export class ConstellationService {
  constructor(
    private readonly repository: ConstellationRepository,
    private readonly access: AccessService,
  ) {}

  /**
   * Public members and the caller, at most `limit`, and the links among the public ones.
   * @param around whose neighbourhood it is where not all fit; the caller's where it is not said
   * @throws ProblemError `not_found` where `around` is nobody whom the caller may see
   */
  async show(userId: string, limit: number, around: string = userId): Promise<Constellation> {
    if (around !== userId) await this.access.requireVisibleMemberById(userId, around);
    const nodes = await this.nodes(userId, limit, around);
    const shown = nodes.filter((node) => node.is_public).map(({ id }) => id);
    const central = shown.filter((id) => id === userId || id === around);
    const links = await this.repository.linksAmong(shown, central, CONSTELLATION.links);
    return constellationView(userId, nodes, links);
  }

  /** By id. */
  private async nodes(userId: string, limit: number, around: string): Promise<NodeRow[]> {
    // One more than fit tells that not all do.
    const first = await this.repository.callerAndFirst(userId, limit + 1);
    if (first.length <= limit) return first;
    const chosen = new Map<string, NodeRow>();
    const choose = (candidates: readonly NodeRow[]): void => {
      for (const node of candidates) {
        if (chosen.size < limit && !chosen.has(node.id)) chosen.set(node.id, node);
      }
    };
    choose(first.filter(({ id }) => id === userId));
    choose(await this.repository.neighbourhood(around, limit));
    if (chosen.size < limit) choose(await this.repository.bestConnected(limit));
    choose(first);
    return [...chosen.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }
}
