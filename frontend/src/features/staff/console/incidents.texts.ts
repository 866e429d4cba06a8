import type { IncidentState } from '@oniverse/contracts';

export const INCIDENTS_TEXTS = {
  title: 'Status',
  text: 'What you write here is on the page of the status, for everybody.',
  page: 'The page',
  loading: 'Loading the incidents',
  begin: 'Begin an incident',
  note: 'Add a note',
  end: 'End it',
  delete: 'Delete',
  part: 'Part',
  state: 'Effect',
  states: { slow: 'slow', down: 'not working' } satisfies Record<IncidentState, string>,
  name: 'Title',
  words: 'What happened',
  cancel: 'Cancel',
  pending: 'Saving…',
  failedDelete: 'The incident could not be deleted.',
  confirmDelete: {
    title: 'Delete this incident',
    text: 'It disappears from the page, as if it had never been there. The audit log keeps its title.',
    confirm: 'Delete it',
  },
} as const;
