/** Apart from the other texts of components, because the landing page has it first. */
export const PLANISPHERE_TEXTS = {
  /** In the order of the drawings. */
  figures: ['The Tide', 'The Lantern', 'The Archivist', 'The Sleeper', 'The Moth'],
  hour: (hour: number) => `${hour}h`,
} as const;
