export { htmlBlocksOf } from './html-blocks.js';
export { MARKDOWN_PLUGINS, parseMarkdown } from './parse-markdown.js';
export { plainTextOf } from './plain-text.js';
