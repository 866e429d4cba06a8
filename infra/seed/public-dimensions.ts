/** A public dimension created by the platform. Fixed ids let repeated seeding find existing dimensions. */
export interface SeededDimension {
  id: string;
  name: string;
  description: string;
  /** The first is the default channel. */
  channels: readonly SeededChannel[];
}

export interface SeededChannel {
  id: string;
  name: string;
  description: string;
  /** The minute of the day, in UTC, at which its messages fade. */
  fadeMinute?: number;
  /** Whether one of the messages that members left for it opens at each full moon. */
  opensAtFullMoon?: true;
  /** Whether it has a radio. */
  hasRadio?: true;
}

const id = (dimension: number, channel: number): string =>
  `019abb00-00${String(dimension).padStart(2, '0')}-7000-8000-${String(channel).padStart(12, '0')}`;

const dimension = (
  number: number,
  name: string,
  description: string,
  channels: readonly (readonly [
    name: string,
    description: string,
    rules?: Pick<SeededChannel, 'fadeMinute' | 'opensAtFullMoon' | 'hasRadio'>,
  ])[],
): SeededDimension => ({
  id: id(number, 0),
  name,
  description,
  channels: channels.map(([channelName, purpose, rules], index) => ({
    id: id(number, index + 1),
    name: channelName,
    description: purpose,
    ...rules,
  })),
});

/**
 * The dimensions of a new installation. Existing installations get a new rule of a channel from a migration, once. Lists show the
 * newest id first, so the numbers count down.
 */
export const PUBLIC_DIMENSIONS: readonly SeededDimension[] = [
  dimension(7, 'Arrivals', 'Start here. Say who you are, and ask how anything works.', [
    ['hello', 'one line about you is enough'],
    ['how-it-works', 'questions about shrines, capsules, boards and links'],
    ['signal-reports', 'something broken, something missing: tell us here'],
  ]),
  dimension(6, 'Observatory', 'Night sky reports, eyepiece sketches, and the occasional cloud complaint.', [
    ['general', 'whatever is up'],
    ['tonight', 'what is overhead, right now'],
    ['eyepiece', 'sketches and notes from the telescope'],
    ['clouded-out', 'for the other nights'],
  ]),
  dimension(5, 'Tidal Library', 'A reading room that follows the moon. New shelf every full tide.', [
    ['front-desk', 'what are you reading'],
    ['this-tide', 'the shelf everyone reads this month', { opensAtFullMoon: true }],
    ['margins', 'one passage, and why you underlined it'],
  ]),
  dimension(
    4,
    'Terminal Games',
    'Chess, Go, five letters, shared adventures. All of it in characters, all of it live.',
    [
      ['lobby', 'find someone to play with'],
      ['roguelikes', 'how you died, and on which floor'],
      ['chess', 'moves in notation, talk in prose'],
      ['built-by-us', 'games that members write'],
    ],
  ),
  dimension(3, 'Dream Exchange', 'Leave one, take one. No interpretations unless asked.', [
    ['last-night', 'before it fades', { fadeMinute: 6 * 60 }],
    ['recurring', 'places you keep going back to'],
  ]),
  dimension(2, 'Slow Radio', 'Field recordings and long fades, listened to together.', [
    ['on-air', 'what is playing, and when it started', { hasRadio: true }],
    ['field-recordings', 'where the microphone stood'],
    ['requests', 'ask for an hour of something'],
  ]),
  dimension(1, 'Markdown Workshop', 'Pages pulled apart and put back together. Bring yours.', [
    ['bench', 'show a page, get a kind eye on it'],
    ['syntax', 'tables, lists, line breaks and other small fights'],
    ['shrines', 'pages worth a visit'],
  ]),
];
