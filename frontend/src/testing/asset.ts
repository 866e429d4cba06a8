/** Stands in for style sheets, fonts and pictures. */
const asset = 'asset';
export default asset;
