import { LINE, PROSE } from '../shared/field-rules.js';

export interface ProfileText {
  /** What it is, in the published documents. */
  summary: string;
  example: string;
  max: number;
  /** A line has an input in the form, and prose a text area. */
  form: typeof LINE | typeof PROSE;
  /** Whether the last released version lacks it: see `added`. */
  isAdded?: true;
  /** What a browser fills in. */
  autoComplete?: string;
}

/**
 * The short texts of a profile that its member edits in the settings. The answers, the body of a change, the rules of the
 * form, its kept values, the cleaning of stored texts and the snapshots of reports derive from them.
 */
export const PROFILE_TEXTS = {
  displayName: {
    summary: 'The Oni name',
    example: 'Vesper Lund',
    max: 50,
    form: LINE,
    autoComplete: 'nickname',
  },
  bio: {
    summary: 'A short text about the member',
    example: 'Night shifts and nebulae.',
    max: 500,
    form: PROSE,
  },
} as const satisfies Record<string, ProfileText>;

export type ProfileTextName = keyof typeof PROFILE_TEXTS;

// Object.keys does not keep the keys in its type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const PROFILE_TEXT_NAMES = Object.keys(PROFILE_TEXTS) as ProfileTextName[];

/** Returns a value for each text of a profile. */
export const mapProfileTexts = <T>(
  valueOf: (text: ProfileText, name: ProfileTextName) => T,
): Record<ProfileTextName, T> => {
  const entries = PROFILE_TEXT_NAMES.map((name) => [name, valueOf(PROFILE_TEXTS[name], name)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as for Object.keys
  return Object.fromEntries(entries) as Record<ProfileTextName, T>;
};
