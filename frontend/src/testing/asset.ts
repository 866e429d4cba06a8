/** Replaces style sheets, fonts and images in tests. */
const asset = 'asset';
export default asset;
