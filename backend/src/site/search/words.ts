export const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that do not separate their words. */
export const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]/u;
