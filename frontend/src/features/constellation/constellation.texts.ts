import { grouped } from '@oniverse/contracts';

const counted = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** What the constellation's page says. */
export const CONSTELLATION_TEXTS = {
  title: 'The Constellation',
  hint: 'Drag to move, scroll to zoom.',
  touchHint: 'Drag to move, pinch to zoom.',
  number: grouped,
  share: (value: number) => value.toFixed(1),
  loading: 'Reading the sky',
  settling: 'Placing the nodes',
  failed: 'The constellation could not be read',
  missing: 'There is no such node to look from',
  tryAgain: 'Try again',
  canvas: {
    role: 'network graph',
    unread: 'Network graph',
    name: (nodes: number, links: number) =>
      `Network graph, ${counted(nodes, 'node', 'nodes')} and ${counted(links, 'link', 'links')}`,
    keys: 'Arrow keys move, plus and minus zoom, 0 resets, Escape clears the selection. The table of nodes holds the same members.',
    you: 'you',
    lost: 'This browser cannot draw the constellation. The table of nodes holds the same members.',
  },
  zoom: {
    group: 'Zoom',
    in: 'Zoom in',
    out: 'Zoom out',
    reset: 'Reset view',
    level: (zoom: number) => `x${zoom.toFixed(2)}`,
  },
  details: {
    title: 'Node details',
    clear: 'Clear selection',
    empty: 'Click on a node to explore connections',
    nodeId: 'Node ID',
    yours: 'Your Node',
    profile: 'Profile',
    connections: 'connections',
    shared: 'shared with you',
    nothingShared: 'nothing yet',
    strongest: 'strongest lines',
    you: 'you',
    around: 'Centre the chart here',
    lost: (name: string | undefined) =>
      name === undefined ? 'This node is not on the chart.' : `${name} has left the chart.`,
    hidden: 'The filter hides this node on the chart.',
    privateNote: 'Your profile is private: you stand here without lines, and only you see your node.',
    beSeen: 'Profile settings',
    aloneNote:
      'You have no lines yet. A #tag draws one to everyone who uses it too: in a public post, on your profile or in your album.',
    write: 'Write a post',
  },
  stats: {
    title: 'Network Stats',
    nodes: 'total nodes',
    links: 'active links',
    density: 'density',
    unknown: '—',
  },
  around: { of: (name: string) => `Around ${name}`, back: 'Back to your own' },
  filters: {
    title: 'Filter the lines',
    tag: 'Tag',
    anyTag: 'Any tag',
    strength: 'Strength',
    atLeast: (strength: number) => (strength === 1 ? 'any' : `${strength} or more`),
    heard: (strength: number) => (strength === 1 ? 'any strength' : `${strength} shared tags or more`),
    clear: 'Show all lines',
    none: 'No line is like this.',
  },
  table: {
    title: 'Nodes',
    search: 'Find a node',
    member: 'Node',
    connections: 'Lines',
    strongest: 'Strongest',
    found: (count: number) => counted(count, 'node', 'nodes'),
    none: (isFiltered: boolean) =>
      isFiltered ? 'No node that the filter shows has this name.' : 'No node has this name.',
    you: 'Your Node',
  },
  save: {
    png: 'Save PNG',
    svg: 'Save SVG',
    file: 'constellation',
    failedTitle: 'Not saved',
    failed: 'The picture could not be made.',
  },
} as const;
