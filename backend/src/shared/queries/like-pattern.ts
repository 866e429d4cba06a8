/** Returns a LIKE pattern that matches strings containing `text`, with special characters escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
