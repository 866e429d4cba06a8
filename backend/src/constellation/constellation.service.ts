import { Injectable } from '@nestjs/common';
import { CONSTELLATION, type Constellation, type ConstellationTotals } from '@oniverse/contracts';
import { AccessService } from '../access/access.service.js';
import { TotalsCounter } from './constellation-totals.js';
import { ConstellationRepository, type NodeRow } from './constellation.repository.js';
import { constellationView } from './constellation.view.js';

@Injectable()
export class ConstellationService {
  constructor(
    private readonly repository: ConstellationRepository,
    private readonly totals: TotalsCounter,
    private readonly access: AccessService,
  ) {}

  /**
   * Returns at most `limit` public members and the caller, with the links between public members.
   * @param around the member at the center if not all members fit
   * @throws ProblemError `not_found` if the caller may not see `around`
   */
  async show(userId: string, limit: number, around: string = userId): Promise<Constellation> {
    if (around !== userId) await this.access.requireVisibleMemberById(userId, around);
    const { nodes, isComplete } = await this.findNodes(userId, limit, around);
    const shown = nodes.filter((node) => node.is_public).map(({ id }) => id);
    const central = shown.filter((id) => id === userId || id === around);
    const links = await this.repository.linksBetween(shown, central, CONSTELLATION.links);
    const hasEverything = isComplete && links.length < CONSTELLATION.links;
    return constellationView(
      userId,
      nodes,
      links,
      hasEverything ? undefined : await this.totalsFor(userId, nodes),
    );
  }

  /** Adds the caller to the public members if private. */
  private async totalsFor(userId: string, nodes: readonly NodeRow[]): Promise<ConstellationTotals> {
    const { nodes: shown, links } = await this.totals.getTotals();
    const isHidden = nodes.some(({ id, is_public }) => id === userId && !is_public);
    return { nodes: Math.max(nodes.length, shown + Number(isHidden)), links };
  }

  /** Returns nodes by id, and whether they include all members. */
  private async findNodes(
    userId: string,
    limit: number,
    around: string,
  ): Promise<{ nodes: NodeRow[]; isComplete: boolean }> {
    const first = await this.repository.callerAndFirst(userId, limit + 1);
    if (first.length <= limit) return { nodes: first, isComplete: true };
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
    const nodes = [...chosen.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { nodes, isComplete: false };
  }
}
