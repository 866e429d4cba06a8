import type { AttachmentView } from '@oniverse/contracts';
import * as v from 'valibot';
import { hasPageEnded } from '../../../session/page-end.js';
import {
  newKey,
  setTrays,
  storedFile,
  type Tray,
  type TrayFile,
  trayKey,
  type TrayPlace,
  type Trays,
  updateTray,
  useTrays,
} from './tray.store.js';

const entriesSchema = v.array(
  v.object({ id: v.optional(v.string()), name: v.string(), size: v.number(), alt: v.string() }),
);
type Entry = v.InferOutput<typeof entriesSchema>[number];

/** Files whose bytes have arrived are kept for all tabs, the others for this one. */
const STORAGES = {
  arrived: (): Storage => localStorage,
  unfinished: (): Storage => sessionStorage,
} as const;
type Part = keyof typeof STORAGES;

function read(part: Part, key: string): Entry[] {
  try {
    const stored = v.safeParse(entriesSchema, JSON.parse(STORAGES[part]().getItem(key) ?? '[]'));
    return stored.success ? stored.output : [];
  } catch {
    // Storage is blocked, or was changed by hand.
    return [];
  }
}

function write(part: Part, key: string, entries: readonly Entry[]): void {
  try {
    if (entries.length === 0) STORAGES[part]().removeItem(key);
    else STORAGES[part]().setItem(key, JSON.stringify(entries));
  } catch {
    // Storage is blocked or full: the files last until the page is closed.
  }
}

const entryOf = ({ id, name, size, alt }: TrayFile): Entry => ({ id, name, size, alt });

const fileOf = ({ id, name, size, alt }: Entry): TrayFile => {
  const state = id === undefined ? 'interrupted' : 'processing';
  return { key: newKey(), id, name, size, alt, state };
};

/**
 * Shows the files that an earlier page, or another tab, has of what a member writes.
 * @param stored those that the edited post has, which show if there are none
 */
export function restoreTray(place: TrayPlace, stored: readonly AttachmentView[] = []): void {
  const key = trayKey(place);
  if (useTrays.getState().trays[key]) return;
  const kept = [...read('arrived', key), ...read('unfinished', key)].map((entry) => {
    const view = stored.find(({ id }) => id === entry.id);
    return view ? { ...storedFile(view), alt: entry.alt } : fileOf(entry);
  });
  updateTray(place, () => ({ files: kept.length > 0 ? kept : stored.map(storedFile) }));
}

const NO_FILES: readonly TrayFile[] = [];

/** Whether the trays differ in what is stored of them, which their progress does not change. */
const isSame = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const entriesIn = (trays: Trays, key: string, hasArrived: boolean): Entry[] =>
  (trays[key]?.files ?? NO_FILES).filter(({ id }) => (id !== undefined) === hasArrived).map(entryOf);

useTrays.subscribe(({ trays }, { trays: before }) => {
  // A sign-out has deleted them, or another member uses the browser now.
  if (trays === before || hasPageEnded()) return;
  for (const key of new Set([...Object.keys(trays), ...Object.keys(before)])) {
    if (trays[key] === before[key]) continue;
    for (const part of ['arrived', 'unfinished'] as const) {
      const entries = entriesIn(trays, key, part === 'arrived');
      if (!isSame(entries, entriesIn(before, key, part === 'arrived'))) write(part, key, entries);
    }
  }
});

/** Returns the files of a tray with those that have arrived as another tab stored them. */
function withStored({ files }: Tray, stored: readonly Entry[]): Partial<Tray> {
  const arrived = stored.map((entry) => {
    const known = files.find(({ id }) => id === entry.id);
    return known ? { ...known, alt: entry.alt } : fileOf(entry);
  });
  return { files: [...arrived, ...files.filter(({ id }) => id === undefined)] };
}

window.addEventListener('storage', ({ key }) => {
  const tray = key === null ? undefined : useTrays.getState().trays[key];
  if (key === null || !tray || isSame(read('arrived', key), entriesIn({ [key]: tray }, key, true))) return;
  setTrays((trays) => ({ ...trays, [key]: { ...tray, ...withStored(tray, read('arrived', key)) } }));
});
