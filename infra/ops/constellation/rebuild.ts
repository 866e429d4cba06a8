import { LINKS_KEPT } from '@oniverse/contracts';
import { holdConstellation } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { countableTags, turnHubs } from './countable-tags.js';
import { putLinksRight, storedDigests } from './links-right.js';
import type { Say } from './say.js';
import { putShownTagsRight } from './shown-tags.js';
import { linksOf, strongestOf } from './strongest.js';
import { TagNumbers } from './tag-numbers.js';
import { WantedLinks } from './wanted-links.js';
import { putWeakestRight } from './weakest-right.js';

/** What a rebuild found wrong and put right. */
export interface Rebuilt {
  members: number;
  nodes: number;
  tags: number;
  hubs: number;
  links: number;
  /** Nodes that knew another last link than the one that is. */
  weakest: number;
}

/**
 * Works out anew, from what members show, who shows which tag, which tags connect nobody, and who is linked with
 * whom, and writes what differs, all or nothing. The worker's own work on links waits meanwhile; members notice
 * nothing, and see the rest with their next fetch. What stands there is read on connections beside the one that
 * writes, so that reading and working out go side by side.
 */
export async function rebuildConstellation(dataSource: DataSource, say: Say): Promise<Rebuilt> {
  return dataSource.transaction(async (manager) => {
    await holdConstellation(manager);
    const stored = storedDigests(dataSource);
    // Whoever fails before it is needed does not wait for it.
    stored.catch(() => {});
    const numbers = await TagNumbers.read(dataSource);
    const shown = await putShownTagsRight(dataSource, manager, numbers, say);
    const { index, names, turned } = await countableTags(manager, numbers, shown);
    const { ids } = shown;
    const lists = strongestOf(index, LINKS_KEPT, (done) => say('members compared', done));
    const weakest = await putWeakestRight(manager, ids, lists);
    const wanted = new WantedLinks(ids, names, index, linksOf(lists, LINKS_KEPT));
    const links = await putLinksRight(manager, { ids, wanted, digests: await stored, say });
    await turnHubs(manager, turned);
    return {
      members: ids.length,
      nodes: shown.nodes,
      tags: shown.written,
      hubs: turned.length,
      links,
      weakest,
    };
  });
}
