export const EMOJI_TEXTS = {
  picker: 'Emoji',
  search: 'Search emoji',
  groups: 'Kinds of emoji',
  recent: 'Recently used',
  found: 'Found',
  none: 'No emoji has this name.',
  /** The label of the telescope is `:telescope:`. */
  code: (name: string) => `:${name}:`,
  group: {
    smileys: 'Faces and feelings',
    people: 'People',
    nature: 'Animals and nature',
    food: 'Food and drink',
    travel: 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  },
} as const;
