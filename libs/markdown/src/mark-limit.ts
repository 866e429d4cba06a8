import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import type {
  Code,
  Construct,
  ConstructRecord,
  Extension,
  ParseContext,
  State,
  TokenizeContext,
  Tokenizer,
} from 'micromark-util-types';
import { untilAddressEnd } from './address-end.js';

/** Marks of one paragraph, heading or cell. Resolving emphasis and links takes time that grows with their square. */
const MAX_MARKS = 300;
const MAX_DOCUMENT_MARKS = 800;
/** Asterisks or underscores in a row. Each two of them open one emphasis inside the other. */
const MAX_RUN = 4;
/** Unclosed brackets. The text of each link and picture contains the text of those inside. */
const MAX_OPEN_BRACKETS = 4;
/** Characters of code within a paragraph. The parser would look for the end of the code in the whole paragraph. */
const MAX_CODE = 2_000;

const codeOf = (mark: string): number => mark.charCodeAt(0);
const BACKTICK = codeOf('`');
const ASTERISK = codeOf('*');
const UNDERSCORE = codeOf('_');
const PICTURE_MARK = codeOf('!');
const OPENING_BRACKET = codeOf('[');
const CLOSING_BRACKET = codeOf(']');
/** Starts and ends of emphasis, code, links, entities and escapes. */
const MARKS = Array.from('&*<[\\]_`~', codeOf);
/** The parser's codes of line ends are smaller than those of tabs. */
const TAB = -2;

/** What was read of a paragraph, heading or cell. */
class TextCounts {
  marks = 0;
  openBrackets = 0;

  closeBracket(): void {
    if (this.openBrackets > 0) this.openBrackets -= 1;
  }
}

const textCounts = new WeakMap<TokenizeContext, TextCounts>();
const documentMarks = new WeakMap<ParseContext, number>();

function countsOf(context: TokenizeContext): TextCounts {
  const counts = textCounts.get(context) ?? new TextCounts();
  textCounts.set(context, counts);
  return counts;
}

/** Returns whether the caps allow one more mark. */
function countMark(context: TokenizeContext): boolean {
  const counts = countsOf(context);
  const total = (documentMarks.get(context.parser) ?? 0) + 1;
  documentMarks.set(context.parser, total);
  counts.marks += 1;
  return counts.marks <= MAX_MARKS && total <= MAX_DOCUMENT_MARKS;
}

/** Returns a tokenizer that takes a character and those after it that match as text. */
const textWhile =
  (matches: (code: Code) => boolean): Tokenizer =>
  (effects, ok) => {
    const next: State = (code) => {
      if (matches(code)) {
        effects.consume(code);
        return next;
      }
      effects.exit('data');
      return ok(code);
    };
    return (code) => {
      effects.enter('data');
      effects.consume(code);
      return next;
    };
  };

const restOfLine: Construct = { tokenize: textWhile((code) => code !== null && code >= TAB) };
const runOf = (mark: number): Construct => ({ tokenize: textWhile((code) => code === mark) });
const backticks = runOf(BACKTICK);
const asterisks = runOf(ASTERISK);
const underscores = runOf(UNDERSCORE);

/** Looks for more marks of emphasis in a row than the caps allow. */
const longRun: Construct = {
  tokenize(effects, ok, nok) {
    return (mark) => {
      let length = 0;
      const next: State = (code) => {
        if (length > MAX_RUN) return ok(code);
        if (code !== mark) return nok(code);
        length += 1;
        effects.consume(code);
        return next;
      };
      return next(mark);
    };
  },
};

/** Looks for a run of backticks as long as the first one. */
const closedCode: Construct = {
  tokenize(effects, ok, nok) {
    let opening = 0;
    let run = 0;
    let length = 0;
    const inCode: State = (code) => {
      if (code !== BACKTICK && run === opening) return ok(code);
      if (code === null || length > MAX_CODE) return nok(code);
      run = code === BACKTICK ? run + 1 : 0;
      length += 1;
      effects.consume(code);
      return inCode;
    };
    const inOpening: State = (code) => {
      if (code !== BACKTICK) return inCode(code);
      opening += 1;
      effects.consume(code);
      return inOpening;
    };
    return inOpening;
  },
};

/** Comes before all other constructs. Takes the rest of a line as text from the first mark beyond the caps. */
const markLimit: Construct = {
  name: 'markLimit',
  tokenize(effects, ok, nok) {
    return (code) => {
      if (!countMark(this)) return effects.attempt(restOfLine, ok, nok)(code);
      if (code === BACKTICK) return effects.check(closedCode, nok, effects.attempt(backticks, ok, nok))(code);
      if (code === ASTERISK || code === UNDERSCORE) {
        const run = code === ASTERISK ? asterisks : underscores;
        return effects.check(longRun, effects.attempt(run, ok, nok), nok)(code);
      }
      if (code === CLOSING_BRACKET) countsOf(this).closeBracket();
      return nok(code);
    };
  },
};

/** Comes before the constructs of links and pictures. Those of footnotes come first, since they close their brackets. */
const bracketLimit: Construct = {
  name: 'bracketLimit',
  tokenize(effects, ok, nok) {
    const counts = countsOf(this);
    const atBracket: State = (code) => {
      if (code !== OPENING_BRACKET) return nok(code);
      if (counts.openBrackets < MAX_OPEN_BRACKETS) {
        counts.openBrackets += 1;
        return nok(code);
      }
      effects.consume(code);
      effects.exit('data');
      return ok;
    };
    return (code) => {
      effects.enter('data');
      if (code !== PICTURE_MARK) return atBracket(code);
      effects.consume(code);
      return atBracket;
    };
  },
};

/** In open brackets, where the parser accepts no bare address, it would look for the bracket at every word. */
const outsideBrackets = (address: Construct): Construct => ({
  ...address,
  name: `${address.name}OutsideBrackets`,
  tokenize(effects, ok, nok) {
    return countsOf(this).openBrackets > 0
      ? nok
      : untilAddressEnd(address.tokenize).call(this, effects, ok, nok);
  },
});

const mapConstructs = (
  record: ConstructRecord,
  map: (construct: Construct) => Construct,
): Record<string, Construct[]> =>
  Object.fromEntries(
    Object.entries(record).map(([code, value = []]) => [
      code,
      (Array.isArray(value) ? value : [value]).map(map),
    ]),
  );

const constructsOf = (codes: readonly number[], construct: Construct): ConstructRecord =>
  Object.fromEntries(codes.map((code) => [code, construct]));

/** Extensions of the parser that bound its work on a paragraph and take HTML as text, around those for GFM. */
export const MARK_LIMITS: Record<'first' | 'last', Extension> = {
  first: { text: constructsOf([OPENING_BRACKET, PICTURE_MARK], bracketLimit) },
  last: {
    disable: { null: ['htmlFlow', 'htmlText', 'emailAutolink', 'protocolAutolink', 'wwwAutolink'] },
    text: {
      ...mapConstructs(gfmAutolinkLiteral().text ?? {}, outsideBrackets),
      ...constructsOf(MARKS, markLimit),
    },
  },
};
