export const BOOKMARK_TEXTS = {
  keep: 'Keep',
  kept: 'Kept',
  letGo: 'Remove from Kept',
  keepName: (name: string) => `Keep ${name}`,
  keepFailed: 'This was not kept',
  letGoFailed: 'This could not be let go',
  putFailed: 'This was not kept on the board',
  takeOffFailed: 'This could not be taken off the board',
} as const;
