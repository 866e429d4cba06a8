export {
  combineTags,
  hashtagsOf,
  linkHashtags,
  linkNames,
  mayMention,
  mentionsOf,
  TAG_PROPERTY,
} from './hashtags.js';
export { anchorHeadings, headingSlug } from './headings.js';
export { htmlBlocksOf } from './html-blocks.js';
export { MARKDOWN_PLUGINS, parseMarkdown } from './parse-markdown.js';
export { plainTextOf } from './plain-text.js';
