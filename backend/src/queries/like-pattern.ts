/** The pattern with which LIKE finds a text anywhere in another: what is special to LIKE stands for itself. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
