const DIGIT = /\p{Nd}/u;
const DIGITS = /(?!\d)\p{Nd}/gu;
const SEPARATORS = /[\p{Pd}\p{Z}\p{Cf}\s\u2212]+/gu;

/** Unicode lists the digits of every script from 0 to 9, without gaps. */
function valueOf(digit: string): string {
  const place = digit.codePointAt(0) ?? 0;
  let first = place;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((place - first) % 10);
}

/** Returns a code with ASCII digits, without spaces and hyphens: apps and keyboards write codes in several ways. */
export const foldCode = (text: string): string => text.replaceAll(SEPARATORS, '').replaceAll(DIGITS, valueOf);
