import italic from '../../../assets/fonts/oniverse-serif-italic.woff2';

/** Base64 of so many bytes at once: more are too many arguments. */
const AT_ONCE = 8_192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += AT_ONCE) {
    text += String.fromCodePoint(...bytes.subarray(start, start + AT_ONCE));
  }
  return btoa(text);
}

/**
 * The face that names are set in, as an address that holds all of it: for files that are opened where the face is
 * not at hand.
 * @returns undefined where it does not come; names are set in the next best face then
 */
export async function faceInFull(): Promise<string | undefined> {
  try {
    const answer = await fetch(italic);
    if (!answer.ok) return undefined;
    return `data:font/woff2;base64,${base64Of(new Uint8Array(await answer.arrayBuffer()))}`;
  } catch {
    return undefined;
  }
}
