import { Injectable } from '@nestjs/common';
import {
  type Constellation,
  type ConstellationTotals,
  maxLinksBetween,
  type PathSearch,
} from '@oniverse/contracts';
import { type RateLimit, RateLimits } from '@oniverse/platform';
import { AccessService, SerialTasks } from '../../shared/index.js';
import { TotalsCounter } from './constellation-totals.js';
import { ConstellationRepository, type NodeRow } from './constellation.repository.js';
import { constellationView } from './constellation.view.js';
import { searchPath } from './path-search.js';

/** Searches for paths. */
const PATH_LIMIT: RateLimit = { name: 'paths', points: 30, seconds: 60 };
const NO_PATH: Constellation = { users: [], connections: [] };

@Injectable()
export class ConstellationService {
  private readonly calls = new SerialTasks();

  constructor(
    private readonly repository: ConstellationRepository,
    private readonly totals: TotalsCounter,
    private readonly access: AccessService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Returns at most `limit` public members and the caller, with the links between public members. The calls of a member
   * run one after another.
   * @param around the member at the center if not all members fit
   * @throws ProblemError `not_found` if the caller may not see `around`
   */
  async show(userId: string, limit: number, around: string = userId): Promise<Constellation> {
    return this.calls.runTask(userId, async () => this.showNext(userId, limit, around));
  }

  private async showNext(userId: string, limit: number, around: string): Promise<Constellation> {
    if (around !== userId) await this.access.requireVisibleMemberById(userId, around);
    const { nodes, isComplete } = await this.findNodes(userId, limit, around);
    const shown = nodes.filter((node) => node.is_public).map(({ id }) => id);
    const central = shown.filter((id) => id === userId || id === around);
    const maxLinks = maxLinksBetween(limit);
    const links = await this.repository.linksBetween(shown, central, maxLinks);
    const hasEverything = isComplete && links.length < maxLinks;
    return constellationView(
      userId,
      nodes,
      links,
      hasEverything ? undefined : await this.totalsFor(userId, nodes),
    );
  }

  /**
   * Returns a shortest path between two members as nodes and links in order, empty if there is none. Private and unknown
   * members have no paths.
   * @throws ProblemError `rate_limited`
   */
  async findPath(userId: string, { from, to, without }: PathSearch): Promise<Constellation> {
    await this.limits.consume(PATH_LIMIT, userId);
    const [fromName, toName] = [from.toLowerCase(), to.toLowerCase()];
    const ids = await this.repository.linkedIds(userId, [fromName, toName]);
    const ends = { from: ids.get(fromName), to: ids.get(toName) };
    if (ends.from === undefined || ends.to === undefined || ends.from === ends.to) return NO_PATH;
    const avoided = new Set(without.filter((id) => id !== ends.from && id !== ends.to));
    const path = await searchPath(
      { from: ends.from, to: ends.to, avoided, allowsDirect: without.length === 0 },
      (members) => this.repository.membersOneLinkAway(userId, members),
    );
    return path ? this.describePath(userId, path) : NO_PATH;
  }

  /** Returns an empty path if a member or a link has disappeared since the search. */
  private async describePath(userId: string, path: readonly string[]): Promise<Constellation> {
    const members = new Map(
      (await this.repository.linkedMembers(userId, path)).map((member) => [member.id, member]),
    );
    const links = await this.repository.linksBetween(path, [], maxLinksBetween(path.length));
    const nodes = path.flatMap((id) => members.get(id) ?? []);
    const steps = path.slice(1).flatMap((id, step) => {
      const pair = [path[step], id];
      return links.find((link) => pair.includes(link.from_user_id) && pair.includes(link.to_user_id)) ?? [];
    });
    const isComplete = nodes.length === path.length && steps.length === path.length - 1;
    return isComplete ? constellationView(userId, nodes, steps, undefined) : NO_PATH;
  }

  /** Adds the caller to the public members if private. */
  private async totalsFor(userId: string, nodes: readonly NodeRow[]): Promise<ConstellationTotals> {
    const { nodes: shown, links } = await this.totals.getTotals();
    const isHidden = nodes.some(({ id, is_public }) => id === userId && !is_public);
    return { nodes: Math.max(nodes.length, shown + Number(isHidden)), links };
  }

  /**
   * Returns the public members that `show` returns.
   * @throws ProblemError `not_found` if the caller may not see `around`
   */
  async listShown(userId: string, limit: number, around: string): Promise<string[]> {
    if (around !== userId) await this.access.requireVisibleMemberById(userId, around);
    const { nodes } = await this.findNodes(userId, limit, around);
    return nodes.filter((node) => node.is_public).map(({ id }) => id);
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
    choose(await this.repository.neighbourhood(userId, around, limit));
    if (chosen.size < limit) choose(await this.repository.bestConnected(userId, limit));
    choose(first);
    const nodes = [...chosen.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { nodes, isComplete: false };
  }
}
