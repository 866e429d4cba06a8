import type { IncidentState, ServicePart, ServiceState } from '@oniverse/contracts';

/** A part as the subject of a sentence. */
const SUBJECTS: Record<ServicePart, { name: string; isPlural: boolean }> = {
  web: { name: 'pages', isPlural: true },
  live: { name: 'live updates', isPlural: true },
  pictures: { name: 'pictures', isPlural: true },
  mail: { name: 'mail', isPlural: false },
  push: { name: 'push', isPlural: false },
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function subjectOf(parts: readonly ServicePart[]): string {
  const names = parts.map((part) => SUBJECTS[part].name);
  return capitalised(
    names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
  );
}

const isPlural = (parts: readonly ServicePart[]): boolean =>
  parts.length > 1 || parts.some((part) => SUBJECTS[part].isPlural);

export const STATUS_TEXTS = {
  title: 'Status',
  planned: {
    title: 'Planned',
    running: 'Read only',
    span: (span: string) => capitalised(span),
    text: 'Pages stay readable. The messages that you send in that time wait on your device and are sent afterwards.',
  },
  loading: 'Asking how the service is',
  /** One plain sentence for the state of all parts. */
  sentence: (slow: readonly ServicePart[], down: readonly ServicePart[], isRestWorking: boolean): string => {
    if (slow.length + down.length === 0) return 'Everything works.';
    return [
      down.length > 0 && `${subjectOf(down)} ${isPlural(down) ? 'do' : 'does'} not work.`,
      slow.length > 0 && `${subjectOf(slow)} ${isPlural(slow) ? 'are' : 'is'} slow.`,
      isRestWorking && 'The rest works.',
    ]
      .filter(Boolean)
      .join(' ');
  },
  leads: {
    working: 'All parts answer, and nothing waits for long.',
    slow: 'What is late arrives later. Nothing is lost.',
    down: 'What was sent before is kept.',
  } satisfies Record<ServiceState, string>,
  checked: 'checked ',
  parts: {
    web: { name: 'Web', text: 'pages and sign in' },
    live: { name: 'Live', text: 'messages, presence, the constellation' },
    pictures: { name: 'Pictures', text: 'uploads and sizes' },
    mail: { name: 'Mail', text: 'verification, reset, digests' },
    push: { name: 'Push', text: 'notifications to devices' },
  } satisfies Record<ServicePart, { name: string; text: string }>,
  states: { working: 'working', slow: 'slow', down: 'not working' } satisfies Record<ServiceState, string>,
  since: (state: string, time: string) => `${state} since ${time}`,
  partsLabel: 'Parts of the service',
  days: (count: number) => `${count} days`,
  marks: 'one mark for each incident',
  figure: (count: number) =>
    count === 0
      ? 'No incidents in this time'
      : `${count} ${count === 1 ? 'incident' : 'incidents'} in this time`,
  today: 'today',
  incidents: 'Incidents',
  none: 'None in this time.',
  open: 'open',
  unreachable: 'Oniverse does not answer.',
  unreachableText: 'This page asks again every half a minute.',
  incidentStates: { slow: 'Slow', down: 'Not working' } satisfies Record<IncidentState, string>,
} as const;
