import type { MeasureView } from '@oniverse/contracts';

const AT = '2026-01-01T00:00:00.000Z';

/** A suspension without an end. */
export const measure = (given: Partial<MeasureView> = {}): MeasureView => ({
  id: 'measure-1',
  kind: 'suspended',
  rule: 'threat',
  reason: 'You threatened to publish where another member walks.',
  until: null,
  subject: null,
  createdAt: AT,
  endedAt: null,
  appeal: null,
  ...given,
});

export const appeal = (
  given: Partial<NonNullable<MeasureView['appeal']>> = {},
): NonNullable<MeasureView['appeal']> => ({
  text: 'The address was my own.',
  sentAt: AT,
  decision: null,
  reason: null,
  decidedAt: null,
  ...given,
});
