export const CODE_TEXTS = {
  name: (language: string | undefined) => (language === undefined ? 'Code' : `Code: ${language}`),
  copy: 'Copy code',
  copied: 'Code copied',
} as const;
