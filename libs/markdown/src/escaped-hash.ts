import type { Literal } from 'mdast';
import type { Extension as MarkdownTree } from 'mdast-util-from-markdown';
import type { Construct, Extension } from 'micromark-util-types';

/** A `#` with a backslash before it, which starts no hashtag. A node of its own, because text nodes lose the backslash. */
export interface EscapedHash extends Literal {
  type: 'escapedHash';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    escapedHash: EscapedHash;
  }
  interface RootContentMap {
    escapedHash: EscapedHash;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    escapedHash: 'escapedHash';
  }
}

const BACKSLASH = '\\'.charCodeAt(0);
const HASH = '#'.charCodeAt(0);

const escapedHash: Construct = {
  name: 'escapedHash',
  tokenize(effects, ok, nok) {
    return (backslash) => {
      effects.enter('escapedHash');
      effects.consume(backslash);
      return (code) => {
        if (code !== HASH) return nok(code);
        effects.consume(code);
        effects.exit('escapedHash');
        return ok;
      };
    };
  },
};

/** Extensions of the parser and of its tree. */
export const ESCAPED_HASH: { parser: Extension; tree: MarkdownTree } = {
  parser: { text: { [BACKSLASH]: escapedHash } },
  tree: {
    enter: {
      escapedHash(token) {
        this.enter({ type: 'escapedHash', value: '#' }, token);
      },
    },
    exit: {
      escapedHash(token) {
        this.exit(token);
      },
    },
  },
};
