export interface PictureKind {
  name: string;
  width: number;
  height: number;
  format: 'jpeg' | 'png' | 'webp';
  count: number;
}

export const FULL: readonly PictureKind[] = [
  { name: 'photographs of 12 megapixels', width: 4_000, height: 3_000, format: 'jpeg', count: 8 },
  { name: 'screenshots of 2 megapixels', width: 1_920, height: 1_080, format: 'png', count: 16 },
  { name: 'web pictures', width: 1_200, height: 800, format: 'webp', count: 24 },
];

export const QUICK: readonly PictureKind[] = FULL.map((kind) => ({ ...kind, count: 3 }));
