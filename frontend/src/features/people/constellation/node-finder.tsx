import { getProfile } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { Icon } from '../../../ui/icons.js';
import { MemberNames } from '../../../ui/member-names.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { findNodes } from './find-nodes.js';
import type { Graph } from './graph.js';
import { MemberField } from '../../../ui/member-field.js';

const texts = CONSTELLATION_TEXTS.finder;
const MAX_NODES = 6;
const MAX_TAGS = 3;
const ONI_ID = /^[a-z0-9_]{3,20}$/u;

interface NodeFinderProps {
  graph: Graph | undefined;
  /** Most frequent first. */
  tags: readonly string[];
  select: (node: number) => void;
  /** Shows only links with a tag. */
  filterByTag: (tag: string) => void;
}

/**
 * Finds loaded members by name and tags by their beginning. Another member is found by the whole Oni ID, and becomes the
 * centre of the constellation.
 */
export function NodeFinder({ graph, tags, select, filterByTag }: NodeFinderProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const query = useDeferredValue(text);
  const { mutate: lookUp, ...lookedUp } = useMutation({
    mutationFn: async (name: string) => {
      const { id } = await send(getProfile, { username: name });
      setText('');
      await navigate({ to: '/constellation', search: { around: id, node: id }, resetScroll: false });
    },
    onError: showNoToast,
  });

  const options = useMemo(() => {
    if (!graph) return [];
    const name = query.trim().toLowerCase().replace(/^@/u, '');
    const choose = (act: () => void) => () => {
      setText('');
      act();
    };
    const nodes = name.startsWith('#') ? [] : findNodes(graph, name);
    const members = nodes.slice(0, MAX_NODES).map((node) => {
      const member = graph.nodes[node];
      return {
        key: `node-${node}`,
        title: member && <MemberNames member={member} />,
        choose: choose(() => select(node)),
      };
    });
    const tagged = name === '' ? [] : tags.filter((tag) => tag.startsWith(name.replace(/^#/u, '')));
    const isElsewhere = ONI_ID.test(name) && !nodes.some((node) => graph.nodes[node]?.username === name);
    return [
      ...members,
      ...tagged.slice(0, MAX_TAGS).map((tag) => ({
        key: `tag-${tag}`,
        title: `#${tag}`,
        note: texts.tag,
        choose: choose(() => filterByTag(tag)),
      })),
      ...(isElsewhere
        ? [{ key: 'elsewhere', title: `@${name}`, note: texts.elsewhere, choose: () => lookUp(name) }]
        : []),
    ];
  }, [graph, tags, query, select, filterByTag, lookUp]);

  const failed =
    lookedUp.error instanceof HttpError && lookedUp.error.status === 404 ? texts.missing : texts.failed;
  return (
    <search className="constellation__find" data-covers>
      <MemberField
        label={texts.label}
        placeholder={texts.label}
        value={text}
        onChange={(next) => {
          lookedUp.reset();
          setText(next);
        }}
        options={options}
        mark={<Icon name="search" />}
        bare
      />
      <output className="small muted constellation__found">{lookedUp.isError ? failed : ''}</output>
    </search>
  );
}
