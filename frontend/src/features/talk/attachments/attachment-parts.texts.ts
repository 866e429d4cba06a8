import { isolated } from '../../../ui/member-name.js';

export const TRAY_TEXTS = {
  label: 'Your files',
  waiting: (size: string) => `waiting, ${size}`,
  offline: 'continues when you are back online',
  limited: (time: string) => `continues at ${time}`,
  sending: (percent: number, size: string) => `${percent}% of ${size}`,
  processing: (size: string) => `developing, ${size}`,
  ready: (size: string) => `ready, ${size}`,
  interrupted: 'interrupted; add it again',
  failed: 'Not sent. Try again.',
  failedFor: (reason: string) => `Not sent. ${reason}`,
  retry: 'Try again',
  retryOf: (name: string) => `Try ${isolated(name)} again`,
  progress: (name: string) => `Upload of ${isolated(name)}`,
  alt: 'Describe it',
  altOf: (name: string) => `Description of ${isolated(name)}`,
  remove: (name: string) => `Remove ${isolated(name)}`,
  move: (name: string) => `Move ${isolated(name)}`,
  keys: 'Drag it, or press Alt and an arrow key.',
  moved: (name: string, position: number, count: number) => `${isolated(name)} is ${position} of ${count}`,
  readyCount: (ready: number, count: number) =>
    count === 1 ? 'The file is ready.' : `${ready} of ${count} files are ready.`,
  armed: 'Sends when the files are ready.',
  disarm: 'Not yet',
} as const;

export const FILE_TEXTS = {
  open: (name: string) => `Open ${isolated(name)}`,
  play: 'Play',
  playOf: (name: string) => `Play ${isolated(name)}`,
  stop: 'Stop',
  stopOf: (name: string) => `Stop ${isolated(name)}`,
  loading: 'loading...',
  missing: 'This file could not be loaded.',
  download: 'Download',
  downloadOf: (name: string) => `Download ${isolated(name)}`,
  downloadFailed: 'Download failed',
} as const;
