import type { HomeView } from '@oniverse/contracts';

type HomeLink = HomeView['links'][number];

export interface LinkGroup {
  /** The tags that all of the lines stand for. */
  tags: readonly string[];
  /** Newest first. */
  links: readonly HomeLink[];
}

/** Returns the tag of most of the lines, the first one among equals; undefined if no two lines share one. */
function commonTagOf(links: readonly HomeLink[]): string | undefined {
  const counts = new Map<string, number>();
  for (const tag of links.flatMap(({ sharedTags }) => sharedTags))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const [common] = [...counts].toSorted(([, one], [, other]) => other - one);
  return common && common[1] > 1 ? common[0] : undefined;
}

/** Groups new lines by the tags that most of them share. A line that shares none with others stays alone. */
export function groupLinks(links: readonly HomeLink[]): LinkGroup[] {
  const common = commonTagOf(links);
  if (common === undefined) return links.map((link) => ({ tags: link.sharedTags, links: [link] }));
  const group = links.filter(({ sharedTags }) => sharedTags.includes(common));
  const tags = group.reduce<readonly string[]>(
    (shared, { sharedTags }) => shared.filter((tag) => sharedTags.includes(tag)),
    group[0]?.sharedTags ?? [],
  );
  return [{ tags, links: group }, ...groupLinks(links.filter((link) => !group.includes(link)))];
}
