import italic from '../../../../assets/fonts/oniverse-serif-italic.woff2';

/** `String.fromCodePoint` limits its number of arguments. */
const CHUNK_BYTES = 8_192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    text += String.fromCodePoint(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return btoa(text);
}

/** Embeds the label font in exported files. Returns undefined if it cannot be loaded; a fallback applies then. */
export async function loadFontDataUrl(): Promise<string | undefined> {
  try {
    const response = await fetch(italic);
    if (!response.ok) return undefined;
    return `data:font/woff2;base64,${base64Of(new Uint8Array(await response.arrayBuffer()))}`;
  } catch {
    return undefined;
  }
}
