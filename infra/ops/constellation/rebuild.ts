import { lockConstellation, LINKS_KEPT } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { countableTags, turnHubs } from './countable-tags.js';
import { linksOf } from './kept-links.js';
import { StoredDigests, WantedDigests } from './link-digests.js';
import { putLinksRight } from './links-right.js';
import type { Say } from './say.js';
import { putShownTagsRight } from './shown-tags.js';
import { strongestOf } from './strongest.js';
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
  /** Members whose links were looked at one by one, since in sum they were others than they are to be. */
  examined: number;
  /** Nodes that knew another last link than the one that is. */
  weakest: number;
}

/**
 * Works out anew, from what members show, who shows which tag, which tags connect nobody, and who is linked with
 * whom, and writes what differs, all or nothing. The worker's own work on links waits meanwhile; members notice
 * nothing, and see the rest with their next fetch. What stands there is read as streams on connections beside the
 * one that writes, and held as numbers; of links the database sums up what stands there while they are worked out.
 */
export async function rebuildConstellation(dataSource: DataSource, say: Say): Promise<Rebuilt> {
  return dataSource.transaction(async (manager) => {
    await lockConstellation(manager);
    const summingUp = StoredDigests.read(dataSource);
    // Whoever fails before it is needed does not wait for it.
    summingUp.catch(() => {});
    const numbers = await TagNumbers.read(dataSource);
    const shown = await putShownTagsRight(dataSource, manager, numbers, say);
    const { ids } = shown;
    const { index, names, nameHashes, turned } = await countableTags(manager, numbers, shown.tags);
    const lists = strongestOf(index, LINKS_KEPT, (done) => say('members compared', done));
    const weakest = await putWeakestRight(dataSource, manager, ids, lists);
    const kept = linksOf(lists, LINKS_KEPT);
    const wanted = new WantedLinks(ids, names, index, kept);
    const wantedDigests = new WantedDigests(index, kept, { ids: shown.idHashes, names: nameHashes });
    const storedDigests = await summingUp;
    const { written, examined } = await putLinksRight(
      manager,
      { ids, wanted, wantedDigests, storedDigests },
      say,
    );
    await turnHubs(manager, turned);
    return {
      members: ids.length,
      nodes: shown.nodes,
      tags: shown.written,
      hubs: turned.length,
      links: written,
      examined,
      weakest,
    };
  });
}
