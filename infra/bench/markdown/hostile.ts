/** Makes a text of about the given length. */
type Generator = (length: number) => string;

const fill = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const repeated =
  (unit: string, start = ''): Generator =>
  (length) =>
    start + fill(unit, length - start.length);
const numbered =
  (unit: (n: number) => string): Generator =>
  (length) => {
    let text = '';
    for (let n = 1; text.length < length; n += 1) text += unit(n);
    return text;
  };

/** An ordinary text, the reference. */
export const ordinaryText: Generator = repeated(
  `${'It was late when the *harbour lights* came on, one after another, [as logged](https://a.example/1). '.repeat(4)}\n\n`,
);

/** Texts that take long for their length, by what they consist of. */
export const HOSTILE: Readonly<Record<string, Generator>> = {
  lines: repeated('a\n'),
  'hard breaks': repeated('a\\\n'),
  paragraphs: repeated('a\n\n'),
  headings: repeated('# a\n'),
  'underlined headings': repeated('a\n-\n'),
  'list items': repeated('- a\n'),
  'loose list items': repeated('- a\n\n'),
  'alternating lists': repeated('- a\n* b\n'),
  'numbered items': numbered((n) => `${n}. a\n`),
  tasks: repeated('- [ ] a\n'),
  'items with tabs': repeated('-\t\ta\n'),
  'headings in items': repeated('- # a\n'),
  'code in items': repeated('- ```\n'),
  quotes: repeated('> a\n\n'),
  'lists in lists': repeated(`${'- '.repeat(10)}a\n`),
  'markers of lists': repeated('- + '),
  'markers of quotes': repeated('>'),
  'lines after a deep quote': repeated('a\n', `${'>'.repeat(100)}a\n`),
  'lines after a quote': repeated('a\n', `${'> '.repeat(15)}a\n`),
  'lines after a list': repeated('a\n', `${'- '.repeat(15)}a\n`),
  'blank lines in a list': repeated('\n', `${'- '.repeat(15)}a\n`),
  fences: repeated('```\n\n```\n'),
  'lines of code': repeated('a\n', '```\n'),
  'indented code': repeated('    a\n\n'),
  definitions: numbered((n) => `[${n}]: b\n`),
  footnotes: numbered((n) => `a[^${n}]\n\n[^${n}]: b\n`),
  'markers of footnotes': repeated('[^a]: '),
  'lines of a footnote': repeated('b\n', '[^a]: b\n'),
  tables: repeated('a|b\n-|-\n'),
  'rows of a table': repeated('a\n', '|a|\n|-|\n'),
  'a wide table': repeated('|\n', `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n`),
  'emphasis in cells': repeated(`${'|*a*'.repeat(30)}\n`, `${'|a'.repeat(30)}\n${'|-'.repeat(30)}\n`),
  emphasis: repeated(`${'*a* '.repeat(150)}\n\n`),
  'strong emphasis': repeated(`${'**a**'.repeat(150)}\n\n`),
  'nested emphasis': repeated(`${'*a **b '.repeat(75)}${'b** a*'.repeat(75)}\n\n`),
  'marks of emphasis': repeated('*_'),
  'long runs of marks': (length) => `${fill('*', length / 2)}a${fill('*', length / 2)}`,
  'nested runs of marks': repeated(`${'****a '.repeat(150)}${'b**** '.repeat(150)}\n\n`),
  strikes: repeated('~a'),
  escapes: repeated(`${'\\*'.repeat(300)}\n\n`),
  entities: repeated(`${'&amp;'.repeat(300)}\n\n`),
  code: repeated(`${'`a`'.repeat(150)}\n\n`),
  'open code': repeated('a ', '`a``a```a````a'),
  'unequal backticks': numbered((n) => `${'`'.repeat(n)}a`),
  links: repeated(`${'[a](b)'.repeat(150)}\n\n`),
  'open links': repeated('[a](b "'),
  references: repeated(`${'[a]'.repeat(150)}\n\n`, '[a]: b\n\n'),
  pictures: repeated(`${'![a](b)'.repeat(150)}\n\n`),
  'nested pictures': repeated('![![![![a](b)](b)](b)](b)\n\n'),
  brackets: (length) => fill('[', length / 2) + fill(']', length / 2),
  'a long label': (length) => `[[[[${fill('a ', length - 8)}]]]]`,
  labels: repeated(`[${'a '.repeat(450)}]`),
  'escapes in a label': repeated('[a\\'),
  addresses: repeated(`${'http://a.example '.repeat(20)}\n\n`),
  'addresses of mail': repeated(`${'a@b.example '.repeat(20)}\n\n`),
  'entities in an address': repeated('&a;', 'http://a.example/'),
  words: repeated('a '),
  'half addresses': repeated('a.b-c+'),
  tags: repeated('<a>'),
  comments: repeated('a<!--'),
};
